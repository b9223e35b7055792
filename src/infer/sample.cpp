#include "infer/private/sample.h"

#include <algorithm>
#include <cmath>

#include "infer/justify.h"

namespace cleave::infer {

void Sample::keep(Kept& place, Row row) {
  place.values.assign(row.begin(), row.end());
  place.elements.clear();
  for (const Value& each : row) {
    const auto kept = each.elements.first(std::min(each.elements.size(), kElements));
    place.elements.insert(place.elements.end(), kept.begin(), kept.end());
  }
  size_t next = 0;
  for (Value& each : place.values) {
    const size_t count = std::min(each.elements.size(), kElements);
    each.elements = std::span(place.elements).subspan(next, count);
    next += count;
  }
}

void Sample::add(Row row) {
  ++seen_;
  if (kept_.size() < kRows) {
    keep(kept_.emplace_back(), row);
  } else if (const uint64_t place = random_.below(seen_); place < kRows) {
    keep(kept_[place], row);
  }
}

namespace {

template <class T, class Read>
std::vector<T> collect(const Sample& sample, const Term& term, const Read& read) {
  std::vector<T> result;
  for (size_t i = 0; i < sample.size(); ++i) {
    const Value& value = sample.row(i)[term.variable];
    if (!value.present) continue;
    if (term.part == Part::Element) {
      for (const uint64_t each : value.elements) result.push_back(read(each));
    } else {
      result.push_back(read(value.bits));
    }
  }
  return result;
}

template <class T>
Share shareOf(const std::vector<T>& x, const std::vector<T>& y, double hits) {
  return {hits, static_cast<double>(x.size()) * static_cast<double>(y.size()), static_cast<double>(std::min(x.size(), y.size()))};
}

}  // namespace

Numbers numbersOf(const Sample& sample, const Term& term, const Scalar& type) {
  Numbers result = collect<I128>(sample, term, [&](uint64_t bits) { return numberOf(type, bits); });
  std::sort(result.begin(), result.end());
  return result;
}

Floats floatsOf(const Sample& sample, const Term& term, const Scalar& type) {
  Floats result = collect<double>(sample, term, [&](uint64_t bits) { return floatNumberOf(type, bits); });
  std::erase_if(result, [](double each) { return std::isnan(each); });
  std::sort(result.begin(), result.end());
  return result;
}

Share shareAtMost(const Numbers& x, const Numbers& y, I128 c) {
  double hits = 0;
  auto end = x.begin();  // behind the values that are at most y + c, which grows with y
  for (const I128 each : y) {
    while (end != x.end() && *end <= each + c) ++end;
    hits += static_cast<double>(end - x.begin());
  }
  return shareOf(x, y, hits);
}

Share shareExactly(const Numbers& x, const Numbers& y, I128 c) {
  Share result = shareAtMost(x, y, c);
  result.hits -= shareAtMost(x, y, c - 1).hits;
  return result;
}

Share shareLess(const Floats& x, const Floats& y, bool orEqual) {
  double hits = 0;
  auto end = x.begin();
  for (const double each : y) {
    while (end != x.end() && (*end < each || (orEqual && *end == each))) ++end;
    hits += static_cast<double>(end - x.begin());
  }
  return shareOf(x, y, hits);
}

Share shareEqual(const Floats& x, const Floats& y) {
  Share result = shareLess(x, y, true);
  result.hits -= shareLess(x, y, false).hits;
  return result;
}

double mostFrequent(const Numbers& numbers) {
  size_t most = 0, run = 0;
  for (size_t i = 0; i < numbers.size(); ++i) {
    run = i > 0 && numbers[i] == numbers[i - 1] ? run + 1 : 1;
    most = std::max(most, run);
  }
  const auto samples = static_cast<double>(numbers.size());
  return upperEstimate(static_cast<double>(most), samples, samples);
}

}  // namespace cleave::infer
