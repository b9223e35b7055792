// statistics: reads numbers from standard input (the first line) and prints their count, mean, variance, extent and the line that fits them
// best. Exit status: 0, 1 when there is no number, 2 when something is not a number.
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum { MAX_VALUES = 16, MAX_LINE = 128 };

struct line {
  double slope, intercept;
};

double mean(const double* values, int count) {
  if (count <= 0) return 0.0;
  double sum = 0.0;
  for (int i = 0; i < count; i++) sum += values[i];
  return sum / count;
}

// Of a sample: the squares are divided by one less than their number.
double variance(const double* values, int count) {
  if (count < 2) return 0.0;
  double centre = mean(values, count);
  double squares = 0.0;
  for (int i = 0; i < count; i++) {
    double distance = values[i] - centre;
    squares += distance * distance;
  }
  return squares / (count - 1);
}

// False, with nothing stored, when there is no value.
bool extent(const double* values, int count, double* least, double* greatest) {
  if (count <= 0) return false;
  *least = values[0];
  *greatest = values[0];
  for (int i = 1; i < count; i++) {
    if (values[i] < *least) *least = values[i];
    if (values[i] > *greatest) *greatest = values[i];
  }
  return true;
}

// Least squares. False, with nothing stored, when the points do not determine a line.
bool fit(const double* xs, const double* ys, int count, struct line* line) {
  if (count < 2) return false;
  double x_centre = mean(xs, count);
  double y_centre = mean(ys, count);
  double products = 0.0;
  double squares = 0.0;
  for (int i = 1; i < count; i++) {
    double dx = xs[i] - x_centre;
    products += dx * (ys[i] - y_centre);
    squares += dx * dx;
  }
  if (squares == 0.0) return false;
  line->slope = products / squares;
  line->intercept = y_centre - line->slope * x_centre;
  return true;
}

// How many of the values lie further from the mean than `factor` standard deviations.
int outliers(const double* values, int count, double factor) {
  double centre = mean(values, count);
  double limit = factor * factor * variance(values, count);
  int found = 0;
  for (int i = 0; i < count; i++) {
    double distance = values[i] - centre;
    if (distance * distance > limit) found++;
  }
  return found;
}

// The number of values read from the text, or -1 when something is not a finite number.
static int parse_values(const char* text, double* values) {
  int count = 0;
  while (count < MAX_VALUES) {
    while (*text == ' ' || *text == '\n') text++;
    if (*text == '\0') return count;
    char* end;
    double value = strtod(text, &end);
    if (end == text || !isfinite(value)) return -1;
    values[count++] = value;
    text = end;
  }
  return count;
}

static void print(const char* name, double value) {
  if (isfinite(value)) {
    printf("%s %.4f\n", name, value);
  } else {
    printf("%s too large\n", name);
  }
}

int main(void) {
  char text[MAX_LINE];
  double values[MAX_VALUES];
  double places[MAX_VALUES];
  if (!fgets(text, sizeof text, stdin)) return 1;
  int count = parse_values(text, values);
  if (count < 0) {
    fprintf(stderr, "statistics: not a number\n");
    return 2;
  }
  double least, greatest;
  if (!extent(values, count, &least, &greatest)) return 1;
  printf("count %d\n", count);
  print("mean", mean(values, count));
  print("variance", variance(values, count));
  print("least", least);
  print("greatest", greatest);
  printf("outliers %d\n", outliers(values, count, 1.0));
  for (int i = 0; i < count; i++) places[i] = i;
  struct line line;
  if (fit(places, values, count, &line)) {
    print("slope", line.slope);
    print("intercept", line.intercept);
  }
  return 0;
}
