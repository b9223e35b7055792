#include "driver/entry_jobs.h"

#include <algorithm>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <thread>

#include <fmt/format.h>

#include "cache/answers.h"
#include "driver/answer_key.h"
#include "driver/confirm.h"
#include "driver/describe_call.h"
#include "driver/failed_entry.h"
#include "driver/held_back.h"
#include "driver/overflow_checked.h"
#include "driver/remembered.h"
#include "driver/seeds.h"
#include "driver/shared_memory.h"
#include "driver/turns.h"
#include "driver/wider_plans.h"
#include "explore/describe.h"
#include "explore/guarantee.h"
#include "expr/print.h"
#include "native/build.h"
#include "prove/composition.h"
#include "prove/exploration.h"
#include "prove/optimizer.h"
#include "prove/same_code.h"
#include "result/archive.h"
#include "result/guarantee.h"
#include "support/temp_dir.h"
#include "support/worker.h"

namespace cleave::driver {

namespace {

namespace fs = std::filesystem;
using prove::Provers;
using result::EntryResult;

constexpr Seconds kPatience{60};                // beyond its budget an entry that has not ended hangs
constexpr Seconds kProofPatience{120};          // the optimiser has limits of its own
constexpr unsigned kMostBuilds = 4;             // plain and sanitized ones, each interrupted once
constexpr const char* kClaims = "claims.json";  // files in a job's folder
constexpr const char* kReplay = "replay-entry.json";
constexpr const char* kErrors = "errors.txt";
constexpr const char* kWarnings = "warnings.txt";

// Who is told what exploration finds. In the worker.
struct Audience {
  const EntryWork& work;
  const Messages& messages;
  HeldBack* held;
  RimsMet* rims;
  Confirmer* confirmer;      // null: differences are not replayed
  OverflowChecked* checked;  // null: nobody asks whether before overflows
  Turns* turns;

  explore::Listeners operator()(prove::Question& question, const explore::Entry& entry) const {
    const auto index = static_cast<unsigned>(question.index());
    explore::Listeners heard;
    if (confirmer != nullptr) {
      confirmer->describe(index, entry);
      if (!confirmer->refusal()) {
        heard.likelyDifferent = [this] { confirmer->expectDifferences(); };
        heard.confirm = [this, index, &entry](const expr::Assignment& input, const explore::PairRun& run) {
          return confirmer->confirmLater(index, entry, input, run);
        };
      }
      heard.finished = [this, index](const explore::PairRun& run) { confirmer->remember(index, run); };
    }
    if (checked != nullptr) heard.checked = [this, index, &entry] { return checked->of(index, entry); };
    held->begin(headOf(entry, question.pool()), question.pool());
    heard.evidence = [this](const explore::Statement& statement) { held->add(statement); };
    heard.partition = [this](const result::Partition& partition, const explore::FoundPartition& found) {
      held->add(partition, found.run.comesToChange && !vm::endsAtNull(found.run.before.outcome));
      rims->add(work.prepared, found.run);
    };
    heard.progress = [this](const explore::Progress& progress) {
      messages.send({reinterpret_cast<const char*>(&progress), sizeof progress});
    };
    heard.goesOn = [this](const explore::Progress& progress) { return turns->goesOn(messages, progress); };
    return heard;
  }

 private:
  // What is known from the start.
  EntryResult headOf(const explore::Entry& entry, expr::ExprPool& pool) const {
    EntryResult head = prove::decidedEntry(entry.name, result::Verdict::Inconclusive, "");
    head.guarantee.granularity = explore::nameOf(work.options.explore.granularity);
    head.inputs = explore::describeInputs(entry);
    if (entry.intention) head.intention = entry.intention->words;
    if (!entry.domain.empty()) head.domain = expr::toSmtTerm(pool, pool.conjunction(entry.domain));
    return head;
  }
};

// Where native runs are refused, a difference is what the analysis says, and the verdict tells.
void sayUnconfirmed(const Status& refusal, EntryResult& entry) {
  if (refusal && entry.verdict == result::Verdict::Different) entry.reason += "; not confirmed by native runs: " + refusal->message;
}

class Jobs {
 public:
  Jobs(const EntryWork& work, std::vector<std::string>& notes)
      : work_(work), notes_(notes), results_(work.prepared.entries.size()), total_(work.options.totalBudget, work.stop) {
    if (!work.options.cache.empty()) identity_ = openCache(work.options.cache);
  }

