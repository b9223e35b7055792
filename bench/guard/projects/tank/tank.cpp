#include "tank.h"

#include <algorithm>

unsigned Tank::fill(unsigned litres) {
  unsigned taken = std::min(litres, room());
  level_ += taken;
  spilled_ += litres - taken;
  return taken;
}

unsigned Tank::drain(unsigned litres) {
  if (level_ <= reserve_) return 0;
  unsigned taken = std::min(litres, level_ - reserve_);
  level_ -= taken;
  return taken;
}

unsigned Tank::pourInto(Tank& other, unsigned litres) {
  unsigned moved = drain(std::min(litres, other.room()));
  other.level_ += moved;
  return moved;
}

bool Tank::balance(Tank& other) {
  Tank& fuller = level_ > other.level_ ? *this : other;
  Tank& emptier = level_ > other.level_ ? other : *this;
  unsigned wanted = (fuller.level_ - emptier.level_) / 2;
  return fuller.pourInto(emptier, wanted) == wanted;
}

unsigned follow(Tank& tank, const char* orders) {
  for (; orders[0] != '\0' && orders[1] >= '0' && orders[1] <= '9'; orders += 2) {
    unsigned litres = static_cast<unsigned>(orders[1] - '0');
    if (orders[0] == 'f') tank.fill(litres);
    if (orders[0] == 'd') tank.drain(litres);
  }
  return tank.level();
}
