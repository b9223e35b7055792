#include "tests/checks.h"

#include <algorithm>
#include <csignal>
#include <map>

#include <fmt/format.h>

#include "support/float_format.h"
#include "tests/literal.h"

namespace cleave::tests {

namespace {

using result::CallType;
using result::CallTypeKind;
using Values = std::vector<std::pair<std::string, std::string>>;

constexpr std::string_view kFile = "file \"";

const std::string* valueIn(const Values& values, const std::string& name) {
  const auto found = std::ranges::find(values, name, &std::pair<std::string, std::string>::first);
  return found == values.end() ? nullptr : &found->second;
}

std::string address(const std::string& text) { return text.starts_with('*') ? text.substr(1) : "&" + text; }

class Expecter {
 public:
  Expecter(const TestCase& test, const TypeText& types, const Places& places, bool isCxx) : test_(test), types_(types), places_(places), isCxx_(isCxx) {
    for (size_t k = 0; k < test.entry->inputs.size(); ++k) inputs_[test.entry->inputs[k].name] = test.texts[k];
  }

  Expectation make() {
    ending();
    const Values& seen = test_.expected.values;
    if (!made_.exception.empty()) message(seen);
    for (size_t k = 0; k < seen.size();) k = value(seen, k);
    for (const auto& [name, text] : test_.other.values)
      if (valueIn(seen, name) == nullptr) onlyOther(name);
    return std::move(made_);
  }

 private:
  void ending() {
    const result::Observation& seen = test_.expected;
    made_.tellsApart = seen.outcome != test_.other.outcome || seen.detail != test_.other.detail;
    if (seen.outcome == "exited") made_.end = std::atoi(seen.detail.c_str()) & 255;
    if (seen.outcome == "trapped") made_.end = Expectation::kSignal + SIGABRT;
    if (seen.outcome == "threw") made_.exception = seen.detail;
  }

  bool isSame(const std::string& name, const std::string& text) const {
    const std::string* other = valueIn(test_.other.values, name);
    return other != nullptr && *other == text;
  }

  // As it was passed in, and no version changes it.
  bool isUntouched(const std::string& name, const std::string& text) const {
    const auto given = inputs_.find(name);
    return given != inputs_.end() && given->second == text && isSame(name, text);
  }

  void tell(const std::string& name, const std::string& text) { made_.tellsApart = made_.tellsApart || !isSame(name, text); }

  void cannotSee(const std::string& name, const std::string& text) {
    if (!isSame(name, text)) made_.unseen.push_back(name);
  }

  void onlyOther(const std::string& name) {
    if (name == "stdout" || name == "stderr") {
      (name == "stdout" ? made_.out : made_.err) = "";
      made_.tellsApart = true;
    } else if (name.starts_with(kFile)) {
      made_.files.push_back({name.substr(kFile.size(), name.size() - kFile.size() - 1), std::nullopt});
      made_.tellsApart = true;
    } else {
      made_.unseen.push_back(name);
    }
  }

  // From the k-th on; the next that is to be looked at.
  size_t value(const Values& seen, size_t k) {
    const auto& [name, text] = seen[k];
    if (name == "stdout" || name == "stderr" || name.starts_with(kFile)) {
      output(name, text);
      return k + 1;
    }
    if (!made_.exception.empty() && name == "exception") {
      exception(name, text);
      return k + 1;
    }
    if (made_.end != Expectation::kReturns || !made_.exception.empty()) return k + 1;  // nobody is there to look
    if (name == "errno") {
      made_.usesErrno = true;
      made_.checks.push_back({Check::Style::Equal, "errno_after", text});
      tell(name, text);
      return k + 1;
    }
    const std::optional<Place> place = places_.find(name);
    if (!place) {
      cannotSee(name, text);
      return k + 1;
    }
    if (const size_t next = characters(seen, k, *place); next != k) return next;
    if (!isUntouched(name, text)) single(name, text, *place);
    return k + 1;
  }

  void output(const std::string& name, const std::string& text) {
    if (text.find("\\x") != std::string::npos) return cannotSee(name, text);  // bytes that are no text, as they are shown
    tell(name, text);
    if (name.starts_with(kFile))
      made_.files.push_back({name.substr(kFile.size(), name.size() - kFile.size() - 1), text});
    else
      (name == "stdout" ? made_.out : made_.err) = text;
  }

  void exception(const std::string& name, const std::string& text) {
    if (!integerOf(text)) return cannotSee(name, text);
    made_.ofException.push_back({Check::Style::Equal, "thrown", text});
    tell(name, text);
  }

  // What an exception of the standard library says, which is shown character by character.
  void message(const Values& seen) {
    std::string text;
    for (const auto& [name, value] : seen) {
      const std::optional<U128> number = integerOf(value);
      if (!number || name != (text.empty() ? "*what()" : fmt::format("what()[{}]", text.size()))) continue;
      text += static_cast<char>(static_cast<unsigned char>(*number));
      tell(name, value);
    }
    if (!text.ends_with('\0')) return;
    text.pop_back();
    made_.ofException.push_back({Check::Style::Text, "thrown.what()", stringLiteral(text)});
  }

