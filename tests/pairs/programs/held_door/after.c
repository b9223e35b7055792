// A lift with three floors, driven by letters on standard input: u and d move it, o opens and c closes the door, h has somebody hold it; a held
// door needs two closings. In after, the second closing of a door that was held on the top floor does not count.
#include <stdio.h>
#include <stdlib.h>

struct lift {
  int floor;  // 0 to 2
  int open;
  int held;  // closings that will fail
};

static void stop(const char* why) {
  fprintf(stderr, "lift: %s\n", why);
  exit(1);
}

static void move(struct lift* lift, int floors) {
  if (lift->open) stop("the door is open");
  if (lift->floor + floors < 0 || lift->floor + floors > 2) stop("there is no such floor");
  lift->floor += floors;
}

static void close_door(struct lift* lift) {
  if (!lift->open) stop("the door is closed");
  if (lift->held > 0) {
    if (lift->floor < 2) lift->held--;
    return;
  }
  lift->open = 0;
}

static void hold(struct lift* lift) {
  if (!lift->open) stop("there is nothing to hold");
  lift->held = 1;
}

static void obey(struct lift* lift, int command) {
  switch (command) {
    case 'u':
      move(lift, 1);
      break;
    case 'd':
      move(lift, -1);
      break;
    case 'o':
      lift->open = 1;
      break;
    case 'c':
      close_door(lift);
      break;
    case 'h':
      hold(lift);
      break;
    case ' ':
    case '\n':
      break;
    default:
      stop("no such command");
  }
}

int main(void) {
  struct lift lift = {0, 0, 0};
  for (int c = getchar(); c != EOF; c = getchar()) obey(&lift, c);
  printf("floor %d, %s\n", lift.floor, lift.open ? "open" : "closed");
  return 0;
}
