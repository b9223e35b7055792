// rand and random as glibc makes them: 31 numbers, each the sum of those 3 and 31 places before. They are made of the seed when the first
// is asked for. The seed of a program that does not call srand is 1 natively, an input where the harness makes it one.
#include "model.h"

enum { degree = 31, separation = 3, thrownAway = 310 };

// The state, as the caller of an entry finds it: the last seed, and how many numbers were taken since. An observation.
unsigned cleave_left_random_seed = 1;
unsigned long cleave_left_random_drawn;

int cleave_model_random[degree];
int cleave_model_random_front;  // -1 of nothing: 0 until seeded, then the index + 1
int cleave_model_random_rear;

static int next(void) {
  const int front = cleave_model_random_front - 1;
  const int rear = cleave_model_random_rear;
  const unsigned sum = (unsigned)cleave_model_random[front] + (unsigned)cleave_model_random[rear];
  cleave_model_random[front] = (int)sum;
  cleave_model_random_front = (front + 1) % degree + 1;
  cleave_model_random_rear = (rear + 1) % degree;
  return (int)(sum >> 1);
}

void srandom(unsigned seed) {
  cleave_left_random_seed = seed == 0 ? 1 : seed;
  cleave_left_random_drawn = 0;
  cleave_model_random_front = 0;
}

static void fill(void) {
  int word = (int)cleave_left_random_seed;
  cleave_model_random[0] = word;
  for (int i = 1; i < degree; i++) {
    const long product = 16807l * (word % 127773) - 2836l * (word / 127773);
    word = (int)product;
    word += 2147483647 & (word >> 31);
    cleave_model_random[i] = word;
  }
  cleave_model_random_front = separation + 1;
  cleave_model_random_rear = 0;
  for (int i = 0; i < thrownAway; i++) next();
}

long random(void) {
  if (cleave_model_random_front == 0) fill();
  cleave_left_random_drawn++;
  return next();
}

void cleave_set_seed(unsigned seed) { srandom(seed); }

void srand(unsigned seed) { srandom(seed); }
int rand(void) { return (int)random(); }

// One number of state, three steps of a linear generator.
int rand_r(unsigned* seed) {
  unsigned state = *seed * 1103515245 + 12345;
  unsigned result = state / 65536 % 2048;
  state = state * 1103515245 + 12345;
  result = result << 10 ^ state / 65536 % 1024;
  state = state * 1103515245 + 12345;
  result = result << 10 ^ state / 65536 % 1024;
  *seed = state;
  return (int)result;
}
