#include <iostream>
// The tables of the class lead to code that differs; no run of the entry comes there, nor shows it.
struct Shape {
  virtual int id() { return 1; }
  virtual ~Shape() {}
};
Shape* make() { return new Shape; }
int total(unsigned char x) {
  int sum = 0;
  for (int i = 0; i < x % 6; i++) sum += i + x;
  return sum;
}
