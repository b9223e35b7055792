#include "report/source_names.h"

#include <cctype>
#include <functional>
#include <map>
#include <set>

#include "support/cxx_names.h"
#include "support/demangled.h"

namespace cleave::report {

namespace {

using Words = std::map<std::string, std::string>;
using EachText = std::function<void(std::string&)>;
using Pairs = std::vector<std::pair<std::string, std::string>>;

bool isWordPart(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// Calls `word` with each word that may be a mangled name; what it returns stands in its place.
std::string replaced(const std::string& text, const std::function<std::string(const std::string&)>& word) {
  std::string result;
  for (size_t at = 0; at < text.size();) {
    size_t end = at + 1;
    while (isWordPart(text[at]) && end < text.size() && isWordPart(text[end])) ++end;
    const std::string token = text.substr(at, end - at);
    result += token.starts_with("_Z") ? word(token) : token;
    at = end;
  }
  return result;
}

// Those that no program prints.
void eachText(result::Observation& observation, const EachText& on) {
  for (auto& [name, value] : observation.values) {
    on(name);
    if (value.starts_with("&")) on(value);
  }
}

void eachText(result::Partition& partition, const EachText& on) {
  on(partition.reason);
  on(partition.conditionText);
  for (auto& [name, value] : partition.witness) on(name);
  eachText(partition.before, on);
  eachText(partition.after, on);
  for (Pairs* list : {&partition.beforeExpr, &partition.afterExpr})
    for (auto& [name, text] : *list) on(name), on(text);
}

void eachText(result::EntryResult& entry, const EachText& on) {
  on(entry.reason);
  for (auto* list : {&entry.guarantee.bounds, &entry.guarantee.assumptions})
    for (std::string& each : *list) on(each);
  for (result::Input& input : entry.inputs) on(input.name);
  for (result::Partition& partition : entry.partitions) eachText(partition, on);
  for (result::Group& group : entry.groups) {
    on(group.reason);
    on(group.conditionText);
    eachText(group.example, on);
  }
}

}  // namespace

void useSourceNames(result::EntryResult& entry) {
  Words words;
  eachText(entry, [&](std::string& text) {
    if (text.find("_Z") == std::string::npos) return;
    (void)replaced(text, [&](const std::string& name) { return words.emplace(name, demangled(name).value_or(name)).first->second; });
  });
  if (words.empty()) return;
  std::map<std::string, size_t> readings;
  for (const auto& [name, source] : words) ++readings[source];
  for (const result::Input& input : entry.inputs) ++readings[input.name.substr(0, input.name.find_first_of(".[-"))];
  eachText(entry, [&](std::string& text) {
    text = replaced(text, [&](const std::string& name) { return readings[words[name]] == 1 ? words[name] : name; });
  });
}

void useShortNames(result::EntryResult& entry) {
  const auto shorten = [](std::string& text) { text = shortCxxNames(text); };
  eachText(entry, shorten);
  shorten(entry.name);
  shorten(entry.beforeName);
  for (result::Change& each : entry.changes) shorten(each.function);
  const auto shortenEnds = [&](result::Partition& partition) {
    for (result::Observation* seen : {&partition.before, &partition.after}) shorten(seen->detail);
  };
  for (result::Partition& each : entry.partitions) shortenEnds(each);
  for (result::Group& each : entry.groups) shortenEnds(each.example);
}

}  // namespace cleave::report
