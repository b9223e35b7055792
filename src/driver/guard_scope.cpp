#include "driver/guard_scope.h"

#include <algorithm>

#include "driver/mentions.h"

namespace cleave::driver {

namespace {

using program::FunctionId;
using program::Program;

std::set<FunctionId> changedOf(const Program& program, const change::Changes& changes, Side side) {
  std::set<FunctionId> changed;
  for (const change::FunctionPair& pair : changes.functions) {
    const program::Function& function = program.function(pair.of(side));
    if (!(pair.sameCode && pair.sameMeaning) && function.defined && !function.fromModels) changed.insert(pair.of(side));
  }
  return changed;
}

// One without parameters that stands beside main is a test as a rule, which calls with values of its own: of those everything is true.
bool isTest(const Program& program, FunctionId id) {
  const FunctionId main = program.findFunction("main");
  const program::Function& function = program.function(id);
  return function.parameters.empty() && main.valid() && program.function(main).loc.file == function.loc.file;
}

// What no proof comes to is not worth watching.
void keepReached(const frontend::VersionPair& versions, const change::Changes& changes, const std::vector<FunctionId>& entries,
                 std::set<std::string>& watched) {
  std::set<std::string> reached;
  for (const FunctionId id : entries) {
    reached.merge(reachedFrom(versions.after.program, id));
    if (const change::FunctionPair* pair = changes.pairOf(Side::After, id)) reached.merge(reachedFrom(versions.before.program, pair->before));
  }
  std::erase_if(watched, [&](const std::string& name) { return !reached.contains(name); });
}

}  // namespace

GuardScope findScope(const frontend::VersionPair& versions, const change::Changes& changes, unsigned calls) {
  GuardScope scope;
  std::vector<FunctionId> entries;  // of after
  for (const Side side : kSides) {
    const Program& program = side == Side::Before ? versions.before.program : versions.after.program;
    const Mentions mentions(program);
    const std::set<FunctionId> changed = changedOf(program, changes, side);
    for (const FunctionId id : changed) scope.changed.insert(program.function(id).name);
    for (const FunctionId id : mentions.around(changed, calls)) scope.watched.insert(program.function(id).name);
    if (side == Side::Before) continue;
    for (const FunctionId id : changed)
      if (!isTest(program, id)) entries.push_back(id);
    for (const FunctionId id : changed)
      for (const FunctionId caller : mentions.callers(id))
        // One without parameters is a test as a rule, which calls with values of its own: of those everything is true.
        if (mentions.isUsers(caller) && !program.function(caller).parameters.empty() && std::ranges::find(entries, caller) == entries.end())
          entries.push_back(caller);
  }
  // A whole program has inputs without end, and its tests' main has none: they are for those who ask for them.
  std::erase_if(entries, [&](FunctionId id) {
    return versions.after.program.function(id).name == "main" || changes.pairOf(Side::After, id) == nullptr;
  });
  if (!entries.empty()) keepReached(versions, changes, entries, scope.watched);
  for (const FunctionId id : entries) scope.entries.push_back(versions.after.program.function(id).display);
  return scope;
}

namespace {

std::set<FunctionId> reachedIn(const Mentions& mentions, FunctionId entry) {
  std::set<FunctionId> seen{entry};
  for (std::vector<FunctionId> open{entry}; !open.empty();) {
    const FunctionId id = open.back();
    open.pop_back();
    for (const FunctionId callee : mentions.callees(id))
      if (seen.insert(callee).second) open.push_back(callee);
  }
  return seen;
}

}  // namespace

std::set<std::string> reachedFrom(const Program& program, FunctionId entry) {
  std::set<std::string> names;
  for (const FunctionId id : reachedIn(Mentions(program), entry)) names.insert(program.function(id).name);
  return names;
}

bool mayCallItself(const Program& program, FunctionId entry) {
  const Mentions mentions(program);
  return std::ranges::any_of(reachedIn(mentions, entry), [&](FunctionId id) { return mentions.callees(id).contains(entry); });
}

}  // namespace cleave::driver
