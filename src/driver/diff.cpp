#include "driver/diff.h"

#include "driver/confirm.h"
#include "driver/evidence.h"
#include "driver/journal.h"
#include "driver/prepare.h"
#include "driver/version.h"
#include "optimizer/proof.h"

namespace cleave::driver {

namespace {

using explore::Entry;
using frontend::VersionPair;

// An entry whose code is the same in both versions, with all that it may call, needs no exploration: the same program twice.
result::Entry sameCodeEntry(const program::Program& after, program::FunctionId function) {
  result::Entry entry;
  entry.name = after.function(function).display;
  entry.verdict = result::Verdict::Equivalent;
  entry.reason = "the code of the function, and of all it may call, is the same in both versions";
  entry.guarantee.exhaustive = true;
  return entry;
}

// An entry that LLVM's optimiser makes into the same code in both versions; what that takes for granted is in the guarantee.
result::Entry optimizedAlikeEntry(const program::Program& after, program::FunctionId function, std::vector<std::string> assumptions) {
  result::Entry entry;
  entry.name = after.function(function).display;
  entry.verdict = result::Verdict::Equivalent;
  entry.reason = "the optimised code of the function, and of all it may call, is the same in both versions";
  entry.guarantee.exhaustive = true;
  entry.guarantee.granularity = "optimizer";
  entry.guarantee.assumptions = std::move(assumptions);
  return entry;
}

optimizer::Proof optimizerProofOf(const VersionPair& versions, const std::vector<EntryFunctions>& entries, const StopFlag* stop) {
  std::vector<optimizer::Proof::EntryNames> names;
  for (const EntryFunctions& entry : entries)
    names.push_back({versions.before.program.function(entry.before).name, versions.after.program.function(entry.after).name});
  return optimizer::Proof(versions, std::move(names), stop);
}

result::Entry undecided(const std::string& name, const std::string& reason) {
  result::Entry entry;
  entry.name = name;
  entry.verdict = result::Verdict::Inconclusive;
  entry.reason = reason;
  return entry;
}

struct Context {
  const DiffOptions& options;
  const Listeners& listeners;
  const Prepared& prepared;
  Journal& journal;
  EvidenceWriter& evidence;
  optimizer::Proof* optimizer;  // null: not asked
  Confirmer* confirmer;         // null: differences are not replayed
  const StopFlag* stop;
};

Expected<result::Entry> compareEntry(const Context& context, unsigned index) {
  const Prepared& prepared = context.prepared;
  const EntryFunctions& functions = prepared.entries[index];
  if (functions.sameCode && !context.options.exploreUnchanged) return sameCodeEntry(prepared.after(), functions.after);
  if (context.stop != nullptr && context.stop->requested())
    return undecided(prepared.nameOf(index), "interrupted before this entry was looked at");
  if (context.optimizer != nullptr && !functions.sameCode && !functions.leadsAway) {
    optimizer::Answer answer = context.optimizer->prove(index);
    if (answer.same) return optimizedAlikeEntry(prepared.after(), functions.after, std::move(answer.assumptions));
  }
  expr::ExprPool pool;
  const Expected<Entry> made = makeEntry(prepared, index, context.options, pool, context.stop);
  if (!made) return made.error();
  const Entry& entry = *made;
  if (!entry.unsupported.empty()) return undecided(entry.name, entry.unsupported);

  explore::Listeners heard;
  if (context.confirmer != nullptr) context.confirmer->describe(index, entry);
  if (context.confirmer != nullptr)
    heard.confirm = [&](const expr::Assignment& input, const explore::PairRun& run) {
      return context.confirmer->confirm(index, entry, input, run);
    };
  if (context.confirmer != nullptr) heard.finished = [&](const explore::PairRun& run) { context.confirmer->remember(index, run); };
  heard.evidence = [&](const explore::Statement& statement) { context.evidence.add(entry.name, pool, statement); };
  heard.partition = [&](const result::Partition& partition, const explore::FoundPartition&) { context.journal.add(entry.name, partition); };
  if (context.listeners.progress)
    heard.progress = [&](const explore::Progress& progress) { context.listeners.progress(entry.name, progress); };
  return explore::explore({prepared.before(), prepared.after(), prepared.changes, entry, pool}, context.options.explore, heard,
                          context.stop);
}

}  // namespace

Expected<result::Result> diff(const DiffOptions& options, const Listeners& listeners, const StopFlag* stop) {
  Expected<Journal> journal = Journal::open(options.output);
  if (!journal) return journal.error();
  Expected<EvidenceWriter> evidence = EvidenceWriter::open(options.output);
  if (!evidence) return evidence.error();
  const Expected<Prepared> prepared = prepare(options, listeners, stop);
  if (!prepared) return prepared.error();
  const std::vector<EntryFunctions>& entries = prepared->entries;

  result::Result result;
  result.version = kVersion;
  if (entries.empty()) result.notes.push_back("no function that exists in both versions differs, nor does anything it calls: equivalent");

  // Native builds start now and are ready when the first difference asks for them.
  std::unique_ptr<Confirmer> confirmer;
  if (options.native && !entries.empty()) {
    Expected<std::unique_ptr<Confirmer>> created =
        Confirmer::create(prepared->versions, prepared->planned, prepared->work.path(), options.output, options.criterion, stop);
    if (!created) return created.error();
    confirmer = created.take();
  }

  // The baselines are measured without it.
  optimizer::Proof optimizer = optimizerProofOf(prepared->versions, entries, stop);
  const bool asksOptimizer = options.optimizerProof && options.explore.strategy == explore::Strategy::Prv;

  // Each entry on its own: an input plan, then partitions until they cover everything or the budget ends.
  const Context context{options, listeners, *prepared, *journal, *evidence, asksOptimizer ? &optimizer : nullptr, confirmer.get(), stop};
  for (unsigned index = 0; index < entries.size(); ++index) {
    Expected<result::Entry> compared = compareEntry(context, index);
    if (!compared) return compared.error();
    result.entries.push_back(compared.take());
    const std::string& beforeName = prepared->before().function(entries[index].before).display;
    if (beforeName != result.entries.back().name) result.entries.back().beforeName = beforeName;
  }
  if (confirmer != nullptr)
    if (Status failed = confirmer->save()) result.notes.push_back("warning: " + failed->message);
  if (Status failed = evidence->finish()) result.notes.push_back("warning: " + failed->message);
  if (Status failed = journal->finish(result)) result.notes.push_back("warning: " + failed->message);
  return result;
}

}  // namespace cleave::driver
