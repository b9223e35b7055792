#include "explore/calls.h"

#include <algorithm>
#include <optional>

#include "expr/print.h"
#include "support/text.h"

namespace cleave::explore {
namespace {

using program::EnvironmentFunction;
using program::EnvironmentNumber;
using program::EnvironmentPointee;
using program::EnvironmentValue;
using vm::ObservedCell;

class Reader {
 public:
  Reader(const std::vector<const ObservedCell*>& words, const std::vector<EnvironmentFunction>& environment)
      : words_(words), environment_(environment) {}

  std::vector<std::string> all() {
    std::vector<std::string> calls;
    while (at_ < words_.size()) {
      const std::optional<uint64_t> number = next();
      const auto function = std::ranges::find(environment_, number.value_or(0), &EnvironmentFunction::number);
      if (function == environment_.end()) break;
      calls.push_back(call(*function));
    }
    return calls;
  }

 private:
  // Nothing: not set, or a pointer.
  std::optional<uint64_t> next() {
    if (at_ >= words_.size()) return std::nullopt;
    const ObservedCell& cell = *words_[at_++];
    return cell.kind == ObservedCell::Kind::Scalar ? std::optional(static_cast<uint64_t>(cell.bits)) : std::nullopt;
  }

  std::string call(const EnvironmentFunction& function) {
    std::vector<std::string> arguments;
    for (const EnvironmentValue& each : function.parameters) arguments.push_back(argument(each));
    if (function.variadic) {
      const uint64_t more = next().value_or(0);
      for (uint64_t k = 0; k < more && at_ < words_.size(); ++k) arguments.push_back(extra());
    }
    return function.display + "(" + join(arguments, ", ") + ")";
  }

  std::string number(const EnvironmentNumber& described) {
    const std::optional<uint64_t> bits = next();
    if (!bits) return "?";
    if (described.isPointer) return *bits == 0 ? "null" : "…";
    const expr::Sort sort = described.isFloat ? expr::Sort::floating(described.bits) : expr::Sort::bits(described.bits);
    return expr::toCLiteral(sort, truncateTo(*bits, described.bits), described.isSigned);
  }

  std::string pointer() {
    if (at_ >= words_.size()) return "?";
    const ObservedCell& cell = *words_[at_++];
    if (cell.kind == ObservedCell::Kind::Pointer) return cell.target;
    return cell.kind == ObservedCell::Kind::Scalar && cell.bits == 0 ? "null" : "?";
  }

  std::string bytes() {
    const std::optional<uint64_t> count = next();
    if (!count) return "?";
    if (*count == 0) return "null";
    std::string text;
    for (uint64_t left = *count - 1; left > 0 && at_ < words_.size();) {
      const uint64_t now = std::min<uint64_t>(left, 8);
      const std::optional<uint64_t> word = next();
      for (uint64_t k = 0; k < now; ++k) text += word ? static_cast<char>(*word >> 8 * k) : '?';
      left -= now;
    }
    return cleave::quoted(text);
  }

  std::string argument(const EnvironmentValue& value) {
    if (value.kind == EnvironmentValue::Kind::Number) return number(value.number);
    if (value.behind.isOutput) return next().value_or(1) == 0 ? "null" : "…";
    switch (value.behind.kind) {
      case EnvironmentPointee::Kind::Token:
        return pointer();
      case EnvironmentPointee::Kind::Text:
      case EnvironmentPointee::Kind::Bytes:
        return bytes();
      case EnvironmentPointee::Kind::Object:
        break;
    }
    if (next().value_or(0) == 0) return "null";
    std::vector<std::string> parts;
    for (const EnvironmentNumber& each : value.behind.numbers) parts.push_back(number(each));
    return "{" + join(parts, ", ") + "}";
  }

  // A number, a pointer or a text: the log has the kind in front of it.
  std::string extra() {
    const uint64_t kind = next().value_or(0);
    if (kind == 's') return bytes();
    if (kind == 'p') return pointer();
    const std::optional<uint64_t> bits = next();
    if (!bits) return "?";
    return kind == 'd' ? expr::toCLiteral(expr::Sort::floating(64), *bits, true) : expr::toCLiteral(expr::Sort::bits(64), *bits, true);
  }

  const std::vector<const ObservedCell*>& words_;
  const std::vector<EnvironmentFunction>& environment_;
  size_t at_ = 0;
};

}  // namespace

bool isOfCalls(const ObservedCell& cell) { return result::observableAt(cell.path.root) == result::Observable::Environment; }

std::vector<std::string> callsIn(const std::vector<ObservedCell>& globals, const std::vector<EnvironmentFunction>& environment) {
  std::vector<const ObservedCell*> words;
  for (const ObservedCell& cell : globals)
    if (cell.path.root == "global:" + program::environmentGlobal("words")) words.push_back(&cell);
  return Reader(words, environment).all();
}

std::string firstOther(const std::vector<std::string>& before, const std::vector<std::string>& after) {
  const auto [x, y] = std::ranges::mismatch(before, after);
  if (x == before.end() && y == after.end()) return "";
  const auto text = [](auto at, auto end) { return at == end ? std::string("calls nothing more") : "calls " + *at; };
  return "before " + text(x, before.end()) + ", after " + text(y, after.end());
}

namespace {

std::string shownText(const std::string& text) {
  constexpr size_t kMostShown = 24;
  return text.size() <= kMostShown ? cleave::quoted(text) : cleave::quoted(text.substr(0, kMostShown)) + "...";
}

// Of each call, what was written before it.
std::vector<std::string> textAtCalls(const std::vector<vm::OutputItem>& items) {
  std::vector<std::string> texts;
  std::string text;
  for (const vm::OutputItem& item : items) {
    text += vm::concreteText({item});
    if (item.kind == vm::OutputItem::Kind::Call) texts.push_back(text);
  }
  return texts;
}

}  // namespace

std::string firstElsewhere(const std::vector<std::string>& calls, const std::vector<vm::OutputItem>& before,
                           const std::vector<vm::OutputItem>& after) {
  const std::vector<std::string> left = textAtCalls(before), right = textAtCalls(after);
  if (left.size() != right.size()) return "";
  for (size_t k = 0; k < left.size(); ++k) {
    if (left[k].size() == right[k].size()) continue;
    const auto& [shorter, longer] = std::minmax(left[k], right[k], [](const auto& x, const auto& y) { return x.size() < y.size(); });
    const std::string between = shownText(longer.substr(shorter.size()));
    const std::string call = k < calls.size() ? calls[k] : "the environment";
    return left[k].size() > right[k].size() ? "before calls " + call + " behind " + between + ", after ahead of it"
                                            : "before calls " + call + " ahead of " + between + ", after behind it";
  }
  return "";
}

std::string callsAmongText(const std::vector<std::string>& calls, const std::vector<vm::OutputItem>& items) {
  std::vector<std::string> parts;
  std::string text;
  size_t next = 0;
  const auto print = [&] {
    if (!text.empty()) parts.push_back("prints " + shownText(text));
    text.clear();
  };
  for (const vm::OutputItem& item : items) {
    text += vm::concreteText({item});
    if (item.kind != vm::OutputItem::Kind::Call) continue;
    print();
    if (next < calls.size()) parts.push_back(calls[next++]);
  }
  print();
  return join(parts, ", ");
}

}  // namespace cleave::explore
