// Three ways, the first that applies:
//   1. known    no part of a kind: nothing of that kind. Covered, and all parts of one kind: everything.
//   2. counted  every literal is a set of ranges of one cell. A part is then a box, a product of such sets. The space is cut, cell by
//               cell, at the ends of the ranges of the boxes that are still possible; a slice belongs to the first box that contains it.
//               Spaces of up to 2^16 inputs are walked through instead, whatever the literals look like.
//   3. sampled  uniform random inputs; the fraction and its Wilson interval.
// Counting gives up after a number of steps, and then inputs are sampled.
#include "explore/share.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "expr/evaluate.h"
#include "expr/intervals.h"
#include "support/check.h"
#include "support/float_format.h"
#include "support/random.h"

namespace cleave::explore {

namespace {

using expr::ExprId;
using expr::ExprPool;
using expr::Op;
using expr::Range;
using expr::SymbolId;
using result::PartitionKind;
using result::Share;
using result::Shares;

constexpr unsigned kWalkedBits = 16;
constexpr uint64_t kMostSteps = 3'000'000;
constexpr int kDeepestLiteral = 200;
constexpr double kNormal95 = 1.959963984540054;

enum Kind : size_t { kEqual, kDifferent, kUndefined, kOpen, kOutside, kKinds };  // kOutside: no input
using Counts = std::array<U128, kKinds>;

Kind kindOf(PartitionKind kind) {
  switch (kind) {
    case PartitionKind::Equal:
      return kEqual;
    case PartitionKind::Different:
      return kDifferent;
    case PartitionKind::Undefined:
      return kUndefined;
    case PartitionKind::Unfinished:
      return kOpen;
  }
  UNREACHABLE("a partition of no kind");
}

// --- sets of values of one cell: ranges in ascending order, apart from each other

using RangeSet = std::vector<Range>;

RangeSet joined(RangeSet ranges, unsigned width) {
  std::sort(ranges.begin(), ranges.end(), [](const Range& a, const Range& b) { return a.low < b.low; });
  RangeSet result;
  for (const Range& range : ranges) {
    if (!result.empty() && (result.back().high == maskOf(width) || range.low <= result.back().high + 1)) {
      result.back().high = std::max(result.back().high, range.high);
    } else {
      result.push_back(range);
    }
  }
  return result;
}

RangeSet complement(const RangeSet& set, unsigned width) {
  RangeSet result;
  U128 next = 0;
  for (const Range& range : set) {
    if (range.low > next) result.push_back({next, range.low - 1});
    if (range.high == maskOf(width)) return result;
    next = range.high + 1;
  }
  result.push_back({next, maskOf(width)});
  return result;
}

RangeSet intersection(const RangeSet& a, const RangeSet& b) {
  RangeSet result;
  for (size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    const U128 low = std::max(a[i].low, b[j].low);
    const U128 high = std::min(a[i].high, b[j].high);
    if (low <= high) result.push_back({low, high});
    a[i].high < b[j].high ? ++i : ++j;
  }
  return result;
}

RangeSet unionOf(RangeSet a, const RangeSet& b, unsigned width) {
  a.insert(a.end(), b.begin(), b.end());
  return joined(std::move(a), width);
}

// What a literal allows one cell. No symbol: it allows all or nothing.
struct CellSet {
  SymbolId cell;
  bool everything = true;  // without a cell
  RangeSet ranges;
};

class LiteralSets {
 public:
  explicit LiteralSets(const ExprPool& pool) : pool_(pool) {}

  std::optional<CellSet> of(ExprId literal) {
    const auto known = sets_.find(literal);
    if (known != sets_.end()) return known->second;
    std::optional<CellSet> set = compute(literal, 0);
    sets_.emplace(literal, set);
    return set;
  }

 private:
  unsigned widthOf(SymbolId cell) const { return pool_.symbol(cell).sort.width; }

