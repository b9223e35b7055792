#include "driver/harnesses.h"

#include <algorithm>
#include <future>
#include <set>

#include "driver/user_expressions.h"
#include "harness/harness.h"
#include "support/text.h"

namespace cleave::driver {

namespace {

using frontend::Version;
using harness::Request;
using program::FunctionId;

std::string harnessName(size_t entry) { return program::kEntryHarness + std::to_string(entry); }

constexpr size_t kMostTogether = 16;  // harnesses that programs have at once

// Who may throw needs somebody who catches.
bool needsHarness(const EntryHarness& planned, const frontend::VersionPair& versions) {
  const explore::EntryPlans& plans = planned.plans;
  if (!plans.before.unsupported.empty() || !plans.after.unsupported.empty()) return false;
  const bool throws = versions.before.program.function(planned.before).mayThrow || versions.after.program.function(planned.after).mayThrow;
  return throws || !(plans.before.isDirect() && plans.after.isDirect());
}

// Functions that the inputs bring along: through function pointers and tables of virtual functions.
bool leadsToChange(const program::Program& after, const inputs::Plan& plan, const change::Changes& changes) {
  const auto differs = [&](const std::string& name) {
    const program::FunctionId id = after.findFunction(name);
    const change::FunctionPair* pair = id.valid() ? changes.pairOf(Side::After, id) : nullptr;
    return pair != nullptr && !pair->sameDeep;
  };
  const auto tableDiffers = [&](const std::string& name) {
    const program::GlobalId id = after.findGlobal(name);
    if (!id.valid()) return false;
    const auto isSame = [&](const change::GlobalMatch& each) { return each.after == id && each.same; };
    if (std::ranges::none_of(changes.globals, isSame)) return true;
    return std::ranges::any_of(after.global(id).relocations, [&](const program::Relocation& each) {
      return each.target.kind == program::Constant::Kind::Function && differs(after.functions[each.target.target].name);
    });
  };
  const auto leads = [&](const inputs::Value& value) {
    if (value.kind == inputs::Value::Kind::Global) return tableDiffers(value.global);
    return std::ranges::any_of(value.functions, [&](const std::string& name) { return !name.empty() && differs(name); });
  };
  return std::ranges::any_of(plan.arguments, [&](const inputs::Argument& each) { return leads(each.value); }) ||
         std::ranges::any_of(plan.objects, [&](const inputs::Object& object) {
           return std::ranges::any_of(object.fills, [&](const inputs::Fill& fill) { return leads(fill.value); });
         });
}

// What plans say of the options, of all that were made.
struct Heard {
  std::set<std::string> pointers;  // that options may speak of
  std::string refusal;             // the first; empty: none

