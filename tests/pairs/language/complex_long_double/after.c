#include <complex.h>
long double f(long double _Complex z, long double _Complex w) { return (__real__ z + __real__ w) - (__imag__ z + __imag__ w); }
