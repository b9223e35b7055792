#include "driver/guard.h"

#include <algorithm>
#include <chrono>

#include <fmt/format.h>

#include "driver/guard_asserts.h"
#include "driver/guard_collect.h"
#include "driver/guard_decide.h"
#include "driver/guard_files.h"
#include "driver/guard_memory.h"
#include "driver/guard_parts.h"
#include "driver/version.h"
#include "guard/log_properties.h"
#include "program/shown_name.h"

namespace cleave::driver {

namespace {

using result::GuardProperty;
using result::GuardResult;
using result::PropertyFate;

class Guard {
 public:
  Guard(const GuardOptions& options, const GuardListeners& listeners, const StopFlag* stop) : options_(options), listeners_(listeners), stop_(stop) {
    result_.version = kVersion;
  }

  Expected<GuardResult> run() {
    if (Status failed = build()) return *failed;
    if (opened_->parts.empty()) {
      result_.notes.push_back("no function differs: there is nothing to guard");
      return std::move(result_);
    }
    // From here on: what changed, and which functions are worth a look.
    if (Status failed = collectAndInfer()) return *failed;
    // From here on: numbered properties, and which of them the tests of after break.
    list_.place(opened_->parts, result_.properties);
    if (Status failed = decide()) return *failed;
    if (stop_ != nullptr && stop_->requested()) return Error{"stopped"};
    if (Status failed = keep()) return *failed;
    if (Status failed = writeAsserts()) return *failed;
    return std::move(result_);
  }

 private:
  // --- steps and their times

  void begin(const std::string& what) {
    start_ = std::chrono::steady_clock::now();
    if (listeners_.step) listeners_.step(what);
  }
  void end(const char* name, std::string summary) {
    add({name, std::move(summary), std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count()});
  }
  void add(result::GuardStep step) {
    result_.steps.push_back(std::move(step));
    if (listeners_.finished) listeners_.finished(result_.steps.back());
  }

  Status build() {
    begin("building");
    Expected<GuardParts> opened = openParts(options_, listeners_, memory_, stop_);
    if (!opened) return opened.error();
    opened_.emplace(opened.take());
    result_.notes = opened_->notes;
    result_.changes = opened_->changes;
    size_t changed = 0;
    for (const GuardPart& part : opened_->parts) changed += part.scope.changed.size();
    end("build", fmt::format("{} changed functions in {} programs or libraries", changed, opened_->parts.size()));
    return std::nullopt;
  }

  // --- collect and infer

  Status collectAndInfer() {
    std::set<std::string> watched;
    for (const GuardPart& part : opened_->parts)
      for (const std::string& name : part.scope.watched) watched.insert(std::string(program::splitName(name).symbol));
    memory_.recallBefore(watched, result_.notes);
    if (Status failed = memory_.before() ? useKnown() : collectBefore(memory_.toWatch(watched))) return failed;
    std::vector<std::string> ids;
    for (uint32_t k = 0; k < list_.size(); ++k) {
      result_.properties.push_back(list_.describe(k));
      ids.push_back(result_.properties.back().id);
    }
    memory_.recallAfter(ids, result_.notes);
    return runTestsOfAfter(watched);
  }

  Status useKnown() {
    begin("looking up what is known of before");
    list_ = GuardList(memory_.before()->points);
    end("collect", memory_.before()->collected + " (" + memory_.whence() + ")");
    end("infer", fmt::format("{} properties at {} points ({})", list_.size(), list_.points().size(), memory_.whence()));
    return std::nullopt;
  }

  Status collectBefore(const std::set<std::string>& watched) {
    begin("collecting");
    const Expected<Collected> before = collect(options_, Side::Before, watched, listeners_, stop_);
    if (!before) return before.error();
    end("collect", summaryOf(*before));
    begin("inferring");
    infer::Options options;
    options.chance = options_.chance;
    options.mostGap = 1;  // i <= length + 1 is meant; x <= y + 7 is what came up
    options.weaker = true;
    list_ = GuardList(guard::inferProperties(before->log, options, stop_));
    end("infer", fmt::format("{} properties at {} points", list_.size(), list_.points().size()));
    memory_.learnBefore(watched, summaryOf(*before), list_.points());
    return std::nullopt;
  }

