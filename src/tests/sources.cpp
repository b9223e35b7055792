#include "tests/sources.h"

#include <algorithm>

#include <fmt/format.h>

#include "support/text.h"
#include "tests/literal.h"
#include "tests/setup.h"
#include "tests/type_text.h"

namespace cleave::tests {

namespace {

using result::Call;
using result::kNowhere;

// The name of the variable at the beginning of "state.count", "*list->next", "table[2]".
bool speaksOf(const std::string& name, const std::string& variable) {
  const size_t start = name.find_first_not_of("*(&");
  if (start == std::string::npos || name.compare(start, variable.size(), variable) != 0) return false;
  const char next = start + variable.size() < name.size() ? name[start + variable.size()] : '.';
  return next == '.' || next == '[' || next == '-' || next == ')';
}

bool needsStatic(const TestCase& test) {
  for (const result::CallGlobal& global : test.call->globals) {
    if (!global.isStatic) continue;
    for (const result::CallObject& object : test.call->objects)
      if (object.global == global.name) return true;
    for (const result::Observation* seen : {&test.expected, &test.other})
      for (const auto& [name, value] : seen->values)
        if (speaksOf(name, global.name)) return true;
  }
  return false;
}

bool isUsed(const Call& call, const result::CallGlobal& global, const TestCase& test) {
  for (const result::CallObject& object : call.objects) {
    if (object.global == global.name) return true;
    for (const result::CallFill& fill : object.fills)
      if (std::ranges::any_of(fill.value.instead, [&](const auto& each) { return each.global == global.name; })) return true;
  }
  for (const result::CallArgument& argument : call.arguments)
    if (std::ranges::any_of(argument.value.instead, [&](const auto& each) { return each.global == global.name; })) return true;
  return std::ranges::any_of(test.expected.values, [&](const auto& each) { return speaksOf(each.first, global.name); });
}

}  // namespace

Sources::Sources(const std::vector<TestCase>& cases, const Options& options, bool isCxx) : isCxx_(isCxx), directory_(options.directory) {
  for (const TestCase& each : cases)
    if (each.call->isCxx || each.call->isStatic || options.includesSource || needsStatic(each)) included_.insert(each.call->file);
}

std::string Sources::declare(const TestCase& test) {
  const Call& call = *test.call;
  if (includes(test)) {
    if (isCxx_ && !call.isCxx) return "it, or a variable that it uses, is static in a C file, which a C++ framework cannot include: --format c";
    return "";
  }
  const TypeText types(call, true, isCxx_);
  if (const result::CallType* result = types.find(call.result); result != nullptr && result->kind == result::CallTypeKind::Float && result->bytes > 8)
    return "values of type " + result->name + " cannot be written";
  std::vector<uint32_t> wanted{call.result};
  for (const result::CallArgument& each : call.arguments) wanted.push_back(each.type);
  for (const result::CallObject& each : call.objects) wanted.push_back(each.type);
  for (const result::CallGlobal& each : call.globals)
    if (isUsed(call, each, test)) wanted.push_back(each.type);
  for (const uint32_t type : wanted)
    if (const std::string why = types.define(type, structs_, types_); !why.empty()) return why + ": --include";
  for (const result::CallGlobal& each : call.globals) {
    if (!isUsed(call, each, test) || !functions_.insert(each.name).second) continue;
    if (types.find(each.type) == nullptr) return "the type of the global " + each.name + " is not known: --include";
    prototypes_ += "extern " + types.declaration(each.type, each.name) + ";\n";
  }
  linked_.insert(call.file);
  hasMain_ = hasMain_ || call.isMain;
  if (!functions_.insert(call.function).second) return "";
  std::vector<std::string> parameters;
  for (const result::CallArgument& each : call.arguments) parameters.push_back(types.name(each.type));
  prototypes_ += types.declaration(call.result, fmt::format("{}({})", calledName(call), parameters.empty() ? "void" : join(parameters, ", "))) + ";\n";
  return "";
}

// A compiler looks beside the file that includes it, not where it was started.
std::string Sources::includedAs(const std::string& file) const {
  std::error_code failure;
  const std::filesystem::path path(file);
  if (directory_.empty() || path.is_absolute()) return file;
  const std::filesystem::path relative = std::filesystem::relative(std::filesystem::absolute(path, failure), directory_, failure);
  return failure || relative.empty() ? file : relative.string();
}

std::vector<std::string> Sources::linked() const { return {linked_.begin(), linked_.end()}; }

std::string Sources::text() const {
  std::string text;
  if (!prototypes_.empty()) text += fmt::format("// The code under test, which is linked.\n{}{}{}{}\n", isCxx_ ? "extern \"C\" {\n" : "", types_, prototypes_, isCxx_ ? "}\n" : "");
  if (included_.empty()) return text;
  text += fmt::format("// The code under test.\n#define main {}\n", kMain);
  size_t k = 0;
  for (const std::string& file : included_) {
    const std::string macro = ++k == 1 ? "CODE_UNDER_TEST" : fmt::format("CODE_UNDER_TEST_{}", k);
    text += fmt::format("#ifndef {0}\n#define {0} {1}\n#endif\n#include {0}\n", macro, stringLiteral(includedAs(file)));
  }
  return text + "#undef main\n\n";
}

}  // namespace cleave::tests
