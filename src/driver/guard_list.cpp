#include "driver/guard_list.h"

#include <numeric>

#include <fmt/format.h>

#include "guard/to_checks.h"
#include "infer/print_c.h"
#include "support/check.h"

namespace cleave::driver {

namespace {

std::string pointText(const probes::Point& point) {
  switch (point.kind) {
    case probes::PointKind::Entry:
      return "at entry";
    case probes::PointKind::Exit:
      return "at exit";
    case probes::PointKind::Throw:
      return "where it throws";
    case probes::PointKind::LoopHead:
      return "in the loop";
    case probes::PointKind::Statement:
      return "before a statement";
    case probes::PointKind::AfterCall:
      return point.callee.empty() ? "after a call" : "after the call of " + point.callee;
    case probes::PointKind::Step:
      break;
  }
  UNREACHABLE("kind of point");
}

}  // namespace

GuardList::GuardList(std::vector<guard::PointProperties> points) : points_(std::move(points)) {
  for (size_t p = 0; p < points_.size(); ++p)
    for (size_t k = 0; k < points_[p].found.size(); ++k) places_.emplace_back(p, k);
}

bool GuardList::isForAll(uint32_t k) const { return std::holds_alternative<infer::ForAll>(propertyOf(k).body); }
bool GuardList::hasTighter(uint32_t k) const { return guard::tightened(propertyOf(k)).has_value(); }

points::Check GuardList::checkOf(uint32_t number) const {
  const uint32_t k = looserOf(number);
  return {pointOf(k), guard::toNode(isTighter(number) ? *guard::tightened(propertyOf(k)) : propertyOf(k)), number};
}

result::GuardProperty GuardList::describe(uint32_t k) const {
  const guard::PointProperties& point = at(k);
  result::GuardProperty property;
  property.id = infer::idOf(point.samples, propertyOf(k));
  property.text = infer::printForPeople(point.samples, propertyOf(k));
  property.function = point.point.display;
  property.point = pointText(point.point);
  property.before.at = fmt::format("{}:{}", point.point.file, point.point.line);  // until it is found in the code that was kept
  property.samples = point.found[places_[k].second].rows;
  return property;
}

void GuardList::place(const std::vector<GuardPart>& parts, std::vector<result::GuardProperty>& properties) const {
  for (const GuardPart& part : parts)
    for (const Side side : kSides)
      for (const frontend::Compiled& unit : part.sources.of(side).compiled) placeIn(unit, side, properties);
}

bool GuardList::isIn(const frontend::Compiled& unit, uint32_t k) const {
  return std::filesystem::path(pointOf(k).unit).filename() == unit.file.filename();
}

void GuardList::placeIn(const frontend::Compiled& unit, Side side, std::vector<result::GuardProperty>& properties) const {
  std::vector<uint32_t> all(size());
  std::iota(all.begin(), all.end(), 0u);
  const std::vector<uint32_t> numbers = inUnit(unit, all);
  std::vector<probes::Point> points;
  for (const uint32_t k : numbers) points.push_back(pointOf(k));
  if (points.empty()) return;
  const Expected<std::vector<std::optional<probes::Point>>> found = points::findPoints(unit.bitcode, points);
  for (size_t k = 0; found && k < numbers.size(); ++k) {
    if (!(*found)[k]) continue;
    result::GuardProperty& property = properties[numbers[k]];
    (side == Side::Before ? property.before : property.after).at = fmt::format("{}:{}", (*found)[k]->file, (*found)[k]->line);
  }
}

}  // namespace cleave::driver