  Status runTestsOfAfter(const std::set<std::string>& watched) {
    begin("running the tests of after");
    std::string summary;
    if (const std::optional<KnownAfter>& known = memory_.after()) {
      isOutdated_ = known->isOutdated;
      summary = known->tested + " (" + memory_.whence() + ")";
    } else {
      const Expected<Collected> after = collect(options_, Side::After, watched, listeners_, stop_);
      if (!after) return after.error();
      const std::vector<std::vector<uint64_t>> broken = guard::countBroken(list_.points(), after->log);
      for (uint32_t k = 0; k < list_.size(); ++k) isOutdated_.push_back(broken[list_.placeOf(k).first][list_.placeOf(k).second] != 0);
      summary = summaryOf(*after);
      memory_.learnAfter(summary, isOutdated_);
    }
    end("outdated", fmt::format("{}; they break {} of the properties", summary, std::ranges::count(isOutdated_, true)));
    return std::nullopt;
  }

  // --- prove and check

  Status decide() {
    GuardDecider decider(options_, listeners_, list_, isOutdated_, memory_, result_, stop_);
    for (const GuardPart& part : opened_->parts) {
      begin("trying random inputs");
      if (Status failed = decider.tryRandom(part)) return failed;
      end("try", fmt::format("{} of {} properties are left", decider.left(), list_.size()));
      begin("proving");
      if (Status failed = decider.prove(part)) return failed;
      provingSeconds_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
      decider.traceNew(part);
    }
    finish(decider.entries());
    return std::nullopt;
  }

  void finish(size_t entries) {
    for (GuardProperty& property : result_.properties)
      if (property.fate == PropertyFate::Unproved && property.reason.empty()) property.reason = "no function that proofs start from comes there";
    const auto count = [&](PropertyFate fate) { return result_.count(fate); };
    const uint64_t isFalse = count(PropertyFate::False), unproved = count(PropertyFate::Unproved);
    add({"prove", fmt::format("{} are true of before, {} are false, {} undecided; from {} functions on", result_.properties.size() - isFalse - unproved,
                              isFalse, unproved, entries),
         provingSeconds_});
    add({"check", fmt::format("{} are valid, {} violated, {} undecided; {} outdated, {} gone", count(PropertyFate::Valid), count(PropertyFate::Violated),
                              count(PropertyFate::Open), count(PropertyFate::Outdated), count(PropertyFate::Gone)),
         0});
  }

  Status keep() {
    begin("keeping what was found");
    return memory_.keep();
  }

  Status writeAsserts() {
    if (options_.asserts.empty()) return std::nullopt;
    begin("writing assertions");
    AssertRequest request{options_, options_.asserts, {}, {}, listeners_, stop_};
    for (const GuardPart& part : opened_->parts) request.after.push_back(&part.sources.after);
    for (uint32_t k = 0; k < list_.size(); ++k)
      if (result_.properties[k].fate == PropertyFate::Valid) request.properties.push_back({&list_.at(k), list_.placeOf(k).second});
    Expected<result::GuardAsserts> asserts = emitAsserts(request);
    if (!asserts) return asserts.error();
    result_.asserts = asserts.take();
    end("assert", fmt::format("{} assertions in {}", result_.asserts->written, result_.asserts->directory));
    return std::nullopt;
  }

  const GuardOptions& options_;
  const GuardListeners& listeners_;
  const StopFlag* stop_;
  std::chrono::steady_clock::time_point start_;
  double provingSeconds_ = 0;
  GuardMemory memory_{options_};
  std::optional<GuardParts> opened_;
  GuardList list_;
  std::vector<bool> isOutdated_;  // by number
  GuardResult result_;
};

}  // namespace

Expected<GuardResult> guard(const GuardOptions& options, const GuardListeners& listeners, const StopFlag* stop) {
  if (!options.files) return Guard(options, listeners, stop).run();
  const Expected<FileProjects> projects = projectsOf(options, stop);
  if (!projects) return projects.error();
  Expected<GuardResult> result = Guard(projects->options, listeners, stop).run();
  if (result) renameBefore(*result, *projects, options.files->before);
  return result;
}

}  // namespace cleave::driver
