#include "driver/prepare.h"

#include <algorithm>
#include <map>
#include <set>

#include "driver/criterion.h"
#include "driver/find_changes.h"
#include "driver/notes.h"
#include "explore/vocabulary.h"
#include "explore/assumption.h"
#include "explore/intention.h"
#include "program/meaning.h"
#include "support/check.h"
#include "support/text.h"

namespace cleave::driver {

namespace {

using frontend::VersionPair;

// If one version looks at errno, or at another state of the library, it counts in both.
void shareLibraryStates(VersionPair& versions) {
  program::Program &before = versions.before.program, &after = versions.after.program;
  for (program::Global& global : before.globals) {
    if (global.library == program::LibraryState::None) continue;
    const program::GlobalId id = after.findGlobal(global.name);
    if (id.valid()) global.isRead = after.globals[id.value].isRead = global.isRead || after.global(id).isRead;
  }
}

// The types that are seen in both versions at corresponding places.
std::vector<std::pair<program::SourceTypeId, program::SourceTypeId>> sharedTypes(const VersionPair& versions,
                                                                                 const change::Changes& pairs) {
  const program::Program &before = versions.before.program, &after = versions.after.program;
  std::vector<std::pair<program::SourceTypeId, program::SourceTypeId>> shared;
  for (const change::FunctionPair& pair : pairs.functions) {
    const program::Function &x = before.function(pair.before), &y = after.function(pair.after);
    if (!x.hasSourceSignature || !y.hasSourceSignature || x.fromModels || y.fromModels) continue;
    shared.push_back({x.sourceResult, y.sourceResult});
    for (size_t k = 0; k < std::min(x.sourceParameters.size(), y.sourceParameters.size()); ++k)
      shared.push_back({x.sourceParameters[k].type, y.sourceParameters[k].type});
  }
  for (const change::GlobalMatch& match : pairs.globals)
    shared.push_back({before.global(match.before).type, after.global(match.after).type});
  return shared;
}

// Callers that are too far from the change; the nearest always stay, also where what changed is in one version alone. Their number.
size_t leaveOutFar(std::vector<EntryPair>& entries, const Options& options) {
  if (!options.depth || !options.entries.empty() || entries.empty()) return 0;
  const unsigned nearest = std::ranges::min(entries, {}, &EntryPair::depth).depth;
  return std::erase_if(entries, [&](const EntryPair& each) { return each.depth - nearest > *options.depth; });
}

// As the source says; where that names several (the destructors of a class), as the linker does. What is found is kept by these names.
std::vector<std::string> namesOf(const program::Program& after, const std::vector<EntryPair>& entries) {
  std::map<std::string, size_t> counts;
  for (const EntryPair& each : entries) ++counts[after.function(each.after).display];
  std::vector<std::string> names;
  std::set<std::string> taken;
  for (const EntryPair& each : entries) {
    const program::Function& function = after.function(each.after);
    names.push_back(counts[function.display] == 1 ? function.display : function.name);
    CHECK(taken.insert(names.back()).second, "two entries are called " + names.back());
  }
  return names;
}

// Whoever is compared knows which others are.
void noteEntries(Prepared& prepared) {
  std::set<FunctionId> entries;
  for (const EntryPair& each : prepared.entries) entries.insert(each.after);
  for (change::FunctionPair& pair : prepared.changes.functions) pair.isEntry = entries.contains(pair.after);
}

Expected<Prepared> prepareVersions(TempDir work, VersionPair versions, const Options& options, const StopFlag* stop, HarnessTime time) {
  Prepared prepared{std::move(work), std::move(versions), {}, {}, {}, {}, 0, {}};
  // Which functions correspond, and which of them may behave differently.
  const Expected<change::Changes> pairs = findPairs(prepared.versions, options.pairs);
  if (!pairs) return pairs.error();
  if (!haveCommonFunction(prepared.versions, *pairs))
    return Error{"no function is in both versions, so there is nothing to compare: " +
                 join(notesOnAlone(prepared.versions, *pairs, options), "; ")};
  Expected<std::vector<EntryPair>> entries = selectEntries(prepared.before(), prepared.after(), *pairs, options.entries);
  if (!entries) return entries.error();
  prepared.elsewhere = std::erase_if(*entries, [&](const EntryPair& each) {
    const std::string& name = prepared.after().function(each.after).name;
    return options.comparedElsewhere.contains(name.substr(0, name.find(':')));  // without the file of a static one
  });
  const size_t far = leaveOutFar(*entries, options);
  if (Status failed = checkCriterion(options.criterion, prepared.before(), prepared.after(), *entries)) return *failed;

  // Members that have another name now, and nothing else: from here on they have one name.
  prepared.notes = program::adoptMemberNames(prepared.versions.before.program, prepared.after(), sharedTypes(prepared.versions, *pairs));
  for (const auto& notes : {notesOnAlone(prepared.versions, *pairs, options), notesOnFlags(options)})
    prepared.notes.insert(prepared.notes.end(), notes.begin(), notes.end());

  if (far != 0)
    prepared.notes.push_back(std::to_string(far) + (far == 1 ? " function is" : " functions are") +
                             " further from a change than --depth, and not compared");

  // What their inputs are. Harnesses are added to both versions; what is there keeps its number.
  Expected<std::vector<EntryHarness>> planned =
      planEntries(prepared.versions, *entries, *pairs, options, {options.models, prepared.work.path(), stop}, time);
  if (!planned) return planned.error();
  shareLibraryStates(prepared.versions);
  // From here on the programs are complete: what differs in the text.
  prepared.changes = findChanges(prepared.versions, *pairs, {options.before.root, options.after.root});
  prepared.entries = entries.take();
  noteEntries(prepared);
  prepared.names = namesOf(prepared.after(), prepared.entries);
  prepared.planned = planned.take();
  return prepared;
}

void warn(const Listeners& listeners, const VersionPair& versions) {
  if (!listeners.warnings) return;
  const std::string &before = versions.before.diagnostics, &after = versions.after.diagnostics;
  if (!before.empty()) listeners.warnings(before);
  if (!after.empty() && after != before) listeners.warnings(after);
}

}  // namespace

namespace {

frontend::LoadOptions loadOptions(const Options& options, const std::filesystem::path& directory, const StopFlag* stop) {
  frontend::LoadOptions load{options.models, directory, stop, options.explore.overflowIsUndefined};
  load.environment = options.environment;
  return load;
}

}  // namespace

Expected<Loaded> load(const Options& options, const Listeners& listeners, const StopFlag* stop) {
  Expected<TempDir> work = TempDir::create("two");
  if (!work) return work.error();
  Expected<VersionPair> versions =
      frontend::loadPair(options.before, options.after, loadOptions(options, work->path(), stop));
  if (!versions) return versions.error();
  warn(listeners, *versions);
  return Loaded{work.take(), versions.take()};
}

Expected<Loaded> loadOne(const Options& options, const Listeners& listeners, const StopFlag* stop) {
  Expected<TempDir> work = TempDir::create("one");
  if (!work) return work.error();
  Expected<frontend::Version> version =
      frontend::load(options.before, "program", loadOptions(options, work->path(), stop));
  if (!version) return version.error();
  Loaded loaded{work.take(), {*version, *version}};
  warn(listeners, loaded.versions);
  return loaded;
}

Expected<Prepared> prepare(const Options& options, const Listeners& listeners, const StopFlag* stop, HarnessTime time) {
  Expected<Loaded> loaded = load(options, listeners, stop);
  if (!loaded) return loaded.error();
  return prepareVersions(std::move(loaded->work), std::move(loaded->versions), options, stop, time);
}

Status completeEntry(Prepared& prepared, size_t index, const Options& options, const std::filesystem::path& directory, const StopFlag* stop) {
  EntryHarness& planned = prepared.planned[index];
  if (planned.late.empty()) return std::nullopt;
  if (Status failed = addLate(prepared.versions, prepared.entries[index], index, prepared.changes, options, {options.models, directory, stop},
                              planned))
    return failed;
  shareLibraryStates(prepared.versions);
  prepared.changes = findChanges(prepared.versions, prepared.changes, {options.before.root, options.after.root});
  noteEntries(prepared);
  return std::nullopt;
}

Expected<Prepared> prepareOne(const Options& options, const Listeners& listeners, const StopFlag* stop) {
  Expected<Loaded> loaded = loadOne(options, listeners, stop);
  if (!loaded) return loaded.error();
  Options twice = options;
  twice.after = options.before;
  twice.exploreUnchanged = true;
  return prepareVersions(std::move(loaded->work), std::move(loaded->versions), twice, stop, HarnessTime::Now);
}

Expected<explore::Entry> makeEntry(const Prepared& prepared, size_t index, const Options& options, expr::ExprPool& pool,
                                   const StopFlag* stop) {
  const EntryHarness& planned = prepared.planned[index];
  const EntryPair& functions = prepared.entries[index];
  explore::Entry entry = explore::makeEntry(prepared.nameOf(index), planned.plans, {planned.before, {}, functions.before},
                                            {planned.after, {}, functions.after}, pool);
  if (!entry.unsupported.empty()) return entry;
  explore::nameValues(entry, prepared.before(), prepared.after(), pool);
  entry.criterion = withAliases(options.criterion, options.inputs.aliases);
  for (std::string& each : explore::boundsThatMatter(prepared.before(), prepared.after(), planned.plans, entry))
    entry.bounds.push_back(std::move(each));
  if (planned.assumption.valid())
    if (Status failed = explore::assume(entry, prepared.after(), planned.assumption, options.inputs.assume, pool, stop)) return *failed;
  if (planned.intention.valid())
    if (Status failed = explore::intend(entry, prepared.after(), planned.intention, planned.intended, planned.namedResults, pool, stop))
      return *failed;
  return entry;
}

Expected<explore::Entry> makeSupportedEntry(const Prepared& prepared, size_t index, const Options& options, expr::ExprPool& pool,
                                            const StopFlag* stop) {
  Expected<explore::Entry> entry = makeEntry(prepared, index, options, pool, stop);
  if (entry && !entry->unsupported.empty()) return Error{entry->name + ": " + entry->unsupported};
  return entry;
}

}  // namespace cleave::driver
