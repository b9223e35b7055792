#include <stdbool.h>
enum light { RED, RED_AND_YELLOW, GREEN, YELLOW, OFF };
enum light f(const enum light *now, bool fault) {
  if (fault) return OFF;
  switch (*now) {
    case RED: return RED_AND_YELLOW;
    case RED_AND_YELLOW: return GREEN;
    case GREEN: return YELLOW;
    case YELLOW: return RED;
    default: return OFF;
  }
}
