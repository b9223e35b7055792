// Rows as a C function that asserts them. It compiles as C and as C++ whatever the parameters are called: a name that means something to
// the compiler or to the headers gets another, and so does our own `result` where the function has one.
#include <algorithm>
#include <cctype>
#include <map>
#include <set>

#include <fmt/format.h>

#include "report/rename.h"
#include "report/signature.h"
#include "report/utf8.h"
#include "result/criterion.h"
#include "result/guarantee.h"
#include "support/text.h"

namespace cleave::report {

namespace {

using result::Signature;
using result::SignatureRow;

// Words of C and C++, and what <assert.h>, <limits.h>, <math.h>, <stdbool.h>, <stdint.h> and compilers define in small letters.
const std::set<std::string>& takenWords() {
  static const std::set<std::string> kWords{"alignas",
                                            "alignof",
                                            "and",
                                            "and_eq",
                                            "asm",
                                            "assert",
                                            "auto",
                                            "bitand",
                                            "bitor",
                                            "bool",
                                            "break",
                                            "case",
                                            "catch",
                                            "char",
                                            "char16_t",
                                            "char32_t",
                                            "char8_t",
                                            "class",
                                            "co_await",
                                            "co_return",
                                            "co_yield",
                                            "compl",
                                            "concept",
                                            "const",
                                            "const_cast",
                                            "consteval",
                                            "constexpr",
                                            "constinit",
                                            "continue",
                                            "decltype",
                                            "default",
                                            "delete",
                                            "do",
                                            "double",
                                            "dynamic_cast",
                                            "else",
                                            "enum",
                                            "explicit",
                                            "export",
                                            "extern",
                                            "false",
                                            "float",
                                            "for",
                                            "friend",
                                            "goto",
                                            "if",
                                            "inline",
                                            "int",
                                            "linux",
                                            "long",
                                            "mutable",
                                            "namespace",
                                            "new",
                                            "noexcept",
                                            "not",
                                            "not_eq",
                                            "nullptr",
                                            "operator",
                                            "or",
                                            "or_eq",
                                            "private",
                                            "protected",
                                            "public",
                                            "register",
                                            "reinterpret_cast",
                                            "requires",
                                            "restrict",
                                            "return",
                                            "short",
                                            "signed",
                                            "sizeof",
                                            "static",
                                            "static_assert",
                                            "static_cast",
                                            "struct",
                                            "switch",
                                            "template",
                                            "this",
                                            "thread_local",
                                            "throw",
                                            "true",
                                            "try",
                                            "typedef",
                                            "typeid",
                                            "typename",
                                            "typeof",
                                            "typeof_unqual",
                                            "union",
                                            "unix",
                                            "unsigned",
                                            "using",
                                            "virtual",
                                            "void",
                                            "volatile",
                                            "wchar_t",
                                            "while",
                                            "xor",
                                            "xor_eq"};
  return kWords;
}

bool isIdentifier(const std::string& name) {
  const auto isPart = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  return !name.empty() && std::isdigit(static_cast<unsigned char>(name[0])) == 0 && std::all_of(name.begin(), name.end(), isPart);
}

// A reserved word, a type of the headers, or what looks like a macro.
bool mayMeanSomething(const std::string& name) {
  const bool hasSmall = std::any_of(name.begin(), name.end(), [](char c) { return std::islower(static_cast<unsigned char>(c)) != 0; });
  return takenWords().contains(name) || name.starts_with('_') || name.ends_with("_t") || (name.size() > 1 && !hasSmall);
}

std::string identifier(const std::string& name) {
  std::string text;
  for (const char c : name.substr(0, name.find('('))) text += isIdentifier(std::string("a") + c) ? c : '_';
  return text;
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

// A type that needs no declaration: an enumeration or a typedef is known to the source alone. Empty: there is none.
std::string parameterType(const result::Input& input) {
  static const std::set<std::string> kPlain{"bool",
                                            "_Bool",
                                            "char",
                                            "signed char",
                                            "unsigned char",
                                            "short",
                                            "unsigned short",
                                            "int",
                                            "unsigned int",
                                            "long",
                                            "unsigned long",
                                            "long long",
                                            "unsigned long long",
                                            "float",
                                            "double",
                                            "long double",
                                            "__int128",
                                            "unsigned __int128"};
  if (input.type == "_Bool" || input.type == result::kChoiceType) return "bool";
  if (kPlain.contains(input.type)) return input.type;
  if (input.isFloat) return input.bits == 32 ? "float" : input.bits == 64 ? "double" : "";
  const bool isWhole = input.bits == 8 || input.bits == 16 || input.bits == 32 || input.bits == 64;
  return isWhole ? fmt::format("{}int{}_t", input.isSigned ? "" : "u", input.bits) : "";
}

const std::string* returned(const SignatureRow& row) {
  for (const auto& [name, value] : row.way.afterExpr)
    if (name == result::kReturn) return &value;
  return nullptr;
}

class Assertions {
 public:
  explicit Assertions(const Signature& signature) : signature_(signature) {}

  std::string text() {
    const std::string type = resultType(signature_);
    if (type.empty() || !nameParameters(type)) return "";
    const bool hasClasses = std::ranges::any_of(called_, [](const std::string& name) { return name.starts_with("is") && name != "isnan"; });
    std::string text = "#include <assert.h>\n" + std::string(hasClasses ? "#include <ctype.h>\n" : "") + "#include <limits.h>\n#include <math.h>\n#include <stdbool.h>\n#include <stdint.h>\n\n";
    text += "// To be called with the arguments and the result of " + printable(signature_.entry) + ".\n";
    text += fmt::format("static void check_{}({}) {{\n", identifier(signature_.entry), join(parameters_, ", "));
    for (const SignatureRow& row : signature_.rows) text += assertion(row, type);
    return text + "}\n";
  }

 private:
  std::string free(const std::string& wanted) {
    const auto isFree = [&](const std::string& name) {
      return isIdentifier(name) && !mayMeanSomething(name) && !called_.contains(name) && !taken_.contains(name);
    };
    std::string name = isFree(wanted) ? wanted : "v_" + (isIdentifier(wanted) ? wanted : "");
    while (!isFree(name)) name += '_';
    taken_.insert(name);
    return name;
  }

  // False: not a function of scalars.
  bool nameParameters(const std::string& type) {
    for (const SignatureRow& row : signature_.rows) {
      called_.merge(calledIn(row.way.conditionText));
      if (const std::string* value = returned(row)) called_.merge(calledIn(*value));
    }
    for (const result::Input& input : signature_.inputs) {
      const std::string parameter = parameterType(input);
      if (!input.isParameter || parameter.empty()) return false;
      const std::string name = free(input.name);
      if (!input.name.empty()) words_[input.name] = name;
      parameters_.push_back(parameter + " " + name);
    }
    for (const auto& [enumeration, names] : signature_.vocabulary.enums)  // which are not declared here
      for (const auto& [name, value] : names.names) words_[name] = value < 0 ? fmt::format("({})", value) : std::to_string(value);
    result_ = free("result");
    parameters_.push_back(type + " " + result_);
    return true;
  }

  std::string assertion(const SignatureRow& row, const std::string& type) const {
    const std::string* value = returned(row);
    if (value == nullptr || row.way.kind == result::PartitionKind::Unfinished) return "";
    if (!isC(*value) || !isC(row.way.conditionText)) return fmt::format("  // row {} cannot be written in C\n", row.way.id);
    const std::string shown = renamed(*value, words_);
    const std::string equal = fmt::format("{} == ({})({})", result_, type, shown);
    const std::string nan = type == "double" ? fmt::format(" || (isnan({}) && isnan({}))", result_, shown) : "";
    const std::string condition = row.way.conditionText.empty() ? "true" : renamed(row.way.conditionText, words_);
    return fmt::format("  if ({}) assert({}{});\n", condition, equal, nan);
  }

  const Signature& signature_;
  std::set<std::string> called_;  // functions that the rows use
  std::set<std::string> taken_;
  std::map<std::string, std::string> words_;  // by the source's name: ours
  std::vector<std::string> parameters_;
  std::string result_;
};

}  // namespace

std::string toAssertions(const Signature& signature) { return Assertions(signature).text(); }

}  // namespace cleave::report
