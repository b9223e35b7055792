#include "driver/entries.h"

#include <algorithm>
#include <set>

#include "support/text.h"

namespace cleave::driver {

namespace {

using program::Function;
using program::FunctionId;
using program::Program;

std::string withoutSpaces(std::string_view text) {
  std::string result;
  std::copy_if(text.begin(), text.end(), std::back_inserter(result), [](char c) { return c != ' '; });
  return result;
}

// "ns::f(int)" and "ns::f" both name ns::f; a bare name may name several overloads.
std::string withoutParameters(const std::string& display) { return display.substr(0, display.find('(')); }

std::vector<FunctionId> named(const Program& program, const std::string& name) {
  std::vector<FunctionId> exact, bare;
  for (size_t i = 0; i < program.functions.size(); ++i) {
    const Function& function = program.functions[i];
    if (!function.defined) continue;
    if (function.name == name) return {FunctionId(i)};
    if (withoutSpaces(function.display) == withoutSpaces(name)) exact.push_back(FunctionId(i));
    if (withoutParameters(function.display) == name) bare.push_back(FunctionId(i));
  }
  return exact.empty() ? bare : exact;
}

std::vector<std::string> displayNames(const Program& program) {
  std::set<std::string> names;
  for (const Function& function : program.functions)
    if (function.defined) names.insert(function.display);
  return {names.begin(), names.end()};
}

Error unknown(const std::string& name, const Program& program, const char* version) {
  const std::vector<std::string> near = nearest(name, displayNames(program), 5);
  const std::string hint = near.empty() ? "" : "; near names: " + join(near, ", ");
  return Error{"no function '" + name + "' is defined in the " + version + " version" + hint};
}

Expected<EntryFunctions> selectNamed(const Program& before, const Program& after, const change::Changes& changes, const std::string& name) {
  const std::vector<FunctionId> inAfter = named(after, name);
  const std::vector<FunctionId> inBefore = named(before, name);
  if (inAfter.empty()) return unknown(name, after, "after");
  if (inBefore.empty()) return unknown(name, before, "before");
  for (const auto& [list, program] : {std::pair(&inAfter, &after), std::pair(&inBefore, &before)}) {
    if (list->size() == 1) continue;
    std::vector<std::string> choices;
    for (const FunctionId id : *list) choices.push_back(program->function(id).display);
    return Error{"'" + name + "' names several functions; say which: " + join(choices, ", ")};
  }
  const change::FunctionPair* pair = changes.pairOfAfter(inAfter.front());
  const bool same = pair != nullptr && pair->before == inBefore.front() && pair->sameDeep;
  return EntryFunctions{inBefore.front(), inAfter.front(), same};
}

}  // namespace

Expected<std::vector<EntryFunctions>> selectEntries(const Program& before, const Program& after, const change::Changes& changes,
                                                    const std::vector<std::string>& names) {
  std::vector<EntryFunctions> entries;
  for (const std::string& name : names) {
    Expected<EntryFunctions> entry = selectNamed(before, after, changes, name);
    if (!entry) return entry.error();
    entries.push_back(*entry);
  }
  if (!names.empty()) return entries;
  for (const change::FunctionPair& pair : changes.functions)
    if (!pair.sameDeep && before.function(pair.before).defined && after.function(pair.after).defined)
      entries.push_back({pair.before, pair.after, false});
  return entries;
}

}  // namespace cleave::driver
