#include "explore/mutator.h"

#include <algorithm>
#include <set>
#include <string_view>

#include "explore/harvest.h"

namespace cleave::explore {

using expr::Assignment;

namespace {

constexpr std::string_view kCharacters = "0123456789aA -\n";
constexpr U128 kSmallNumbers = 8;

bool isByte(const vm::InputCell& cell) { return cell.sort.isBits() && cell.sort.width == 8; }

// "s[3]" is of "s[".
std::string_view bufferOf(const vm::InputCell& cell) {
  const std::string_view name = cell.name;
  const size_t open = name.rfind('[');
  return isByte(cell) && open != std::string_view::npos && name.ends_with(']') ? name.substr(0, open + 1) : std::string_view();
}

}  // namespace

Mutator::Mutator(const Entry& entry, const program::Program& before, const program::Program& after, InputSource& source, uint64_t seed)
    : cells_(entry.space.cells), source_(source), random_(seed) {
  for (size_t cell = 0; cell < cells_.size(); ++cell) {
    const std::string_view buffer = bufferOf(cells_[cell]);
    if (cell != 0 && !buffer.empty() && buffer == bufferOf(cells_[cell - 1])) {
      ++groups_.back().count;
    } else {
      groups_.push_back({cell, 1});
    }
    groupOf_.push_back(groups_.size() - 1);
  }
  const Harvest harvest = harvestConstants(entry, before, after);
  constants_.assign(harvest.own.begin(), harvest.own.end());
  words_.assign(harvest.words.begin(), harvest.words.end());
  findNeighbours();
}

void Mutator::findNeighbours() {
  for (size_t cell = 0; cell < cells_.size(); ++cell) {
    if (!cells_[cell].sort.isBits()) continue;
    std::set<U128> values;
    const auto add = [&](U128 bits) { values.insert(source_.limited(cell, truncateTo(bits, cells_[cell].sort.width))); };
    for (const U128 bits : constants_) add(bits);
    if (isByte(cells_[cell])) {
      for (const char c : kCharacters) add(static_cast<uint8_t>(c));
    } else {
      for (U128 small = 0; small < kSmallNumbers; ++small) add(small);
    }
    for (const U128 bits : values) neighbours_.push_back({cell, bits});
  }
}

Assignment Mutator::neighbour(const Assignment& parent, size_t k) const {
  Assignment input = parent;
  input[cells_[neighbours_[k].cell].symbol.value] = neighbours_[k].bits;
  return input;
}

// Often one step, at times many: what two conditions ask for together is not found one by one.
Assignment Mutator::mutate(const Assignment& parent, const Assignment& other) {
  Assignment input = parent;
  if (groups_.empty()) return input;
  do once(input, other);
  while (random_.chance(55));
  return input;
}

void Mutator::once(Assignment& input, const Assignment& other) {
  const Group& group = groups_[groupOf_[random_.below(cells_.size())]];
  if (group.count == 1) {
    if (random_.chance(20)) {
      at(input, group.first) = at(other, group.first);
    } else {
      changeCell(input, group.first);
    }
  } else {
    changeBytes(input, other, group);
  }
}

void Mutator::changeCell(Assignment& input, size_t cell) {
  const expr::Sort sort = cells_[cell].sort;
  U128& value = at(input, cell);
  const uint64_t how = random_.below(10);
  if (sort.isFloat() || how < 3) {
    value = source_.valueOf(cell);
  } else if (how < 7) {
    value = constantFor(cell);
  } else if (how < 9) {
    const I128 step = static_cast<I128>(random_.below(17)) - 8;
    value = source_.limited(cell, truncateTo(value + static_cast<U128>(step), sort.width));
  } else {
    value = source_.limited(cell, value ^ (U128{1} << random_.below(sort.width)));
  }
}

U128 Mutator::constantFor(size_t cell) {
  if (constants_.empty()) return source_.valueOf(cell);
  return source_.limited(cell, truncateTo(constants_[random_.below(constants_.size())], cells_[cell].sort.width));
}

void Mutator::changeBytes(Assignment& input, const Assignment& other, const Group& group) {
  const uint64_t how = random_.below(10);
  if (how < 5) {
    changeCell(input, group.first + random_.below(group.count));
  } else if (how < 6) {
    putWord(input, group);
  } else if (how < 8) {
    move(input, group);
  } else {  // a part of the other one, wherever it stands there
    const size_t from = random_.below(group.count), to = random_.below(group.count);
    const size_t count = 1 + random_.below(group.count - std::max(from, to));
    for (size_t k = 0; k < count; ++k) at(input, group.first + to + k) = at(other, group.first + from + k);
  }
}

// One byte comes in, or one goes out.
void Mutator::move(Assignment& input, const Group& group) {
  const size_t place = random_.below(group.count), last = group.count - 1;
  if (random_.chance(50)) {
    for (size_t k = last; k > place; --k) at(input, group.first + k) = at(input, group.first + k - 1);
    changeCell(input, group.first + place);
  } else {
    for (size_t k = place; k < last; ++k) at(input, group.first + k) = at(input, group.first + k + 1);
  }
}

void Mutator::putWord(Assignment& input, const Group& group) {
  if (words_.empty()) return changeCell(input, group.first + random_.below(group.count));
  const std::string& word = words_[random_.below(words_.size())];
  const size_t place = random_.below(group.count);
  for (size_t k = 0; k < word.size() && place + k < group.count; ++k) at(input, group.first + place + k) = static_cast<uint8_t>(word[k]);
}

}  // namespace cleave::explore
