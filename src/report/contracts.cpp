// Rows as contracts in the manner of ACSL. What stands in `assumes` is meant before the call; in `ensures` a name on the left is meant
// behind it, and all on the right before it: parameters by ACSL's own rule, memory in \old(...). What has no words in that language (text
// that is printed, an address) is a comment.
#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "report/rename.h"
#include "report/row_text.h"
#include "report/signature.h"
#include "report/utf8.h"
#include "result/criterion.h"
#include "support/text.h"

namespace cleave::report {

namespace {

using result::Signature;
using result::SignatureRow;

// No comment may end early.
std::string inComment(std::string text) {
  text = printable(text);
  for (size_t at = text.find("*/"); at != std::string::npos; at = text.find("*/", at)) text.insert(at + 1, 1, ' ');
  return text;
}

// As an operand of ==.
std::string operand(const std::string& text) { return text.find_first_of("&|^?<>=") == std::string::npos ? text : "(" + text + ")"; }

// The pointer of which the input says that it is null, or nothing. An underscore more tells it from a parameter of that name.
std::string pointerOf(const result::Input& input) {
  static constexpr std::string_view kChoice = "_is_null";
  std::string name = input.name;
  while (name.ends_with('_')) name.pop_back();
  return !input.isParameter && name.ends_with(kChoice) ? name.substr(0, name.size() - kChoice.size()) : "";
}

std::string ending(const result::Observation& shown) {
  if (shown.outcome == "trapped") return fmt::format("traps: {}{}", shown.detail, shown.place.empty() ? "" : " at " + shown.place);
  if (shown.outcome == "threw") return "throws " + shown.detail;
  if (shown.outcome == "unfinished") return "did not end: " + shown.detail;
  return "";
}

class Contract {
 public:
  explicit Contract(const Signature& signature) : signature_(signature) {
    for (const result::Input& input : signature.inputs) {
      const std::string pointer = pointerOf(input);
      if (!pointer.empty()) {
        assumed_[input.name] = "(" + pointer + " == \\null)";
        atCall_[input.name] = "(\\old(" + pointer + ") == \\null)";
      } else if (!input.isParameter) {
        atCall_[input.name] = "\\old(" + input.name + ")";
      }
    }
  }

  std::string text() {
    text_ = fmt::format("/*@ // {}\n", inComment(signature_.entry));
    for (const std::string& bound : signature_.guarantee.bounds) line(1, "// holds within a bound: " + bound);
    for (const std::string& each : signature_.guarantee.assumptions) line(1, "// assumes that " + each);
    std::vector<std::string> names;
    for (const SignatureRow& row : signature_.rows) {
      if (row.way.kind != result::PartitionKind::Unfinished) names.push_back(fmt::format("row_{}", row.way.id));
      behaviour(row);
    }
    line(1, signature_.exhaustive ? "complete behaviors " + join(names, ", ") + ";" : "// not complete: " + signature_.reason);
    return text_ + "*/\n";
  }

 private:
  void line(size_t depth, const std::string& words) { text_ += std::string(2 * depth + 2, ' ') + inComment(words) + "\n"; }

  void behaviour(const SignatureRow& row) {
    line(1, fmt::format("behavior row_{}:", row.way.id));
    const std::string& condition = row.way.conditionText;
    line(2, "assumes " + (condition.empty() ? "true" : renamed(condition, assumed_)) + ";");
    if (const std::string end = ending(row.way.after); !end.empty()) line(2, "// " + end);
    std::set<std::string> said;
    for (const auto& [name, value] : row.way.afterExpr)
      if (std::string words = clause(row, name, value); said.insert(words).second) line(2, words);
  }

  std::string clause(const SignatureRow& row, const std::string& name, const std::string& value) const {
    const bool returned = row.way.after.outcome == "returned", exited = row.way.after.outcome == "exited";
    if (result::isTextObservation(name)) return fmt::format("// writes to {}: \"{}\"", name, value);
    const std::string shown = name == result::kExitStatus ? "\\exit_status" : renamed(name, {{"return", "\\result"}});
    const bool isNull = value == "null";
    const bool isScalar = std::any_of(row.smt.begin(), row.smt.end(), [&](const result::SmtTerm& term) { return term.name == name; });
    // An address has no words, and behind a trap nothing is ensured.
    if ((!isScalar && !isNull && name != result::kExitStatus) || (!returned && !exited)) return fmt::format("// {} is {}", shown, value);
    return fmt::format("{} {} == {};", exited ? "exits" : "ensures", shown, isNull ? "\\null" : operand(renamed(value, atCall_)));
  }

  const Signature& signature_;
  std::map<std::string, std::string> assumed_;  // inputs that are written otherwise, in a condition at the call
  std::map<std::string, std::string> atCall_;   // the same behind it
  std::string text_;
};

}  // namespace

std::string toContracts(const Signature& signature) { return Contract(signature).text(); }

}  // namespace cleave::report
