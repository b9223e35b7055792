// avoidance: which manoeuvre keeps two aircraft apart, from twelve integers.
//
// The entry is `advise`; main takes the same twelve numbers as arguments and prints the advice.
// Heights in metres, rates in metres per minute (positive: climbing), distances in metres, speeds in metres per second.
// No value is too large: everything is computed in 64 bits.
// Exit status of main: 0 no advice, 1 some advice, 2 bad usage.
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum advice { CLEAR = 0, WATCH = 1, CLIMB = 2, DESCEND = 3, LEVEL_OFF = 4 };

enum { SAFE_HEIGHT = 150, LOOK_AHEAD = 40, FLOOR = 300, STEEP = 900, UNSURE_MARGIN = 60 };

// The protected height grows with the sensitivity that the crew has chosen, and when the other's height is only estimated.
static long protected_height(int sensitivity, int quality) {
  long height = SAFE_HEIGHT;
  if (sensitivity == 1) height = 200;
  if (sensitivity >= 2) height = 300;
  if (quality < 3) height += UNSURE_MARGIN;
  return height;
}

// Whether the two come close within the next seconds; one that moves away is a threat only when it is near already.
static bool is_near(long distance, long closing_speed, long protected_distance) {
  if (distance <= protected_distance) return true;
  if (closing_speed <= 0) return false;
  return distance - protected_distance <= closing_speed * LOOK_AHEAD;
}

static long apart(long a, long b) { return a > b ? a - b : b - a; }

// How far apart the heights are in one minute if the own aircraft changes its rate to this one.
static long separation(long own_height, long rate, long other_height, long other_rate) {
  return apart(own_height + rate, other_height + other_rate);
}

static bool may_climb(int climb_inhibited, long own_rate) { return !climb_inhibited && own_rate <= STEEP; }

static bool may_descend(long own_height, long ground_height, long own_rate) {
  return own_height - ground_height > FLOOR && own_rate > -STEEP;
}

// The better of two manoeuvres by the separation that each gives; a tie leaves the aircraft on the way that it goes already.
static enum advice better_side(long up, long down, int own_rate) {
  if (up > down) return CLIMB;
  if (down > up) return DESCEND;
  return own_rate < 0 ? DESCEND : CLIMB;
}

enum advice advise(int own_height, int own_rate, int other_height, int other_rate, int distance, int closing_speed, int protected_distance,
                   int sensitivity, int quality, int ground_height, int climb_inhibited, int other_advice) {
  if (!is_near(distance, closing_speed, protected_distance)) return CLEAR;
  long needed = protected_height(sensitivity, quality);
  long now = apart(own_height, other_height);
  long soon = separation(own_height, own_rate, other_height, other_rate);
  if (now >= needed && soon >= needed) return WATCH;

  bool climb = may_climb(climb_inhibited, own_rate) && other_advice != CLIMB;
  bool descend = may_descend(own_height, ground_height, own_rate) && other_advice != DESCEND;
  if (climb && descend) {
    long up = separation(own_height, (long)own_rate + 500, other_height, other_rate);
    long down = separation(own_height, (long)own_rate - 500, other_height, other_rate);
    return better_side(up, down, own_rate);
  }
  if (climb) return CLIMB;
  if (descend) return DESCEND;
  return now < needed ? LEVEL_OFF : WATCH;
}

static const char* name_of(enum advice advice) {
  switch (advice) {
    case CLEAR:
      return "clear";
    case WATCH:
      return "watch";
    case CLIMB:
      return "climb";
    case DESCEND:
      return "descend";
    case LEVEL_OFF:
      return "level off";
  }
  return "?";
}

static bool parse(const char* text, int* number) {
  char* end;
  long value = strtol(text, &end, 10);
  if (end == text || *end != '\0' || value < INT_MIN || value > INT_MAX) return false;
  *number = (int)value;
  return true;
}

int main(int argc, char** argv) {
  int v[12];
  if (argc != 13) {
    fprintf(stderr, "avoidance: twelve numbers are needed\n");
    return 2;
  }
  for (int i = 0; i < 12; i++) {
    if (!parse(argv[i + 1], &v[i])) {
      fprintf(stderr, "avoidance: argument %d is not a number\n", i + 1);
      return 2;
    }
  }
  enum advice advice = advise(v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7], v[8], v[9], v[10], v[11]);
  printf("%s\n", name_of(advice));
  return advice == CLEAR ? 0 : 1;
}
