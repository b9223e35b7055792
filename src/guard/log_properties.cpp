#include "guard/log_properties.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>

#include "guard/samples.h"
#include "infer/evaluate.h"
#include "infer/json.h"
#include "infer/solver_oracle.h"
#include "infer/suppress.h"

namespace cleave::guard {

namespace {

constexpr Seconds kImplied{0.1};  // for each question whether a property follows from others
constexpr size_t kMostAsked = 16;  // properties of a point of which the solver is asked; of more, what is obvious goes

constexpr size_t kMostAtPoint = 250;

using PointKey = std::pair<std::string, std::string>;
PointKey placeOf(const probes::Point& point) { return {probes::keyOf(point), point.unit}; }

// Counters that are unsigned wrap: dropped == old_dropped + 1 is false of the largest number, and true modulo 2^32.
std::optional<infer::Found> wrapping(const infer::Point& samples, const infer::Found& given) {
  const auto* atom = std::get_if<infer::Atom>(&given.property.body);
  const auto* compare = atom == nullptr ? nullptr : std::get_if<infer::Compare>(atom);
  if (compare == nullptr || compare->relation != infer::Relation::Equal || compare->modulo != 0) return std::nullopt;
  std::optional<uint8_t> width;
  for (const infer::Sum* side : {&compare->left, &compare->right})
    for (const infer::Product& product : side->products) {
      const infer::Scalar& type = samples.variables[product.term.variable].type;
      const bool isPlain = product.term.part == infer::Part::Value && product.term.reading.width == 0;
      if (!isPlain || type.kind != infer::ScalarKind::Integer || type.isSigned || (width && *width != type.width)) return std::nullopt;
      width = static_cast<uint8_t>(type.width);
    }
  const bool isSum = compare->left.products.size() + compare->right.products.size() > 1 &&
                     (compare->left.products.size() > 1 || compare->right.products.size() > 1 || compare->left.constant != 0 ||
                      compare->right.constant != 0);
  if (!width || !isSum) return std::nullopt;
  infer::Found result = given;
  infer::Compare wrapped = *compare;
  wrapped.modulo = *width;
  result.property.body = infer::Atom(wrapped);
  return result;
}

// Where a point has very many variables, most of what held is an accident, and to look at all of it takes the time from what is none.
void keepMostJustified(std::vector<infer::Found>& found) {
  if (found.size() <= kMostAtPoint) return;
  std::vector<size_t> order(found.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::ranges::stable_sort(order, {}, [&](size_t k) { return found[k].logChance; });
  order.resize(kMostAtPoint);
  std::ranges::sort(order);
  std::vector<infer::Found> kept;
  for (const size_t k : order) kept.push_back(std::move(found[k]));
  found = std::move(kept);
}

}  // namespace

std::vector<PointProperties> inferProperties(const probes::Log& log, const infer::Options& options, const StopFlag* stop) {
  std::vector<infer::Inference> inferences;
  std::vector<RowMaker> rows;
  for (const probes::Point& point : log.points()) {
    inferences.emplace_back(samplesAt(point), options);
    rows.emplace_back(point);
  }
  log.forEach([&](const probes::Record& record) {
    inferences[record.point()].add(rows[record.point()].row(record));
    return stop == nullptr || !stop->requested();
  });
  std::vector<PointProperties> all;
  for (size_t k = 0; k < inferences.size(); ++k) {
    std::vector<infer::Found> found = inferences[k].properties();
    for (size_t i = found.size(); i-- > 0;)
      if (std::optional<infer::Found> wrapped = wrapping(inferences[k].point(), found[i])) found.push_back(std::move(*wrapped));
    keepMostJustified(found);
    if (!found.empty()) all.push_back({log.points()[k], inferences[k].point(), std::move(found)});
  }
  return all;
}

std::vector<size_t> withoutImplied(const PointProperties& at, const std::vector<size_t>& which, const StopFlag* stop) {
  std::map<std::string, size_t> indices;
  std::vector<infer::Found> found;
  for (const size_t k : which) {
    indices.emplace(infer::idOf(at.samples, at.found[k].property), k);
    found.push_back(at.found[k]);
  }
  found = infer::withoutObvious(at.samples, std::move(found));
  if (found.size() <= kMostAsked) {
    infer::SolverOracle oracle(at.samples, kImplied, stop);
    found = infer::withoutImplied(std::move(found), [&](std::span<const infer::Property> premises, const infer::Property& conclusion) {
      return oracle.implies(premises, conclusion);
    });
  }
  std::vector<size_t> left;
  for (const infer::Found& each : found) left.push_back(indices.at(infer::idOf(at.samples, each.property)));
  std::ranges::sort(left);
  return left;
}

std::optional<infer::Property> transferred(const infer::Property& property, const infer::Point& from, const infer::Point& to) {
  Expected<infer::Property> there = infer::fromJson(to, infer::toJson(from, property));
  if (!there) return std::nullopt;
  const auto typesOf = [](const infer::Point& point, const infer::Property& each) {
    std::vector<std::tuple<std::string, infer::Role, infer::Scalar>> types;
    for (const uint32_t variable : infer::variablesOf(each)) {
      const infer::Variable& used = point.variables[variable];
      types.emplace_back(used.name, used.role, used.type);
    }
    std::ranges::sort(types, {}, [](const auto& type) { return std::pair(std::get<0>(type), std::get<1>(type)); });
    return types;
  };
  if (typesOf(from, property) != typesOf(to, *there)) return std::nullopt;  // the same name, another meaning
  return there.take();
}

std::vector<std::vector<uint64_t>> countBroken(const std::vector<PointProperties>& given, const probes::Log& log) {
  std::map<PointKey, size_t> known;
  for (size_t k = 0; k < given.size(); ++k) known.emplace(placeOf(given[k].point), k);
  struct Check {
    size_t point;
    size_t number;
    infer::Property property;
  };
  std::vector<infer::Point> samples;
  std::vector<RowMaker> rows;
  std::vector<std::vector<Check>> checks;  // by point of the log
  for (const probes::Point& point : log.points()) {
    samples.push_back(samplesAt(point));
    rows.emplace_back(point);
    checks.emplace_back();
    const auto same = known.find(placeOf(point));
    if (same == known.end()) continue;
    const PointProperties& there = given[same->second];
    for (size_t k = 0; k < there.found.size(); ++k)
      if (std::optional<infer::Property> property = transferred(there.found[k].property, there.samples, samples.back()))
        checks.back().push_back({same->second, k, std::move(*property)});
  }
  std::vector<std::vector<uint64_t>> broken;
  for (const PointProperties& each : given) broken.emplace_back(each.found.size(), 0);
  log.forEach([&](const probes::Record& record) {
    const infer::Row row = rows[record.point()].row(record);
    for (const Check& check : checks[record.point()])
      if (infer::evaluate(samples[record.point()], check.property, row) == infer::Truth::Fails) ++broken[check.point][check.number];
    return true;
  });
  return broken;
}

}  // namespace cleave::guard
