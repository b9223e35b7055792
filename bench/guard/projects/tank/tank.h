// A tank of water. It is never more than full, and what does not fit is spilled. A reserve stays in it once it is there.
#ifndef TANK_H
#define TANK_H

class Tank {
 public:
  explicit Tank(unsigned capacity, unsigned reserve = 0) : capacity_(capacity), reserve_(reserve) {}

  unsigned level() const { return level_; }
  unsigned spilled() const { return spilled_; }
  unsigned room() const { return capacity_ - level_; }
  bool empty() const { return level_ == 0; }

  unsigned fill(unsigned litres);                   // what fitted
  unsigned drain(unsigned litres);                  // what there was above the reserve
  unsigned pourInto(Tank& other, unsigned litres);  // what was moved; nothing is spilled
  bool balance(Tank& other);                        // levels that differ by at most one; whether that was possible

 private:
  unsigned capacity_;
  unsigned reserve_;
  unsigned level_ = 0;
  unsigned spilled_ = 0;
};

// Follows orders such as "f9d4": fill nine litres, drain four. What is in the tank at the end.
unsigned follow(Tank& tank, const char* orders);

#endif
