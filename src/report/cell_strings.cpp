#include "report/cell_strings.h"

#include <charconv>
#include <map>
#include <set>

#include "report/value_words.h"
#include "support/text.h"

namespace cleave::report {

namespace {

using Values = std::vector<std::pair<std::string, std::string>>;

constexpr std::string_view kFirst = "[0]";

// Names of arrays whose elements are characters.
std::set<std::string> arraysOfText(const std::vector<result::Input>& inputs) {
  std::set<std::string> names;
  for (const result::Input& each : inputs)
    if (each.type == "char" && each.bits == 8 && each.name.ends_with(kFirst))
      names.insert(each.name.substr(0, each.name.size() - kFirst.size()));
  return names;
}

struct Run {
  size_t first = 0;
  size_t count = 0;
  std::string bytes;
  std::string text() const { return bytes.substr(0, bytes.find('\0')); }
};

// Elements 0, 1, ... that stand behind each other, each with a number.
std::map<std::string, Run> runsIn(const Values& values, const std::set<std::string>& arrays, const result::Vocabulary& vocabulary) {
  std::map<std::string, Run> runs;
  for (size_t at = 0; at < values.size(); ++at) {
    const std::string& first = values[at].first;
    const bool isBehind = first.starts_with('*');  // *return, return[1], return[2]
    if (!first.ends_with(kFirst) && !isBehind) continue;
    const std::string array = isBehind ? first.substr(1) : first.substr(0, first.size() - kFirst.size());
    if (!arrays.contains(array) && observedType(vocabulary, values[at].first) != "char") continue;
    Run run{at, 0, ""};
    for (; at + run.count < values.size() && (values[at + run.count].first == array + "[" + std::to_string(run.count) + "]" || (isBehind && run.count == 0)); ++run.count) {
      const std::string& text = values[at + run.count].second;
      int byte = 0;
      if (text.empty() || std::from_chars(text.data(), text.data() + text.size(), byte).ptr != text.data() + text.size()) break;
      run.bytes += static_cast<char>(byte);
    }
    if (run.count > (isBehind ? 0 : 1)) runs.emplace(isBehind ? "*" + array : array, std::move(run));
  }
  return runs;
}

void replace(Values& values, const std::map<std::string, Run>& runs, const std::set<std::string>& names) {
  Values result;
  std::map<size_t, const std::pair<const std::string, Run>*> byPlace;
  for (const auto& each : runs)
    if (names.contains(each.first)) byPlace[each.second.first] = &each;
  for (size_t k = 0; k < values.size();) {
    const auto run = byPlace.find(k);
    if (run == byPlace.end()) {
      result.push_back(std::move(values[k++]));
      continue;
    }
    result.emplace_back(run->second->first, cleave::quoted(run->second->second.text()));
    k += run->second->second.count;
  }
  values = std::move(result);
}

}  // namespace

void useStrings(const std::vector<result::Input>& inputs, const result::Vocabulary& vocabulary, result::Observation& before,
                result::Observation& after) {
  const std::set<std::string> arrays = arraysOfText(inputs);
  const std::map<std::string, Run> x = runsIn(before.values, arrays, vocabulary), y = runsIn(after.values, arrays, vocabulary);
  std::set<std::string> names;
  for (const auto& [name, run] : x) {
    const auto other = y.find(name);
    if (other == y.end() || (other->second.count != run.count && !name.starts_with('*'))) continue;
    if (run.bytes == other->second.bytes || run.text() != other->second.text()) names.insert(name);
  }
  replace(before.values, x, names);
  replace(after.values, y, names);
}

}  // namespace cleave::report
