#include "audit/space.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "support/text.h"

namespace cleave::audit {

namespace {

const char* floatParameters(unsigned bits) { return bits == 32 ? "8 24" : bits == 64 ? "11 53" : "15 64"; }

// A pattern of 80 bits has an integer bit, which SMT-LIB's floats do not have.
std::string withoutIntegerBit(const std::string& cell, unsigned bits) {
  return bits == 80 ? fmt::format("(concat ((_ extract 79 64) {0}) ((_ extract 62 0) {0}))", cell) : cell;
}

// Where the printed name differs from the source's: '|' and '\' cannot stand in a quoted name.
std::string quotable(std::string name) {
  std::replace(name.begin(), name.end(), '|', '!');
  std::replace(name.begin(), name.end(), '\\', '/');
  return name;
}

// The names in argument position, without their bars: behind a parenthesis stands an operation, behind (_ an index.
std::set<std::string> argumentNames(const std::string& term) {
  std::set<std::string> names;
  bool isHead = false;
  for (size_t i = 0; i < term.size();) {
    const char c = term[i];
    if (c == '(' || c == ')' || c == ' ' || c == '\n' || c == '\t' || c == '\r') {
      if (c == '(') isHead = true;
      if (c == ')') isHead = false;
      ++i;
      continue;
    }
    const size_t end =
        c == '|' ? std::min(term.find('|', i + 1), term.size() - 1) + 1 : std::min(term.find_first_of("() \n\t\r", i), term.size());
    const std::string token = term.substr(i, end - i);
    if (!isHead || c == '|') names.insert(c == '|' && token.size() >= 2 ? token.substr(1, token.size() - 2) : token);
    isHead = isHead && token == "_";
    i = end;
  }
  return names;
}

// Plain words that stand in argument position without being inputs.
bool isReserved(const std::string& name) {
  static const std::set<std::string> kWords{"true", "false", "RNE", "RNA", "RTP", "RTN", "RTZ", "NaN"};
  return kWords.contains(name);
}

std::string symbolAmong(const std::set<std::string>& names, const std::string& input) {
  const std::string plain = quotable(input);
  if (names.contains("input " + plain)) return "|input " + plain + "|";
  return names.contains(plain) && !isReserved(plain) ? "|" + plain + "|" : "";
}

}  // namespace

std::string symbolIn(const std::string& term, const std::string& input) { return symbolAmong(argumentNames(term), input); }

Space::Space(const std::vector<result::Input>& inputs, const std::vector<std::string>& terms) : inputs_(inputs) {
  std::set<std::string> names;
  for (const std::string& term : terms) {
    names.merge(argumentNames(term));
    floats_ |= term.find("fp") != std::string::npos;
  }
  for (size_t i = 0; i < inputs.size(); ++i) {
    const std::string symbol = symbolAmong(names, inputs[i].name);
    if (symbol.empty()) continue;
    bound_.push_back(i);
    symbols_.push_back(symbol);
    floats_ |= inputs[i].isFloat;
  }
}

std::string Space::cell(size_t cell) const { return fmt::format("|cell {}|", cell); }

std::string Space::constant(size_t cell, U128 value) const {
  std::string digits;
  for (unsigned i = bits(cell); i-- > 0;) digits += ((value >> i) & 1) != 0 ? '1' : '0';
  return "#b" + digits;
}

std::string Space::preamble() const {
  std::string text = std::string("(set-option :produce-models true)\n(set-logic ") + (floats_ ? "QF_BVFP" : "QF_BV") + ")\n";
  for (size_t k = 0; k < bound_.size(); ++k) {
    const result::Input& input = inputs_[bound_[k]];
    text += fmt::format("(declare-fun {} () (_ BitVec {}))\n", cell(k), input.bits);
    if (!input.isFloat) {
      text += fmt::format("(define-fun {} () (_ BitVec {}) {})\n", symbols_[k], input.bits, cell(k));
      continue;
    }
    const char* format = floatParameters(input.bits);
    text += fmt::format("(define-fun {} () (_ FloatingPoint {}) ((_ to_fp {}) {}))\n", symbols_[k], format, format,
                        withoutIntegerBit(cell(k), input.bits));
    if (input.bits == 80)
      text += fmt::format("(assert (= (= ((_ extract 63 63) {0}) #b0) (= ((_ extract 78 64) {0}) #b000000000000000)))\n", cell(k));
    // All patterns of NaN are one input.
    text += fmt::format("(assert (=> (fp.isNaN {}) (= {} {})))\n", symbols_[k], cell(k), constant(k, canonicalNan(input.bits)));
  }
  return text;
}

std::string Space::equals(const Values& values) const {
  std::string text = "(and true";
  for (size_t k = 0; k < bound_.size(); ++k) text += " (= " + cell(k) + " " + constant(k, values[bound_[k]]) + ")";
  return text + ")";
}

std::string Space::probes(const std::string& condition, const std::vector<Values>& inputs) const {
  if (floats_ || bound_.empty() || inputs.empty()) return {};
  std::string script = "(set-option :produce-models true)\n(set-logic QF_BV)\n(define-fun |holds| (", names;
  for (size_t k = 0; k < bound_.size(); ++k) script += fmt::format("({} (_ BitVec {}))", symbols_[k], bits(k));
  script += ") Bool " + condition + ")\n";
  for (size_t i = 0; i < inputs.size(); ++i) {
    script += fmt::format("(declare-fun |probe {0}| () Bool)\n(assert (= |probe {0}| (|holds|", i);
    for (size_t k = 0; k < bound_.size(); ++k) script += " " + constant(k, inputs[i][bound_[k]]);
    script += ")))\n";
    names += fmt::format("{}|probe {}|", i == 0 ? "" : " ", i);
  }
  return script + "(check-sat)\n(get-value (" + names + "))\n";
}

std::string Space::getValue() const {
  std::string text = "(get-value (";
  for (size_t k = 0; k < bound_.size(); ++k) text += (k == 0 ? "" : " ") + cell(k);
  return text + "))\n";
}

}  // namespace cleave::audit