  std::optional<CellSet> compute(ExprId e, int depth) const {
    if (depth > kDeepestLiteral) return std::nullopt;
    if (pool_.isConstant(e)) return CellSet{{}, pool_.isTrue(e), {}};
    const Op op = pool_.op(e);
    if (op == Op::Not) {
      std::optional<CellSet> inner = compute(pool_.operand(e, 0), depth + 1);
      if (!inner) return std::nullopt;
      inner->everything = !inner->everything;
      if (inner->cell.valid()) inner->ranges = complement(inner->ranges, widthOf(inner->cell));
      return inner;
    }
    if (op == Op::And || op == Op::Or) {
      const std::optional<CellSet> a = compute(pool_.operand(e, 0), depth + 1);
      const std::optional<CellSet> b = compute(pool_.operand(e, 1), depth + 1);
      if (!a || !b) return std::nullopt;
      return combined(op, *a, *b);
    }
    return atom(e);
  }

  std::optional<CellSet> combined(Op op, const CellSet& a, const CellSet& b) const {
    if (!a.cell.valid() || !b.cell.valid()) {
      const CellSet& constant = a.cell.valid() ? b : a;
      const CellSet& other = a.cell.valid() ? a : b;
      return constant.everything == (op == Op::And) ? other : constant;
    }
    if (a.cell != b.cell) return std::nullopt;
    return CellSet{a.cell, false, op == Op::And ? intersection(a.ranges, b.ranges) : unionOf(a.ranges, b.ranges, widthOf(a.cell))};
  }

  // A comparison of a cell, plain or extended or moved by a constant, with a constant.
  std::optional<CellSet> atom(ExprId e) const {
    const std::optional<std::vector<expr::Conjunct>> merged = expr::mergeLiterals(pool_, {&e, 1});
    if (!merged) return CellSet{{}, false, {}};
    if (merged->empty()) return CellSet{{}, true, {}};
    if (merged->size() != 1 || merged->front().ranges.empty()) return std::nullopt;
    return ofCell(merged->front().term, merged->front().ranges);
  }

  std::optional<CellSet> ofCell(ExprId term, RangeSet ranges) const {
    const Op op = pool_.op(term);
    if (op == Op::Symbol) return CellSet{pool_.symbolOf(term), false, std::move(ranges)};
    if ((op != Op::ZExt && op != Op::SExt) || pool_.op(pool_.operand(term, 0)) != Op::Symbol) return std::nullopt;
    const SymbolId cell = pool_.symbolOf(pool_.operand(term, 0));
    const unsigned narrow = widthOf(cell), wide = pool_.sort(term).width;
    const U128 half = U128{1} << (narrow - 1);
    if (op == Op::ZExt) return CellSet{cell, false, intersection(ranges, {{0, maskOf(narrow)}})};
    // The lower half of the narrow values stays where it is, the upper half goes to the end of the wide ones.
    RangeSet result = intersection(ranges, {{0, half - 1}});
    for (const Range& range : intersection(ranges, {{maskOf(wide) - (half - 1), maskOf(wide)}}))
      result.push_back({truncateTo(range.low, narrow), truncateTo(range.high, narrow)});
    return CellSet{cell, false, joined(std::move(result), narrow)};
  }

  const ExprPool& pool_;
  std::map<ExprId, std::optional<CellSet>> sets_;
};

// --- counting

struct Box {
  Kind kind = kOpen;
  std::vector<RangeSet> sets;  // by counted cell; empty: all values
};

class BoxCounter {
 public:
  BoxCounter(std::vector<unsigned> widths, std::vector<Box> boxes) : widths_(std::move(widths)), boxes_(std::move(boxes)) {}

  // Nothing: too much work.
  std::optional<Counts> count() {
    std::vector<size_t> all(boxes_.size());
    for (size_t i = 0; i < all.size(); ++i) all[i] = i;
    count(0, all, 1);
    if (steps_ > kMostSteps) return std::nullopt;
    return counts_;
  }

 private:
  bool isFree(const Box& box, size_t fromCell) const {
    return std::all_of(box.sets.begin() + static_cast<ptrdiff_t>(fromCell), box.sets.end(),
                       [](const RangeSet& set) { return set.empty(); });
  }

  U128 rest(size_t fromCell) const {
    unsigned bits = 0;
    for (size_t i = fromCell; i < widths_.size(); ++i) bits += widths_[i];
    return U128{1} << bits;
  }

