#include <algorithm>
#include <cctype>
#include <set>

#include <fmt/format.h>

#include "report/row_text.h"
#include "report/signature.h"
#include "report/utf8.h"
#include "result/criterion.h"
#include "support/text.h"

namespace cleave::report {

namespace {

using result::Signature;
using result::SignatureRow;

bool isWordPart(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// Names of globals and of memory stand for their values at the call.
std::string atCall(const std::string& text, const std::set<std::string>& names) {
  std::string result;
  for (size_t i = 0; i < text.size();) {
    size_t end = i;
    while (end < text.size() && isWordPart(text[end])) ++end;
    const std::string word = text.substr(i, std::max<size_t>(end - i, 1));
    const bool isMember = i != 0 && (text[i - 1] == '.' || text[i - 1] == '>');
    result += names.contains(word) && !isMember ? "\\old(" + word + ")" : word;
    i += word.size();
  }
  return result;
}

// No comment may end early.
std::string inComment(std::string text) {
  for (size_t at = text.find("*/"); at != std::string::npos; at = text.find("*/", at)) text.insert(at + 1, 1, ' ');
  return text;
}

// As an operand of ==.
std::string operand(const std::string& text) { return text.find_first_of("&|^?<>=") == std::string::npos ? text : "(" + text + ")"; }

std::string ensures(const std::string& name, const std::string& value, const std::set<std::string>& memory) {
  if (name == result::kStdout || name == result::kStderr) return fmt::format("// writes to {}: \"{}\"", name, printable(value));
  if (name == result::kExitStatus) return fmt::format("exits \\exit_status == {};", atCall(value, memory));
  const std::string shown = name == result::kReturn ? "\\result" : name.starts_with("return") ? "\\result" + name.substr(6) : name;
  return fmt::format("ensures {} == {};", shown, operand(atCall(value, memory)));
}

std::string ending(const result::Observation& shown) {
  if (shown.outcome == "trapped") return fmt::format("// traps: {}{}", shown.detail, shown.place.empty() ? "" : " at " + shown.place);
  if (shown.outcome == "threw") return "// throws " + shown.detail;
  if (shown.outcome == "unfinished") return "// did not end: " + shown.detail;
  return "";
}

std::string condition(const SignatureRow& row) { return row.way.conditionText.empty() ? "true" : row.way.conditionText; }

bool isFinished(const SignatureRow& row) { return row.way.kind != result::PartitionKind::Unfinished; }

std::string identifier(const std::string& name) {
  std::string text;
  for (const char c : name.substr(0, name.find('('))) text += isWordPart(c) ? c : '_';
  return text;
}

bool isScalarFunction(const Signature& signature) {
  const auto isParameter = [](const result::Input& input) { return input.isParameter && !input.name.empty(); };
  return std::all_of(signature.inputs.begin(), signature.inputs.end(), isParameter);
}

const std::string* returned(const SignatureRow& row) {
  for (const auto& [name, value] : row.way.afterExpr)
    if (name == result::kReturn) return &value;
  return nullptr;
}

// The type in which results are compared: of the result's width, since expressions tell bits. Empty: no row has a result.
std::string resultType(const Signature& signature) {
  for (const SignatureRow& row : signature.rows)
    for (const result::SmtTerm& term : row.smt) {
      if (term.name != result::kReturn) continue;
      if (term.sort.find("Float") != std::string::npos) return "double";
      for (const char* bits : {"8", "16", "32", "64"})
        if (term.sort == fmt::format("(_ BitVec {})", bits)) return fmt::format("uint{}_t", bits);
    }
  return "";
}

}  // namespace

std::string toContracts(const Signature& signature) {
  std::set<std::string> memory;
  for (const result::Input& input : signature.inputs)
    if (!input.isParameter) memory.insert(input.name);
  std::string text = fmt::format("/*@ // {}\n", printable(signature.entry));
  std::vector<std::string> names;
  for (const SignatureRow& row : signature.rows) {
    if (isFinished(row)) names.push_back(fmt::format("row_{}", row.way.id));
    text += fmt::format("    behavior row_{}:\n      assumes {};\n", row.way.id, inComment(printable(condition(row))));
    if (const std::string end = ending(row.way.after); !end.empty()) text += "      " + inComment(printable(end)) + "\n";
    for (const auto& [name, value] : row.way.afterExpr) text += "      " + inComment(ensures(name, value, memory)) + "\n";
  }
  text += signature.exhaustive ? "    complete behaviors " + join(names, ", ") + ";\n" : "    // not complete: " + signature.reason + "\n";
  return text + "*/\n";
}

std::string toAssertions(const Signature& signature) {
  const std::string type = resultType(signature);
  if (!isScalarFunction(signature) || type.empty()) return "";
  std::vector<std::string> parameters;
  for (const result::Input& input : signature.inputs) parameters.push_back(input.type + " " + input.name);
  parameters.push_back(type + " result");
  std::string text = "#include <assert.h>\n#include <limits.h>\n#include <math.h>\n#include <stdbool.h>\n#include <stdint.h>\n\n";
  text += "// To be called with the arguments and the result of " + printable(signature.entry) + ".\n";
  text += fmt::format("static void check_{}({}) {{\n", identifier(signature.entry), join(parameters, ", "));
  for (const SignatureRow& row : signature.rows) {
    const std::string* value = returned(row);
    if (value == nullptr || !isFinished(row)) continue;
    const std::string equal = fmt::format("result == ({})({})", type, *value);
    const std::string nan = type == "double" ? fmt::format(" || (isnan(result) && isnan({}))", *value) : "";
    text += fmt::format("  if ({}) assert({}{});\n", condition(row), equal, nan);
  }
  return text + "}\n";
}

}  // namespace cleave::report
