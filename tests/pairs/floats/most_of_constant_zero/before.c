#include <math.h>
float floored(float level) { return fmaxf(-0.0f, level); }
