#include "change/symbols.h"

#include <algorithm>
#include <numeric>
#include <string>
#include <unordered_map>

#include <fmt/format.h>

#include "program/shown_name.h"
#include "support/text.h"

namespace cleave::change {

using program::Constant;
using program::Global;
using program::Program;

namespace {

// Data whose name the compiler made up and whose identity no source text can speak of.
bool isNameless(const Global& global) {
  if (!global.internal || !global.constant || !global.defined) return false;
  static constexpr std::string_view kPrefixes[] = {".str", "__const.", "__func__.", "__PRETTY_FUNCTION__.", "switch.table"};
  if (global.name.empty()) return true;
  for (std::string_view prefix : kPrefixes)
    if (startsWith(global.name, prefix)) return true;
  return false;
}

constexpr uint32_t kNoMatch = UINT32_MAX;

class Interner {
 public:
  uint32_t intern(const std::string& text) { return ids_.try_emplace(text, static_cast<uint32_t>(ids_.size())).first->second; }

 private:
  std::unordered_map<std::string, uint32_t> ids_;
};

class SideNamer {
 public:
  SideNamer(const Program& program, std::string_view side, Interner& interner) : program_(program), side_(side), interner_(interner) {}

  // `matchOf`: by function, its place in the list of those that correspond, or none.
  SymbolKeys run(const std::vector<uint32_t>& matchOf) {
    for (size_t f = 0; f < program_.functions.size(); ++f) {
      const std::string alone = side_ + std::to_string(f);
      const std::string own = matchOf[f] == kNoMatch ? '!' + alone : ':' + std::to_string(matchOf[f]);
      keys_.functions.push_back(interner_.intern('f' + own));
      keys_.addresses.push_back(interner_.intern('a' + own + ',' + program_.functions[f].name));
    }
    keys_.globals.resize(program_.globals.size());
    state_.resize(program_.globals.size(), State::New);
    for (const size_t g : byFile()) nameGlobal(g);
    return std::move(keys_);
  }

 private:
  enum class State : uint8_t { New, Open, Done };

  // In an order that does not depend on the order of the files.
  std::vector<size_t> byFile() const {
    std::vector<size_t> order(program_.globals.size());
    std::iota(order.begin(), order.end(), 0);
    const auto unit = [&](size_t g) { return program::splitName(program_.globals[g].name).unit; };
    std::stable_sort(order.begin(), order.end(), [&](size_t x, size_t y) { return unit(x) < unit(y); });
    return order;
  }

  // The text, numbered when it occurs again in this version.
  uint32_t keyOf(const std::string& text) { return interner_.intern(text + '#' + std::to_string(seen_[text]++)); }

  // A thing without a name corresponds to nothing on the other side.
  std::string nameText(char kind, const std::string& name, size_t index) const {
    if (name.empty()) return std::string{kind} + '!' + side_ + std::to_string(index);
    return std::string{kind} + ':' + name;
  }

  void nameGlobal(size_t index) {
    if (state_[index] == State::Done) return;
    state_[index] = State::Open;
    const Global& global = program_.globals[index];
    keys_.globals[index] = keyOf(isNameless(global) ? contentText(global) : nameText('g', global.name, index));
    state_[index] = State::Done;
  }

  std::string contentText(const Global& global) {
    size_t used = global.bytes.size();
    while (used > 0 && global.bytes[used - 1] == 0) --used;
    std::string text = fmt::format("c:{},{},{},{},", global.size, global.alignment, global.threadLocal, used);
    text.append(global.bytes.begin(), global.bytes.begin() + static_cast<ptrdiff_t>(used));
    for (const auto& relocation : global.relocations)
      text += fmt::format("@{}+{}:{}", relocation.offset, relocation.target.bits, targetText(relocation.target));
    return text;
  }

  std::string targetText(const Constant& target) {
    if (target.kind == Constant::Kind::Function) return std::to_string(keys_.addresses[target.target]);
    if (state_[target.target] == State::Open)
      return nameText('g', program_.globals[target.target].name, target.target);  // data that leads to itself
    nameGlobal(target.target);
    return std::to_string(keys_.globals[target.target]);
  }

  const Program& program_;
  std::string side_;
  Interner& interner_;
  std::unordered_map<std::string, size_t> seen_;
  SymbolKeys keys_;
  std::vector<State> state_;  // of the globals
};

}  // namespace

Both<SymbolKeys> nameSymbols(const Both<const Program&>& programs, const std::vector<FunctionMatch>& functions) {
  Interner interner;
  return makeBoth([&](Side side) {
    const Program& program = programs.of(side);
    std::vector<uint32_t> matchOf(program.functions.size(), kNoMatch);
    for (uint32_t k = 0; k < functions.size(); ++k) matchOf[functions[k].of(side).value] = k;
    return SideNamer(program, nameOf(side), interner).run(matchOf);
  });
}

}  // namespace cleave::change