  std::vector<EntryResult> run() {
    for (size_t index = 0; index < results_.size(); ++index) work_.evidence.reserve(nameOf(index));
    proveSameCode();
    const bool mayOptimize = work_.options.optimizerProof && !work_.options.explore.overflowIsUndefined &&  // to it overflow wraps
                             work_.options.explore.strategy == explore::Strategy::Prv;  // the baselines are measured without it
    if (mayOptimize && countOpen() != 0) proveTogether();
    exploreAll();
    sayRemembered();
    for (const auto& [index, file] : replayFiles_) work_.replay->entryFiles.push_back(file);
    std::vector<EntryResult> results;
    for (size_t index = 0; index < results_.size(); ++index)
      results.push_back(results_[index] ? std::move(*results_[index]) : interrupted(index));
    return results;
  }

 private:
  // What is wrong with it is said once. Empty: it is of no use.
  std::string openCache(const fs::path& file) {
    std::string moved;
    const Expected<cache::Answers> answers = cache::Answers::open(file, &moved);
    if (!moved.empty()) note("warning: " + moved);
    if (!answers) note("warning: " + answers.error().message + "; nothing is remembered");
    return answers ? identity(work_.options.models) : std::string();
  }

  const std::string& nameOf(size_t index) const { return work_.prepared.nameOf(index); }
  const EntryPair& pairOf(size_t index) const { return work_.prepared.entries[index]; }
  fs::path folderOf(size_t index) const { return work_.prepared.work.path() / ("job-" + std::to_string(index)); }
  size_t countOpen() const {
    return static_cast<size_t>(std::ranges::count_if(results_, [](const auto& each) { return !each.has_value(); }));
  }

  EntryResult interrupted(size_t index) const {
    const bool isOver = work_.options.totalBudget.count() > 0 && total_.left().count() <= 0 && !total_.interrupted();
    return prove::decidedEntry(nameOf(index), result::Verdict::Inconclusive,
                               isOver ? "the total budget is used up" : "interrupted before this entry was looked at");
  }

  prove::Question question(size_t index) const {
    const Prepared& prepared = work_.prepared;
    return {index,
            nameOf(index),
            pairOf(index).sameCode,
            prepared.before(),
            prepared.after(),
            prepared.changes,
            [this, index](expr::ExprPool& pool) { return makeEntry(work_.prepared, index, work_.options, pool, work_.stop); }};
  }

  // --- what needs no worker of its own

  void proveSameCode() {
    if (work_.options.exploreUnchanged) return;
    Provers provers;
    provers.push_back(std::make_unique<prove::SameCode>());
    for (size_t index = 0; index < results_.size(); ++index) {
      prove::Question asked = question(index);
      Expected<std::optional<EntryResult>> decided = prove::tryToDecide(provers, asked, Seconds(0), work_.stop);
      if (!decided || !*decided) continue;
      results_[index] = decided.take();
      complete(index);
    }
  }

