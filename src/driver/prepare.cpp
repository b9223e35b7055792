#include "driver/prepare.h"

#include "driver/criterion.h"
#include "driver/find_changes.h"
#include "explore/assumption.h"

namespace cleave::driver {

namespace {

using frontend::VersionPair;

// If one version looks at errno, it counts in both.
void shareErrno(VersionPair& versions) {
  const auto errnoOf = [](program::Program& program) -> program::Global* {
    for (program::Global& global : program.globals)
      if (global.isErrno) return &global;
    return nullptr;
  };
  program::Global *before = errnoOf(versions.before.program), *after = errnoOf(versions.after.program);
  if (before != nullptr && after != nullptr) before->isRead = after->isRead = before->isRead || after->isRead;
}

Expected<Prepared> prepareVersions(TempDir work, VersionPair versions, const DiffOptions& options, const StopFlag* stop) {
  Prepared prepared{std::move(work), std::move(versions), {}, {}, {}};
  // Which functions correspond, and which of them may behave differently.
  const Expected<change::Changes> pairs = findPairs(prepared.versions, options.pairs);
  if (!pairs) return pairs.error();
  Expected<std::vector<EntryFunctions>> entries = selectEntries(prepared.before(), prepared.after(), *pairs, options.entries);
  if (!entries) return entries.error();
  if (Status failed = checkCriterion(options.criterion, prepared.before(), prepared.after(), *entries)) return *failed;

  // What their inputs are. Harnesses are added to both versions; what is there keeps its number.
  Expected<std::vector<PlannedEntry>> planned =
      planEntries(prepared.versions, *entries, options, {options.models, prepared.work.path(), stop});
  if (!planned) return planned.error();
  shareErrno(prepared.versions);
  // From here on the programs are complete: what differs in the text.
  prepared.changes = findChanges(prepared.versions, *pairs);
  prepared.entries = entries.take();
  prepared.planned = planned.take();
  return prepared;
}

}  // namespace

Expected<Prepared> prepare(const DiffOptions& options, const StopFlag* stop) {
  Expected<TempDir> work = TempDir::create("diff");
  if (!work) return work.error();
  Expected<VersionPair> versions = frontend::loadPair(options.before, options.after, {options.models, work->path(), stop});
  if (!versions) return versions.error();
  return prepareVersions(work.take(), versions.take(), options, stop);
}

Expected<Prepared> prepareOne(const DiffOptions& options, const StopFlag* stop) {
  Expected<TempDir> work = TempDir::create("one");
  if (!work) return work.error();
  Expected<frontend::Version> version = frontend::load(options.before, "program", {options.models, work->path(), stop});
  if (!version) return version.error();
  DiffOptions twice = options;
  twice.after = options.before;
  twice.exploreUnchanged = true;
  return prepareVersions(work.take(), {*version, *version}, twice, stop);
}

Expected<explore::Entry> makeEntry(const Prepared& prepared, size_t index, const DiffOptions& options, expr::ExprPool& pool,
                                   const StopFlag* stop) {
  const PlannedEntry& planned = prepared.planned[index];
  const EntryFunctions& functions = prepared.entries[index];
  explore::Entry entry = explore::makeEntry(prepared.nameOf(index), planned.plans, {planned.before, {}, functions.before},
                                            {planned.after, {}, functions.after}, pool);
  if (!entry.unsupported.empty()) return entry;
  entry.criterion = options.criterion;
  entry.bounds = explore::boundsThatMatter(prepared.before(), prepared.after(), planned.plans, entry);
  if (!planned.assumption.valid()) return entry;
  if (Status failed = explore::assume(entry, prepared.after(), planned.assumption, options.inputs.assume, pool, stop)) return *failed;
  return entry;
}

}  // namespace cleave::driver