  void add(const std::string& name, const std::string& text, const std::string& used, Check check) {
    made_.usesResult = made_.usesResult || used.find("result") != std::string::npos;
    tell(name, text);
    made_.checks.push_back(std::move(check));
  }

  const CallType* typeOf(const Place& place) const { return place.isByte ? nullptr : types_.find(place.type); }

  void single(const std::string& name, const std::string& text, const Place& place) {
    if (place.isByte) {
      if (!integerOf(text)) return cannotSee(name, text);
      return add(name, text, place.text, {Check::Style::Equal, place.text, toDecimal(truncateTo(*integerOf(text), 8))});
    }
    const CallType* type = typeOf(place);
    if (type == nullptr) return cannotSee(name, text);
    if (type->kind == CallTypeKind::Pointer) return pointer(name, text, place);
    if (type->kind == CallTypeKind::Float && isFloatWidth(floatWidth(type->bytes))) return number(name, text, place, floatWidth(type->bytes));
    if (!isInteger(*type) || !integerOf(text)) return cannotSee(name, text);
    std::optional<std::string> literal = integerLiteral(*integerOf(text), *type);
    if (!literal) return cannotSee(name, text);
    if (type->kind == CallTypeKind::Enum && isCxx_ && types_.includesSource()) literal = fmt::format("({}){}", types_.name(place.type), *literal);
    add(name, text, place.text, {Check::Style::Equal, (place.isBitField ? "+" : "") + place.text, *literal});  // no reference binds to a bit-field
  }

  void number(const std::string& name, const std::string& text, const Place& place, unsigned width) {
    const std::optional<U128> bits = floatOf(text, width);
    if (!bits) return cannotSee(name, text);
    const std::string& x = place.text;
    if (isNan(*bits, width)) return add(name, text, x, {Check::Style::Holds, x + " != " + x});  // NaN
    if (truncateTo(*bits, width - 1) == 0) return add(name, text, x, {Check::Style::Holds, fmt::format("{} == 0 && {}signbit({})", x, *bits == 0 ? "!" : "", x)});
    add(name, text, x, {Check::Style::Equal, x, floatLiteral(*bits, width)});
  }

  void pointer(const std::string& name, const std::string& text, const Place& place) {
    if (text == "uninitialised") return cannotSee(name, text);
    if (text == "null") return add(name, text, place.text, {Check::Style::Holds, place.text + " == NULL"});
    std::string target = text, offset;
    if (const size_t plus = text.rfind(" + "); plus != std::string::npos && integerOf(text.substr(plus + 3))) {
      target = text.substr(0, plus);
      offset = text.substr(plus);
    }
    if (target.starts_with('&'))
      if (const std::optional<Place> to = places_.find(target.substr(1)))
        return add(name, text, place.text, {Check::Style::Holds, fmt::format("(const char *){} == (const char *){}{}", place.text, address(to->text), offset)});
    const std::string* other = valueIn(test_.other.values, name);
    made_.usesResult = made_.usesResult || place.text.find("result") != std::string::npos;
    made_.checks.push_back({Check::Style::Holds, place.text + " != NULL"});
    if (other != nullptr && *other == "null") made_.tellsApart = true;
    else if (!isSame(name, text)) made_.unseen.push_back(name);
  }

  // Elements of an array of characters that follow each other, as one string. `k` itself: they are none.
  size_t characters(const Values& seen, size_t k, const Place& first) {
    const CallType* type = typeOf(first);
    if (type == nullptr || !isPlainChar(*type) || first.array.empty() || first.index != 0) return k;
    std::string bytes;
    bool isUsed = false, isRestUsed = false;
    size_t next = k;
    for (; next < seen.size(); ++next) {
      const auto& [name, text] = seen[next];
      const std::optional<Place> place = places_.find(name);
      const std::optional<U128> number = integerOf(text);
      if (!place || place->array != first.array || place->index != bytes.size() || !number) break;
      const bool isBehindText = bytes.find('\0') != std::string::npos;
      bytes += static_cast<char>(static_cast<unsigned char>(*number));
      if (isUntouched(name, text)) continue;
      isUsed = true;
      isRestUsed = isRestUsed || (isBehindText && !isSame(name, text));
    }
    if (bytes.size() < 2) return k;
    if (!isUsed) return next;
    for (size_t each = k; each < next; ++each) tell(seen[each].first, seen[each].second);
    made_.usesResult = made_.usesResult || first.array.find("result") != std::string::npos;
    const size_t end = bytes.find('\0');
    const std::string array = first.array.starts_with('*') || first.array.starts_with('&') ? "(" + first.array + ")" : first.array;
    if (end != std::string::npos && !isRestUsed)
      made_.checks.push_back({Check::Style::Text, array, stringLiteral(bytes.substr(0, end))});
    else
      made_.checks.push_back({Check::Style::Holds, fmt::format("memcmp({}, {}, {}) == 0", array, stringLiteral(bytes), bytes.size())});
    return next;
  }

  const TestCase& test_;
  const TypeText& types_;
  const Places& places_;
  bool isCxx_;
  std::map<std::string, std::string> inputs_;
  Expectation made_;
};

}  // namespace

Expectation expectationOf(const TestCase& test, const TypeText& types, const Places& places, bool isCxx) { return Expecter(test, types, places, isCxx).make(); }

}  // namespace cleave::tests