  // The optimiser looks at all entries at once. Should it fail, nobody but exploration decides.
  void proveTogether() {
    const fs::path folder = work_.prepared.work.path() / "proofs";
    Job job;
    job.errors = folder / kErrors;
    job.limits = {work_.options.memory, kProofPatience, Seconds(1.5)};
    job.work = [this, folder](const Messages&) {
      std::vector<prove::Optimizer::Functions> functions;
      for (const EntryPair& entry : work_.prepared.entries) functions.push_back({entry.before, entry.after, entry.leadsAway});
      Provers provers;
      provers.push_back(std::make_unique<prove::Optimizer>(work_.prepared.versions, functions, work_.stop));
      provers.push_back(std::make_unique<prove::Composition>(work_.prepared.versions, work_.prepared.changes, functions, work_.stop));
      for (size_t index = 0; index < results_.size(); ++index) {
        if (results_[index] || work_.stop->requested()) continue;
        prove::Question asked = question(index);
        const Expected<std::optional<EntryResult>> decided = prove::tryToDecide(provers, asked, Seconds(0), work_.stop);
        if (decided && *decided) (void)result::save(**decided, folder / std::to_string(index));  // what is not handed over is explored
      }
    };
    job.ended = [this, folder](const WorkerEnd& end) {
      if (end.how != WorkerEnd::How::Done && end.how != WorkerEnd::How::Stopped)
        notes_.push_back("warning: the optimiser's proofs were cut short, and what they left is explored: " + end.why);
      for (size_t index = 0; index < results_.size(); ++index) {
        Expected<EntryResult> proved = result::load(folder / std::to_string(index));
        if (!proved) continue;
        results_[index] = proved.take();
        complete(index);
      }
    };
    runOne(folder, std::move(job));
  }

  void runOne(const fs::path& folder, Job job) {
    std::error_code ignored;  // then the worker cannot hand anything over, which is noticed
    fs::create_directories(folder, ignored);
    runJobs([&, given = false]() mutable { return std::exchange(given, true) ? Job{} : std::move(job); }, 1, work_.stop);
  }

  // --- exploration

  void exploreAll() {
    std::vector<size_t> open;
    for (size_t index = 0; index < results_.size(); ++index)
      if (!results_[index]) open.push_back(index);
    if (open.empty()) return;
    std::ranges::stable_sort(open, {}, [&](size_t index) { return pairOf(index).depth; });  // nearest to the change first
    const unsigned atOnce = work_.options.jobs != 0 ? work_.options.jobs : std::max(1u, std::thread::hardware_concurrency());
    size_t next = 0;
    runJobs(
        [&]() -> Job {
          if (next != open.size() && isBuildLeft()) return buildJob();
          if (next == open.size() || (work_.options.totalBudget.count() > 0 && total_.exhausted())) return {};
          const size_t left = open.size() - next;
          const size_t index = open[next++];
          return entryJob(index, timesFor(left, atOnce));
        },
        atOnce, work_.stop, [this](const std::vector<size_t>& resting) { return queue_.next(resting, total_.left()); });
  }

  // An entry does not wait for compilers when its time is over; what they were to make, others may need.
  bool isBuildLeft() const {
    return hasEnded_ && builds_ < kMostBuilds && work_.replay != nullptr && native::isBuildOpen(work_.prepared.work.path());
  }

  Job buildJob() {
    ++builds_;
    const fs::path folder = work_.prepared.work.path() / "builds";
    std::error_code ignored;
    fs::create_directories(folder, ignored);
    Job job;
    job.errors = folder / kErrors;
    job.limits = {work_.options.memory, kProofPatience, Seconds(0.5)};
    job.work = [this](const Messages&) {
      native::finishBuilds({work_.replay->before, work_.replay->after}, work_.prepared.work.path(), work_.stop);
    };
    job.ended = [](const WorkerEnd&) {};  // who needs them and does not find them builds them
    return job;
  }

  // Of the whole, an even part of what is left, and not more than a few seconds: the first turn.
  Times timesFor(size_t entries, unsigned atOnce) const {
    const Seconds most = work_.options.explore.budget;
    if (work_.options.totalBudget.count() <= 0) return {most, most, Clock::time_point::max()};
    const double share = total_.left().count() * static_cast<double>(std::min<size_t>(atOnce, entries)) / static_cast<double>(entries);
    const Clock::duration left = std::chrono::duration_cast<Clock::duration>(total_.left());
    return {std::min(most, Seconds(left)), std::min({most, Seconds(share), kFirstTurn}), Clock::now() + left};
  }