  // `volume` inputs of the first `cell` cells lie in all of the possible boxes as far as those cells go.
  void count(size_t cell, const std::vector<size_t>& possible, U128 volume) {
    steps_ += possible.size() + 1;
    if (steps_ > kMostSteps) return;
    if (possible.empty() || isFree(boxes_[possible.front()], cell)) {
      counts_[possible.empty() ? kOpen : boxes_[possible.front()].kind] += volume * rest(cell);
      return;
    }
    std::set<U128> starts{0};
    for (const size_t box : possible)
      for (const Range& range : boxes_[box].sets[cell]) {
        starts.insert(range.low);
        if (range.high != maskOf(widths_[cell])) starts.insert(range.high + 1);
      }
    std::vector<size_t> inside;
    for (auto start = starts.begin(); start != starts.end() && steps_ <= kMostSteps; ++start) {
      const auto next = std::next(start);
      const U128 size = (next == starts.end() ? maskOf(widths_[cell]) + 1 : *next) - *start;
      inside.clear();
      for (const size_t box : possible)
        if (contains(boxes_[box].sets[cell], *start)) inside.push_back(box);
      count(cell + 1, inside, volume * size);
    }
  }

  static bool contains(const RangeSet& set, U128 value) {
    if (set.empty()) return true;
    const auto above = std::upper_bound(set.begin(), set.end(), value, [](U128 v, const Range& range) { return v < range.low; });
    return above != set.begin() && value <= std::prev(above)->high;
  }

  std::vector<unsigned> widths_;
  std::vector<Box> boxes_;
  Counts counts_{};
  uint64_t steps_ = 0;
};

// --- numbers to shares

std::string totalText(unsigned bits) { return bits <= 10 ? std::to_string(1u << bits) : fmt::format("2^{}", bits); }

// count * 2^shift of 2^bits.
std::string countText(U128 count, unsigned shift, unsigned bits) {
  constexpr U128 kSmall = 1'000'000;
  const std::string total = totalText(bits);
  if (count == 0) return "0 of " + total;
  while ((count & 1) == 0) {
    count >>= 1;
    ++shift;
  }
  if (count == 1 && shift == bits) return "all of " + total;
  const auto shifted = [](U128 value, unsigned by) {
    return by < 128 && value << by >> by == value ? std::optional(value << by) : std::nullopt;
  };
  const std::optional<U128> whole = shifted(count, shift);
  if (whole && *whole <= kSmall) return toDecimal(*whole) + " of " + total;
  if (bits < 128 && whole && (U128{1} << bits) - *whole <= kSmall)
    return "all but " + toDecimal((U128{1} << bits) - *whole) + " of " + total;
  if (count == 1) return fmt::format("2^{} of {}", shift, total);
  if (whole && *whole < (U128{1} << 64)) return toDecimal(*whole) + " of " + total;
  return fmt::format("{} * 2^{} of {}", toDecimal(count), shift, total);
}

Share exactShare(U128 count, unsigned countedBits, unsigned bits) {
  const double fraction = std::ldexp(static_cast<double>(count), -static_cast<int>(countedBits));
  return {true, fraction, fraction, fraction, countText(count, bits - countedBits, bits)};
}

Share nothing(unsigned bits) { return exactShare(0, 0, bits); }
Share everything(unsigned bits) { return exactShare(1, 0, bits); }

Share sampledShare(uint64_t hits, uint64_t samples) {
  const double n = static_cast<double>(samples), p = static_cast<double>(hits) / n, z2 = kNormal95 * kNormal95;
  const double centre = (p + z2 / (2 * n)) / (1 + z2 / n);
  const double half = kNormal95 / (1 + z2 / n) * std::sqrt(p * (1 - p) / n + z2 / (4 * n * n));
  return {false, hits == 0 ? 0 : std::max(0.0, centre - half), p, hits == samples ? 1 : std::min(1.0, centre + half), ""};
}

class Estimator {
 public:
  Estimator(ExprPool& pool, const vm::InputSpace& plan, std::span<const SharePart> parts, const ShareOptions& options)
      : pool_(pool), plan_(plan), options_(options), budget_(options.limit, nullptr) {
    for (const vm::InputCell& cell : plan.cells) {
      bits_ += cell.sort.isFloat() ? valueBits(cell.sort.width) : cell.sort.width;
      cells_.insert(cell.symbol);
    }
    for (const ExprId literal : options.domain) {
      unevaluated_ = unevaluated_ || !canEvaluate(literal);
      parts_.push_back({kOutside, {pool.notOf(literal)}});
    }
    for (const SharePart& part : parts) add(part);
  }

