#include <math.h>
double debt(int balance) { return balance < 0 ? balance : balance > 0 ? -0.0 : 0.0; }