  Job entryJob(size_t index, Times times) {
    queue_.begins(index, times, pairOf(index).depth);
    const fs::path folder = folderOf(index);
    std::error_code ignored;
    fs::create_directories(folder, ignored);
    work_.journal.expect(nameOf(index));
    Job job;
    job.errors = folder / kErrors;
    job.key = index;
    job.limits = {work_.options.memory, times.most + kPatience, Seconds(1.5)};
    job.work = [this, index, folder, times](const Messages& messages) { explore(index, folder, times, messages); };
    job.heard = [this, index](std::string_view message) {
      explore::Progress progress;
      if (message.size() != sizeof progress) return;
      std::memcpy(&progress, message.data(), sizeof progress);
      queue_.heard(index, progress);
      if (work_.listeners.progress) work_.listeners.progress(nameOf(index), progress);
    };
    job.ended = [this, index, folder](const WorkerEnd& end) { collect(index, folder, end); };
    return job;
  }

  // In the worker.
  void explore(size_t index, const fs::path& folder, Times times, const Messages& messages) {
    ::setenv("TMPDIR", folder.c_str(), 1);  // whatever ends us, our files go with those of the run
    provokeFault(work_.options, nameOf(index));
    if (Status failed = completeEntry(work_.prepared, index, work_.options, folder, work_.stop)) throw std::runtime_error(failed->message);
    explore::Options options = work_.options.explore;
    options.budget = times.most;
    options.latest = times.latest;
    Remembered remembered(work_.options, identity_);
    {
      prove::Question asked = question(index);
      if (const auto entry = asked.entry(); entry && (*entry)->unsupported.empty()) {
        if (const std::optional<EntryResult> known = remembered.find(work_.prepared, index, **entry, times.first)) return tellAgain(index, *known);
        options.seeds = remembered.seeds();
      }
    }
    Turns turns(times);
    const size_t firstClaim = work_.evidence.size();
    const Budget budget(times.most, work_.stop);
    Attempt found = attempt(index, folder, options, turns, messages);
    WiderPlans wider(work_.options.inputs);
    while (mayWiden(found, budget) && wider.next(found.rims, work_.prepared.planned[index].plans)) {
      const fs::path own = folder / ("wider-" + std::to_string(wider.made()));
      Options widened = work_.options;
      widened.inputs = wider.inputs();
      planAnew(work_.prepared.planned[index], pairOf(index), index, wider.made(), widened.inputs);
      fs::create_directories(own);
      if (Status failed = completeEntry(work_.prepared, index, widened, own, work_.stop)) throw std::runtime_error(failed->message);
      if (!work_.prepared.planned[index].plans.after.unsupported.empty()) break;
      options.budget = budget.left();
      found = attempt(index, own, options, turns, messages);
    }
    found.held->release();
    EntryResult entry = std::move(found.entry);
    const std::unique_ptr<Confirmer> confirmer = std::move(found.confirmer);
    const std::vector<std::string> misfits = std::move(found.misfits);
    if (confirmer != nullptr) sayUnconfirmed(confirmer->refusal(), entry);
    if (confirmer == nullptr || !confirmer->refusal())
      remembered.keep(entry, turns.given(), work_.stop != nullptr && work_.stop->requested());

    std::string warnings;
    const auto tell = [&](const Status& failed) {
      if (failed) warnings += failed->message + "\n";
    };
    if (confirmer != nullptr) tell(confirmer->save(folder / kReplay));
    tell(work_.evidence.handOver(firstClaim, folder / kClaims));
    const uint64_t noted = work_.journal.close();
    tell(work_.journal.problem());
    if (!remembered.warning().empty()) warnings += remembered.warning() + "\n";
    if (!misfits.empty())
      warnings += fmt::format("{}: {} of the seeds {} not looked at: {}\n", nameOf(index), misfits.size(),
                              misfits.size() == 1 ? "is" : "are", misfits.front());
    if (!warnings.empty()) (void)writeFile(folder / kWarnings, warnings);
    handOver(index, std::move(entry), noted);
  }

