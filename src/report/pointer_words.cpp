#include "report/pointer_words.h"

#include <map>

#include "report/rename.h"
#include "result/guarantee.h"

namespace cleave::report {

namespace {

constexpr std::string_view kIsNull = "_is_null";

}  // namespace

std::string withPointers(const std::vector<result::Input>& inputs, const std::string& condition) {
  if (condition.find(kIsNull) == std::string::npos) return condition;
  std::map<std::string, std::string> words;
  for (const result::Input& each : inputs) {
    if (each.type != result::kChoiceType || !each.name.ends_with(kIsNull)) continue;
    const std::string pointer = each.name.substr(0, each.name.size() - kIsNull.size());
    words["!" + each.name] = pointer + " != NULL";
    words[each.name] = pointer + " == NULL";
  }
  return renamed(condition, words);
}

}  // namespace cleave::report