  void add(const explore::EntryPlans& plans) {
    for (const inputs::Plan* plan : {&plans.before, &plans.after}) {
      if (plan->unsupported.starts_with("--") && refusal.empty()) refusal = plan->unsupported;
      pointers.insert(plan->asked.begin(), plan->asked.end());
    }
  }
};

// What the user said of inputs must be about inputs that there are.
Status checkOptions(const Heard& heard, const inputs::Options& options) {
  if (!heard.refusal.empty()) return Error{heard.refusal};
  const std::vector<std::string> asked(heard.pointers.begin(), heard.pointers.end());
  for (const auto& [path, said] : options.pointers) {
    if (heard.pointers.contains(path)) continue;
    const std::vector<std::string> near = nearest(path, asked, 5);
    return Error{"no input is a pointer '" + path + "'" +
                 (asked.empty() ? "; there are no pointers" : "; pointers are " + join(near.empty() ? asked : near, ", "))};
  }
  return std::nullopt;
}

void find(const frontend::VersionPair& versions, const std::string& name, EntryHarness& entry) {
  entry.before = versions.before.program.findFunction(name);
  entry.after = versions.after.program.findFunction(name);
}

void noteProblems(std::vector<EntryHarness>& planned, const std::vector<size_t>& asked, const std::vector<std::string>& problems) {
  for (size_t k = 0; k < asked.size(); ++k)
    if (!problems[k].empty() && planned[asked[k]].plans.after.unsupported.empty()) planned[asked[k]].plans.after.unsupported = problems[k];
}

explore::EntryPlans plansOf(const frontend::VersionPair& versions, const EntryPair& entry, size_t index, const change::Changes& changes,
                            const Options& options) {
  inputs::Options inputs = options.inputs;
  inputs.tag = std::to_string(index) + inputs.tag;
  return explore::planEntry(versions.before.program, entry.before, versions.after.program, entry.after, inputs, changes);
}

}  // namespace

Expected<std::vector<EntryHarness>> planEntries(frontend::VersionPair& versions, std::vector<EntryPair>& entries,
                                                const change::Changes& changes, const Options& options, const frontend::LoadOptions& load,
                                                HarnessTime time) {
  std::vector<EntryHarness> planned(entries.size());
  std::vector<size_t> asked;
  Heard heard;  // also of entries that need not be explored
  const bool mayBeLate = time == HarnessTime::MayBeLate && !speaksOfOne(options);
  std::vector<size_t> explored;
  bool isStopped = false, isCutShort = false;
  for (size_t k = 0; k < entries.size(); ++k) {
    EntryPair& entry = entries[k];
    planned[k].before = entry.before;
    planned[k].after = entry.after;
    if (mayBeLate && load.stop != nullptr && load.stop->requested()) {  // nobody will look at it, and nothing is known of its inputs
      entry.leadsAway = true;
      entry.sameCode = false;
      planned[k].late = harnessName(k);
      isStopped = true;
      continue;
    }
    if (const bool isOver = Clock::now() > options.planUntil; isOver || (load.stop != nullptr && load.stop->requested())) {
      planned[k].plans.before.unsupported = planned[k].plans.after.unsupported =
          isOver ? "there was no time to plan its inputs" : "interrupted";
      isCutShort = true;
      continue;
    }
    explore::EntryPlans plans = plansOf(versions, entry, k, changes, options);
    heard.add(plans);
    entry.leadsAway = leadsToChange(versions.after.program, plans.after, changes);
    entry.sameCode = entry.sameCode && !entry.leadsAway;
    if (entry.sameCode && !options.exploreUnchanged) continue;
    planned[k].plans = std::move(plans);
    if (needsHarness(planned[k], versions)) asked.push_back(k);
    explored.push_back(k);
    if (!mayBeLate || asked.size() <= kMostTogether) continue;
    for (const size_t late : asked) {
      if (!planned[late].late.empty() && late != k) continue;
      planned[late].late = harnessName(late);
      planned[late].plans = {};
    }
  }
  if (isStopped) return planned;
  // What was not planned may be what options speak of.
  if (Status wrong = isCutShort && heard.refusal.empty() ? std::nullopt : checkOptions(heard, options.inputs)) return *wrong;
  if (asked.size() > kMostTogether && mayBeLate) return planned;
  if (Status wrong = checkExpressions(options, explored.size())) return *wrong;
  UserExpressions expressions(versions, options, load);
  for (const size_t k : explored)
    if (Status wrong = expressions.add(entries[k], k, explored.size() == 1, planned[k])) return *wrong;
  if (asked.empty() && expressions.empty()) return planned;

  std::vector<Request> before, after = expressions.requests();
  for (const size_t k : asked) {
    before.push_back({harnessName(k), &planned[k].plans.before, {}});
    after.push_back({harnessName(k), &planned[k].plans.after, {}});
  }
  auto beside = std::async(std::launch::async, [&] { return harness::addHarnesses(versions.after, after, "after", load); });
  const Expected<std::vector<std::string>> beforeProblems = harness::addHarnesses(versions.before, before, "before", load);
  Expected<std::vector<std::string>> afterProblems = beside.get();
  if (!beforeProblems) return beforeProblems.error();
  if (!afterProblems) return afterProblems.error();
  if (Status wrong = expressions.find(*afterProblems)) return *wrong;
  afterProblems->erase(afterProblems->begin(), afterProblems->end() - std::ssize(asked));
  noteProblems(planned, asked, *beforeProblems);
  noteProblems(planned, asked, *afterProblems);
  for (const size_t k : asked)
    if (planned[k].plans.after.unsupported.empty()) find(versions, harnessName(k), planned[k]);
  return planned;
}

void planAnew(EntryHarness& entry, const EntryPair& functions, size_t index, unsigned time, inputs::Options& inputs) {
  entry = {};
  entry.before = functions.before;
  entry.after = functions.after;
  entry.late = harnessName(index) + ".wider" + std::to_string(time);
  inputs.tag = "w" + std::to_string(time);
}

void widen(inputs::Options& inputs) {
  constexpr uint64_t kFactor = 4;
  inputs.elements = std::min(inputs.elements * kFactor, inputs::kMostBound);
  inputs.stringBytes = std::min(inputs.stringBytes * kFactor, inputs::kMostBound);
  inputs.functions = std::min(inputs.functions * kFactor, inputs::kMostFunctions);
  ++inputs.depth;
}

Status addLate(frontend::VersionPair& versions, const EntryPair& functions, size_t index, const change::Changes& changes,
               const Options& options, const frontend::LoadOptions& load, EntryHarness& entry) {
  if (entry.late.empty()) return std::nullopt;
  entry.plans = plansOf(versions, functions, index, changes, options);
  UserExpressions expressions(versions, options, load);
  if (Status wrong = expressions.add(functions, index, false, entry)) return wrong;
  std::vector<Request> requests = expressions.requests();
  requests.push_back({entry.late, &entry.plans.after, {}});
  auto beside = std::async(std::launch::async, [&] { return harness::addHarnesses(versions.after, requests, "after-late", load); });
  const auto before = harness::addHarnesses(versions.before, {{entry.late, &entry.plans.before, {}}}, "before-late", load);
  const auto after = beside.get();
  for (const auto* problems : {&before, &after}) {
    if (!*problems) return problems->error();
    if (!(*problems)->back().empty() && entry.plans.after.unsupported.empty()) entry.plans.after.unsupported = (*problems)->back();
  }
  if (Status wrong = expressions.find(*after)) return wrong;
  if (entry.plans.after.unsupported.empty()) find(versions, entry.late, entry);
  return std::nullopt;
}

}  // namespace cleave::driver