  // What exploration finds with the plan that the entry has.
  struct Attempt {
    std::unique_ptr<prove::Question> question;  // what is held back speaks of its terms
    std::unique_ptr<HeldBack> held;
    std::unique_ptr<Confirmer> confirmer;
    RimsMet rims;
    EntryResult entry;
    std::vector<std::string> misfits;  // tests that are no inputs of it
  };

  Attempt attempt(size_t index, const fs::path& folder, explore::Options options, Turns& turns, const Messages& messages) {
    Attempt made;
    made.question.reset(new prove::Question(question(index)));
    made.held = std::make_unique<HeldBack>(work_.journal, work_.evidence);
    prove::Question& asked = *made.question;
    if (const auto entry = asked.entry(); entry && (*entry)->unsupported.empty()) {
      std::vector<explore::SeedInput> tests = seedsOf(work_.options.seeds, **entry, asked.pool().symbolCount(), made.misfits);
      options.seeds.insert(options.seeds.begin(), tests.begin(), tests.end());
    }
    made.confirmer = confirmerFor(index, folder);
    OverflowChecked checked(work_.prepared, Side::Before, work_.options, folder, work_.stop);
    const Audience audience{work_, messages, made.held.get(), &made.rims, made.confirmer.get(), options.overflowIsUndefined ? nullptr : &checked, &turns};
    Provers provers;
    provers.push_back(std::make_unique<prove::Exploration>(options, std::cref(audience), work_.stop));
    Expected<EntryResult> decided = prove::decide(provers, asked, options.budget, work_.stop);
    made.entry = decided ? decided.take() : failedEntry(nameOf(index), decided.error().message);
    if (!decided) made.entry.failure = result::Failure::Assumption;  // makeEntry has no other error
    if (const auto entry = asked.entry(); entry && (*entry)->unsupported.empty() && !made.entry.partitions.empty())
      made.entry.calls = describeCalls(work_.prepared, index, **entry);
    return made;
  }

  // Where no input comes to a change, larger ones may, and there is time for them. What the user says of inputs in C is compiled once.
  bool mayWiden(const Attempt& found, const Budget& budget) const {
    constexpr double kLeast = 0.25;  // of the budget
    return found.entry.isOutOfReach && found.held->isHeld() && work_.options.inputs.assume.empty() && found.entry.intention.empty() &&
           work_.options.explore.maxPartitions == 0 && budget.left() > kLeast * options().budget && !budget.exhausted();
  }
  const explore::Options& options() const { return work_.options.explore; }

  // What is remembered, as though it had been found now.
  void tellAgain(size_t index, const EntryResult& known) {
    EntryResult head = known;
    head.partitions.clear();
    work_.journal.begin(head);
    for (const result::Partition& partition : known.partitions) work_.journal.add(known.name, partition);
    handOver(index, known, work_.journal.close());
  }

  void handOver(size_t index, EntryResult entry, uint64_t noted) {
    const std::optional<uint64_t> inJournal = work_.journal.problem() ? std::nullopt : std::optional(noted);
    if (Status failed = work_.found.handOver(index, std::move(entry), inJournal)) throw std::runtime_error(failed->message);
  }

  std::unique_ptr<Confirmer> confirmerFor(size_t index, const fs::path& folder) const {
    if (work_.replay == nullptr) return nullptr;
    native::SavedReplay own = *work_.replay;
    own.entries.clear();  // those of workers that have ended
    const frontend::VersionPair& versions = work_.prepared.versions;
    const EntryHarness& planned = work_.prepared.planned[index];
    Confirmer::Apart apart{{}, work_.prepared.work.path()};
    if (!planned.late.empty() && planned.plans.after.unsupported.empty()) {
      Expected<Both<native::SavedPart>> parts = Confirmer::writeParts(versions, planned, index, own);
      if (!parts) throw std::runtime_error(parts.error().message);
      apart = {parts.take(), folder};
    }
    return std::make_unique<Confirmer>(versions, std::move(own), std::move(apart), work_.prepared.work.path(), work_.options.output,
                                       work_.options, work_.stop);
  }

  // --- back here

