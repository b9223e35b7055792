#include <math.h>
float floored(float level) { return isnan(level) ? -0.0f : level > -0.0f ? level : level == 0 ? level : -0.0f; }
