// The properties that the tests of before show, by number: at which point each stands and what it says, as data, as text and as code. Behind them,
// under numbers of their own, their tightened forms (guard/to_checks.h). What became of them stands in result::GuardResult, under the same numbers.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "driver/guard_parts.h"
#include "guard/log_properties.h"
#include "points/points.h"
#include "result/guard.h"

namespace cleave::driver {

class GuardList {
 public:
  GuardList() = default;
  explicit GuardList(std::vector<guard::PointProperties> points);

  const std::vector<guard::PointProperties>& points() const { return points_; }
  uint32_t size() const { return static_cast<uint32_t>(places_.size()); }

  // The point, and which one of it.
  const std::pair<size_t, size_t>& placeOf(uint32_t k) const { return places_[k]; }
  const guard::PointProperties& at(uint32_t k) const { return points_[places_[k].first]; }
  const probes::Point& pointOf(uint32_t k) const { return at(k).point; }
  const infer::Property& propertyOf(uint32_t k) const { return at(k).found[places_[k].second].property; }
  bool isForAll(uint32_t k) const;

  // The number of the tightened form of a property, if it has one.
  uint32_t tighterOf(uint32_t k) const { return k + size(); }
  bool isTighter(uint32_t number) const { return number >= size(); }
  bool hasTighter(uint32_t k) const;
  uint32_t looserOf(uint32_t number) const { return isTighter(number) ? number - size() : number; }  // the property of it

  points::Check checkOf(uint32_t number) const;  // of a property, or of a tightened form
  result::GuardProperty describe(uint32_t k) const;
  // Where they stand in the lines of the user.
  void place(const std::vector<GuardPart>& parts, std::vector<result::GuardProperty>& properties) const;

  // Those whose points are in the unit.
  template <class Numbers>
  std::vector<uint32_t> inUnit(const frontend::Compiled& unit, const Numbers& numbers) const {
    std::vector<uint32_t> found;
    for (const uint32_t number : numbers)
      if (isIn(unit, looserOf(number))) found.push_back(number);
    return found;
  }

 private:
  bool isIn(const frontend::Compiled& unit, uint32_t k) const;
  void placeIn(const frontend::Compiled& unit, Side side, std::vector<result::GuardProperty>& properties) const;

  std::vector<guard::PointProperties> points_;
  std::vector<std::pair<size_t, size_t>> places_;  // by number
};

}  // namespace cleave::driver
