#include "driver/diff.h"

#include <algorithm>
#include <functional>
#include <memory>

#include "driver/checked_before.h"
#include "driver/confirm.h"
#include "driver/evidence.h"
#include "driver/journal.h"
#include "driver/manifest.h"
#include "driver/prepare.h"
#include "driver/version.h"
#include "prove/composition.h"
#include "prove/exploration.h"
#include "prove/optimizer.h"
#include "prove/same_code.h"
#include "result/guarantee.h"

namespace cleave::driver {

namespace {

using prove::Provers;

// Who is told what exploration finds.
struct Audience {
  const Listeners& listeners;
  Journal& journal;
  EvidenceWriter& evidence;
  Confirmer* confirmer;  // null: differences are not replayed
  CheckedBefore* checked;  // null: nobody asks whether before overflows

  explore::Listeners operator()(prove::Question& question, const explore::Entry& entry) const {
    const auto index = static_cast<unsigned>(question.index());
    explore::Listeners heard;
    if (confirmer != nullptr) {
      confirmer->describe(index, entry);
      if (!confirmer->refusal())
        heard.confirm = [this, index, &entry](const expr::Assignment& input, const explore::PairRun& run) {
          return confirmer->confirm(index, entry, input, run);
        };
      heard.finished = [this, index](const explore::PairRun& run) { confirmer->remember(index, run); };
    }
    if (checked != nullptr) heard.checked = [this, index, &entry] { return checked->of(index, entry); };
    heard.evidence = [this, &entry, &question](const explore::Statement& statement) {
      evidence.add(entry.name, question.pool(), statement);
    };
    heard.partition = [this, &entry](const result::Partition& partition, const explore::FoundPartition&) {
      journal.add(entry.name, partition);
    };
    if (listeners.progress)
      heard.progress = [this, &entry](const explore::Progress& progress) { listeners.progress(entry.name, progress); };
    return heard;
  }
};

// Where native runs are refused, a difference is what the analysis says, and the verdict tells.
void sayUnconfirmed(const Status& refusal, result::EntryResult& entry) {
  if (refusal && entry.verdict == result::Verdict::Different) entry.reason += "; not confirmed by native runs: " + refusal->message;
}

// Everything that can decide an entry, in the order in which it is asked.
Provers proversOf(const DiffOptions& options, const Prepared& prepared, const Audience& audience, const StopFlag* stop) {
  Provers provers;
  if (!options.exploreUnchanged) provers.push_back(std::make_unique<prove::SameCode>());
  // The baselines are measured without it.
  // To it overflow wraps.
  if (options.optimizerProof && !options.explore.overflowIsUndefined && options.explore.strategy == explore::Strategy::Prv) {
    std::vector<prove::Optimizer::Functions> functions;
    for (const EntryPair& entry : prepared.entries) functions.push_back({entry.before, entry.after, entry.leadsAway});
    provers.push_back(std::make_unique<prove::Optimizer>(prepared.versions, functions, stop));
    provers.push_back(std::make_unique<prove::Composition>(prepared.versions, prepared.changes, functions, stop));
  }
  provers.push_back(std::make_unique<prove::Exploration>(options.explore, std::cref(audience), stop));
  return provers;
}

// Whether what the function may run has atomic or volatile accesses, or threads. Whatever it mentions counts as called.
bool sharesMemory(const program::Program& program, program::FunctionId entry) {
  std::vector<bool> seen(program.functions.size(), false);
  std::vector<program::FunctionId> work{entry};
  while (!work.empty()) {
    const program::FunctionId id = work.back();
    work.pop_back();
    if (!id.valid() || seen[id.value]) continue;
    seen[id.value] = true;
    const program::Function& function = program.function(id);
    if (function.sharesMemory && !function.fromModels) return true;
    for (const program::CallInfo& call : function.calls) work.push_back(call.callee);
    for (const program::Constant& constant : function.constants)
      if (constant.kind == program::Constant::Kind::Function) work.emplace_back(constant.target);
  }
  return false;
}

bool anySharesMemory(const program::Program& program) {
  return std::ranges::any_of(program.functions, [](const program::Function& each) { return each.sharesMemory && !each.fromModels; });
}

}  // namespace

Expected<result::Result> diff(const DiffOptions& options, const Listeners& listeners, const StopFlag* stop) {
  Expected<Journal> journal = Journal::open(options.output);
  if (!journal) return journal.error();
  Expected<EvidenceWriter> evidence = EvidenceWriter::open(options.output);
  if (!evidence) return evidence.error();
  const Expected<Prepared> prepared = prepare(options, listeners, stop);
  if (!prepared) return prepared.error();
  const std::vector<EntryPair>& entries = prepared->entries;

  result::Result result;
  result.version = kVersion;
  if (entries.empty()) result.notes.push_back("no function that exists in both versions differs, nor does anything it calls: equivalent");
  result.notes.insert(result.notes.end(), prepared->notes.begin(), prepared->notes.end());
  if (entries.empty() && (anySharesMemory(prepared->before()) || anySharesMemory(prepared->after())))
    result.notes.push_back("assumed: " + result::sentence(result::Premise::OneThread));

  // Native builds start now and are ready when the first difference asks for them.
  std::unique_ptr<Confirmer> confirmer;
  if (options.native && !entries.empty()) {
    Expected<std::unique_ptr<Confirmer>> created =
        Confirmer::create(prepared->versions, prepared->planned, prepared->work.path(), options.output, options, stop);
    if (!created) return created.error();
    confirmer = created.take();
  }

  // Each entry on its own, until somebody has decided it.
  CheckedBefore checked(*prepared, options, stop);
  const Audience audience{listeners, *journal, *evidence, confirmer.get(), options.explore.overflowIsUndefined ? nullptr : &checked};
  const Provers provers = proversOf(options, *prepared, audience, stop);
  for (size_t index = 0; index < entries.size(); ++index) {
    prove::Question question(index, prepared->nameOf(index), entries[index].sameCode, prepared->before(), prepared->after(),
                             prepared->changes, [&](expr::ExprPool& pool) { return makeEntry(*prepared, index, options, pool, stop); });
    Expected<result::EntryResult> decided = prove::decide(provers, question, options.explore.budget, stop);
    if (!decided) return decided.error();
    result.entries.push_back(decided.take());
    if (confirmer != nullptr) sayUnconfirmed(confirmer->refusal(), result.entries.back());
    if (sharesMemory(prepared->before(), entries[index].before) || sharesMemory(prepared->after(), entries[index].after))
      result.entries.back().guarantee.assumptions.push_back(result::sentence(result::Premise::OneThread));
    const std::string& beforeName = prepared->before().function(entries[index].before).display;
    if (beforeName != result.entries.back().name) result.entries.back().beforeName = beforeName;
  }
  if (confirmer != nullptr)
    if (Status failed = confirmer->save()) result.notes.push_back("warning: " + failed->message);
  if (Status failed = evidence->finish()) result.notes.push_back("warning: " + failed->message);
  if (Status failed = journal->finish(result)) result.notes.push_back("warning: " + failed->message);
  if (Status failed = writeManifest(options)) result.notes.push_back("warning: " + failed->message);
  return result;
}

}  // namespace cleave::driver