  Shares estimate() {
    if (std::optional<Shares> shares = known()) return *shares;
    if (unevaluated_) return sampled();
    if (bits_ <= kWalkedBits)
      if (std::optional<Shares> shares = walked()) return *shares;
    if (std::optional<Shares> shares = counted()) return *shares;
    return sampled();
  }

 private:
  void add(const SharePart& part) {
    const bool isKnown = std::all_of(part.literals.begin(), part.literals.end(), [&](ExprId literal) { return canEvaluate(literal); });
    has_[kindOf(part.kind)] = true;
    if (!isKnown) {
      unevaluated_ = true;
      return;
    }
    parts_.push_back({kindOf(part.kind), part.literals});
  }

  // Only input cells and no uninterpreted function.
  bool canEvaluate(ExprId literal) {
    const std::vector<SymbolId>& symbols = pool_.symbolsOf(literal);
    if (!std::all_of(symbols.begin(), symbols.end(), [&](SymbolId id) { return cells_.contains(id); })) return false;
    std::vector<ExprId> work{literal};
    while (!work.empty()) {
      const ExprId e = work.back();
      work.pop_back();
      if (!visited_.insert(e).second) continue;
      if (pool_.op(e) == Op::Apply) {
        visited_.clear();  // not all of them are known to be free of functions: the next literal looks again
        return false;
      }
      for (const ExprId operand : pool_.operands(e)) work.push_back(operand);
    }
    return true;
  }

  std::optional<Shares> known() const {
    const bool open = has_[kOpen] || !options_.covered;
    if (open || has_[kEqual] + has_[kDifferent] + has_[kUndefined] != 1) return std::nullopt;
    Shares shares{nothing(bits_), nothing(bits_), nothing(bits_), nothing(bits_)};
    (has_[kDifferent] ? shares.different : has_[kUndefined] ? shares.undefined : shares.equal) = everything(bits_);
    return shares;
  }

  // In first-come order, too, with what is outside the domain before all.
  struct Part {
    Kind kind = kOpen;
    std::vector<ExprId> literals;
  };

  Kind kindAt(expr::Evaluator& evaluator) const {
    for (const Part& part : parts_)
      if (std::all_of(part.literals.begin(), part.literals.end(), [&](ExprId literal) { return evaluator.holds(literal); }))
        return part.kind;
    return kOpen;
  }

  void setCell(expr::Assignment& input, const vm::InputCell& cell, U128 bits) const {
    if (cell.sort.isFloat()) bits = canonicalFloat(bits, cell.sort.width);
    input[cell.symbol.value] = bits;
  }

  std::optional<Shares> walked() {
    Counts counts{};
    expr::Assignment input(pool_.symbolCount(), 0);
    expr::Evaluator evaluator(pool_, input);
    for (uint64_t number = 0; number < uint64_t{1} << bits_; ++number) {
      if (number % 256 == 0 && budget_.exhausted()) return std::nullopt;
      uint64_t rest = number;
      for (const vm::InputCell& cell : plan_.cells) {
        setCell(input, cell, rest & mask64(cell.sort.width));
        rest >>= cell.sort.width;
      }
      evaluator.reset(input);
      ++counts[kindAt(evaluator)];
    }
    return exactShares(counts, bits_);
  }

  Shares exactShares(const Counts& counts, unsigned countedBits) const {
    const auto share = [&](Kind kind) {
      Share whole = exactShare(counts[kind], countedBits, bits_);
      if (counts[kOutside] == 0) return whole;
      const U128 inputs = (U128{1} << countedBits) - counts[kOutside];  // at most 120 bits are counted
      whole.low = whole.estimate = whole.high = static_cast<double>(counts[kind]) / static_cast<double>(inputs);
      whole.count = countedBits == bits_ && inputs <= 1'000'000 ? toDecimal(counts[kind]) + " of " + toDecimal(inputs) : "";
      return whole;
    };
    return {share(kEqual), share(kDifferent), share(kUndefined), share(kOpen)};
  }