  void collect(size_t index, const fs::path& folder, const WorkerEnd& end) {
    using How = WorkerEnd::How;
    hasEnded_ = true;
    if (end.how == How::Done) {
      Expected<EntryResult> loaded = work_.found.take(index, work_.journal.filesOf(nameOf(index)));
      results_[index] = loaded ? loaded.take() : failedEntry(nameOf(index), "its result is lost: " + loaded.error().message);
    } else if (end.how == How::Stopped) {
      results_[index] = salvaged(index);
    } else {
      results_[index] = failedEntry(nameOf(index), end.why);
    }
    if (results_[index]->verdict == result::Verdict::Failed && !isOfAssumption(*results_[index]))
      keepFailed(work_.prepared.versions, work_.options, folder, *results_[index]);
    if (end.how == How::Done && !results_[index]->remembered) takeBack(index, folder);
    complete(index);
    std::error_code ignored;  // it goes with the rest at the end
    fs::remove_all(folder, ignored);
  }

  // What a worker that was ended has written down. It had its time to end by itself, and something took longer.
  EntryResult salvaged(size_t index) {
    auto [found, noted] = work_.journal.found(nameOf(index));
    found.reason = "interrupted: " + (found.partitions.empty() ? "nothing was found until then" : found.reason);
    return work_.found.put(index, std::move(found), noted, work_.journal.filesOf(nameOf(index)));
  }

  void takeBack(size_t index, const fs::path& folder) {
    if (const Status failed = work_.evidence.take(folder / kClaims)) note("warning: " + failed->message);
    std::error_code failure;
    if (work_.replay != nullptr && fs::exists(folder / kReplay, failure)) {
      const fs::path kept = work_.prepared.work.path() / ("replay-" + std::to_string(index) + ".json");
      fs::rename(folder / kReplay, kept, failure);
      if (failure) note("warning: " + nameOf(index) + " cannot be replayed later: " + failure.message());
      if (!failure) replayFiles_[index] = kept;
    }
    if (const Expected<std::string> warnings = readFile(folder / kWarnings)) note("warning: " + warnings->substr(0, warnings->find('\n')));
  }

  void sayRemembered() {
    const auto count = std::ranges::count_if(results_, [](const auto& each) { return each && each->remembered; });
    if (count != 0)
      note(fmt::format("{} answered from {}: code, options and cleave are as in an earlier run, whose proofs and replays are not repeated",
                       count == 1 ? "1 function is" : fmt::format("{} functions are", count), work_.options.cache.string()));
    if (identity_.empty()) return;
    if (Expected<cache::Answers> answers = cache::Answers::open(work_.options.cache)) (void)answers->trim();
  }

  void note(const std::string& text) {
    if (std::ranges::find(notes_, text) == notes_.end()) notes_.push_back(text);
  }

  // What is known of an entry whoever decided it.
  void complete(size_t index) {
    EntryResult& entry = *results_[index];
    if (entry.verdict != result::Verdict::Failed && mayShareMemory(work_.prepared, pairOf(index)))
      entry.guarantee.assumptions.push_back(result::sentence(result::Premise::OneThread));
    const std::string& beforeName = work_.prepared.before().function(pairOf(index).before).display;
    if (beforeName != work_.prepared.after().function(pairOf(index).after).display) entry.beforeName = beforeName;
    work_.journal.end(entry, work_.found.partitionsOf(index));
  }

  const EntryWork& work_;
  std::vector<std::string>& notes_;
  std::vector<std::optional<EntryResult>> results_;
  std::map<size_t, fs::path> replayFiles_;  // by entry
  Budget total_;
  TurnQueue queue_;
  std::string identity_;   // whose answers are remembered; empty: nobody's
  bool hasEnded_ = false;  // the worker of an entry
  unsigned builds_ = 0;    // that were begun for what workers had left
};

}  // namespace

std::vector<EntryResult> decideEntries(const EntryWork& work, std::vector<std::string>& notes) { return Jobs(work, notes).run(); }

}  // namespace cleave::driver
