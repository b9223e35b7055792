#include "explore/stages.h"

#include <algorithm>

#include "explore/domain.h"
#include "result/guarantee.h"
#include "support/check.h"

namespace cleave::explore {

using expr::Assignment;
using expr::ExprId;
using expr::Op;
using inputs::Size;
using result::Premise;
using result::sentence;

namespace {

// A text of one byte and one element tell most already; that pointers in structures are all null, little.
uint64_t first(const EntrySize& size) { return std::min<uint64_t>(size.most, 1); }

std::string boundOf(const EntrySize& size, uint64_t now) {
  return size.premise == Premise::StdinLength || size.premise == Premise::WordsOfArgv ? sentence(size.premise, now)
                                                                                       : sentence(size.premise, size.place, now);
}

}  // namespace

Stages::Stages(const Entry& entry, expr::ExprPool& pool) : entry_(entry), pool_(pool) {
  for (const EntrySize& size : entry.sizes) now_.push_back(first(size));
  state();
}

bool Stages::isWhole() const {
  for (size_t k = 0; k < now_.size(); ++k)
    if (now_[k] < entry_.sizes[k].most) return false;
  return true;
}

ExprId Stages::literal(const EntrySize& size, uint64_t now) const {
  const auto is = [&](size_t k, uint64_t number) {
    const ExprId cell = pool_.symbolExpr(cellOf(size, k).symbol);
    CHECK(pool_.sort(cell).isBits(), "a size is no number");
    return pool_.equal(cell, pool_.bits(pool_.sort(cell).width, number));
  };
  switch (size.kind) {
    case Size::Kind::Text: {
      std::vector<ExprId> goesOn;
      for (size_t k = 0; k <= now; ++k) goesOn.push_back(pool_.notOf(is(k, 0)));
      return pool_.notOf(pool_.conjunction(goesOn));
    }
    case Size::Kind::Count: {
      const ExprId count = pool_.symbolExpr(cellOf(size, 0).symbol);
      return pool_.binary(cellOf(size, 0).isSigned ? Op::SLe : Op::ULe, count, pool_.bits(pool_.sort(count).width, now + size.base));
    }
    case Size::Kind::Depth: {
      std::vector<ExprId> areNull;
      for (size_t k = 0; k < size.cells.size(); ++k)
        if (size.depths[k] > now) areNull.push_back(is(k, 1));
      return pool_.conjunction(areNull);
    }
  }
  UNREACHABLE("a size of no kind");
}

void Stages::state() {
  literals_.clear();
  for (size_t k = 0; k < now_.size(); ++k)
    if (now_[k] < entry_.sizes[k].most) literals_.push_back(literal(entry_.sizes[k], now_[k]));
}

bool Stages::holds(const Assignment& input) const { return isInDomain(pool_, literals_, input); }

bool Stages::exceeds(size_t k, const Assignment& input) const {
  return now_[k] < entry_.sizes[k].most && !isInDomain(pool_, {literal(entry_.sizes[k], now_[k])}, input);
}

Assignment Stages::cut(Assignment input) const {
  input.resize(pool_.symbolCount(), 0);
  const auto set = [&](const EntrySize& size, size_t k, uint64_t number) { input[cellOf(size, k).symbol.value] = number; };
  for (size_t k = 0; k < now_.size(); ++k) {
    const EntrySize& size = entry_.sizes[k];
    if (!exceeds(k, input)) continue;
    switch (size.kind) {
      case Size::Kind::Text:
        set(size, now_[k], 0);
        break;
      case Size::Kind::Count:
        set(size, 0, now_[k] + size.base);
        break;
      case Size::Kind::Depth:
        for (size_t j = 0; j < size.cells.size(); ++j)
          if (size.depths[j] > now_[k]) set(size, j, 1);
        break;
    }
  }
  return input;
}

void Stages::grow(size_t k) { now_[k] = std::min(now_[k] + 1, entry_.sizes[k].most); }

void Stages::growFor(const Assignment& input) {
  std::vector<size_t> tooLarge;
  for (size_t k = 0; k < now_.size(); ++k)
    if (exceeds(k, input)) tooLarge.push_back(k);
  if (tooLarge.empty()) return growAll();
  for (const size_t k : tooLarge) grow(k);
  state();
}

void Stages::growAll() {
  for (size_t k = 0; k < now_.size(); ++k) grow(k);
  state();
}

// Cells that conditions do not speak of may still be bound to others, by what counts as an input at all or by a size that they have in common.
// Those that are not can be given other values, of the stage's sizes, whatever the others are: so what holds of the stage's inputs holds
// without their sizes, too.
Stage Stages::told(const std::set<expr::SymbolId>& asked) const {
  std::vector<ExprId> bindings = entry_.domain;
  bindings.insert(bindings.end(), literals_.begin(), literals_.end());
  std::set<expr::SymbolId> reached = asked;
  const auto speaksOfReached = [&](ExprId e) {
    return std::ranges::any_of(pool_.symbolsOf(e), [&](expr::SymbolId s) { return reached.contains(s); });
  };
  for (bool grew = true; grew;) {
    grew = false;
    for (const ExprId each : bindings)
      if (speaksOfReached(each))
        for (const expr::SymbolId symbol : pool_.symbolsOf(each)) grew = reached.insert(symbol).second || grew;
  }
  Stage stage;
  for (size_t k = 0; k < now_.size(); ++k) {
    const EntrySize& size = entry_.sizes[k];
    if (now_[k] == size.most || !speaksOfReached(literal(size, now_[k]))) continue;
    stage.literals.push_back(literal(size, now_[k]));
    stage.bounds.emplace_back(boundOf(size, size.most), boundOf(size, now_[k]));
  }
  return stage;
}

}  // namespace cleave::explore