  std::optional<Shares> counted() {
    LiteralSets sets(pool_);
    std::map<SymbolId, size_t> placeOf;  // of the cells that literals speak about
    std::vector<unsigned> widths;
    std::vector<Box> boxes;
    unsigned countedBits = 0;
    uint64_t looked = 0;
    for (const Part& part : parts_) {
      Box box{part.kind, {}};
      bool possible = true;
      for (const ExprId literal : part.literals) {
        if (++looked % 16 == 0 && budget_.exhausted()) return std::nullopt;  // sets of as many ranges as there are literals
        const std::optional<CellSet> set = sets.of(literal);
        if (!set) return std::nullopt;
        if (!set->cell.valid()) {
          possible &= set->everything;
          continue;
        }
        const unsigned width = pool_.symbol(set->cell).sort.width;
        const auto [place, isNew] = placeOf.emplace(set->cell, widths.size());
        if (isNew) {
          widths.push_back(width);
          countedBits += width;
          if (countedBits > 120) return std::nullopt;
        }
        box.sets.resize(widths.size());
        RangeSet& mine = box.sets[place->second];
        mine = mine.empty() ? set->ranges : intersection(mine, set->ranges);
        possible &= !mine.empty();
        if (mine == RangeSet{{0, maskOf(width)}}) mine.clear();
      }
      if (possible) boxes.push_back(std::move(box));
    }
    for (Box& box : boxes) box.sets.resize(widths.size());
    const std::optional<Counts> counts = BoxCounter(widths, std::move(boxes)).count();
    if (!counts) return std::nullopt;
    return exactShares(*counts, countedBits);
  }

  Shares sampled() {
    Random random(options_.seed);
    std::array<uint64_t, kKinds> hits{};
    uint64_t samples = 0;
    expr::Assignment input(pool_.symbolCount(), 0);
    expr::Evaluator evaluator(pool_, input);
    const Budget budget(options_.limit, nullptr);  // its own: a count that was given up must not leave none
    while (samples < std::max<uint64_t>(options_.samples, 1) && (samples == 0 || samples % 16 != 0 || !budget.exhausted())) {
      for (const vm::InputCell& cell : plan_.cells) {
        const uint64_t high = random.next();
        setCell(input, cell, truncateTo((U128{high} << 64) | random.next(), cell.sort.width));
      }
      evaluator.reset(input);
      const Kind kind = kindAt(evaluator);
      ++hits[kind];
      if (kind != kOutside) ++samples;
      if (hits[kOutside] % 256 == 255 && budget.exhausted()) break;
    }
    if (samples == 0) {  // the domain is too small a part of all patterns to be hit
      Shares unknown;
      sharpen(unknown);
      return unknown;
    }
    Shares shares{sampledShare(hits[kEqual], samples), sampledShare(hits[kDifferent], samples), sampledShare(hits[kUndefined], samples),
                  sampledShare(hits[kOpen], samples)};
    sharpen(shares);
    return shares;
  }

  // What is known besides the samples.
  void sharpen(Shares& shares) const {
    const double one = std::ldexp(1.0, -static_cast<int>(std::min(bits_, 1000u)));
    const auto refine = [&](Share& share, Kind kind, bool possible) {
      if (!possible) {
        share = nothing(bits_);
      } else if (has_[kind]) {  // at least its witness
        share.low = std::max(share.low, one);
        share.estimate = std::max(share.estimate, one);
        share.high = std::max(share.high, one);
        if (share.estimate <= one) share.count = "at least 1 of " + totalText(bits_);
      }
    };
    refine(shares.equal, kEqual, has_[kEqual]);
    refine(shares.different, kDifferent, has_[kDifferent]);
    refine(shares.undefined, kUndefined, has_[kUndefined]);
    refine(shares.open, kOpen, has_[kOpen] || unevaluated_ || !options_.covered);
  }

  ExprPool& pool_;
  const vm::InputSpace& plan_;
  const ShareOptions& options_;
  Budget budget_;
  unsigned bits_ = 0;
  std::set<SymbolId> cells_;
  std::set<ExprId> visited_;
  std::array<bool, kKinds> has_{};
  bool unevaluated_ = false;
  std::vector<Part> parts_;
};

}  // namespace

Shares estimateShares(ExprPool& pool, const vm::InputSpace& plan, std::span<const SharePart> parts, const ShareOptions& options) {
  return Estimator(pool, plan, parts, options).estimate();
}

}  // namespace cleave::explore
