#include "driver/harnesses.h"

#include <algorithm>
#include <future>

#include "harness/assumption.h"
#include "harness/harness.h"
#include "support/text.h"

namespace cleave::driver {

namespace {

using frontend::Version;
using harness::Request;
using program::FunctionId;

std::string harnessName(size_t entry) { return "cleave_entry." + std::to_string(entry); }

constexpr size_t kMostTogether = 16;  // harnesses that programs have at once

constexpr const char* kAssumption = "cleave_assumption";                 // the expression as a function,
constexpr const char* kAssumptionHarness = "cleave_assumption.harness";  // and what calls it with the cells

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

// What the user said of inputs must be about inputs that there are.
Status checkOptions(const std::vector<explore::EntryPlans>& plans, const inputs::Options& options) {
  std::vector<std::string> asked;
  for (const explore::EntryPlans& each : plans)
    for (const inputs::Plan* plan : {&each.before, &each.after}) {
      if (plan->unsupported.starts_with("--")) return Error{plan->unsupported};
      asked.insert(asked.end(), plan->asked.begin(), plan->asked.end());
    }
  std::sort(asked.begin(), asked.end());
  asked.erase(std::unique(asked.begin(), asked.end()), asked.end());
  for (const auto& [path, said] : options.pointers) {
    if (std::binary_search(asked.begin(), asked.end(), path)) continue;
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

}  // namespace

Expected<std::vector<EntryHarness>> planEntries(frontend::VersionPair& versions, std::vector<EntryPair>& entries,
                                                const change::Changes& changes, const Options& options,
                                                const frontend::LoadOptions& load, HarnessTime time) {
  std::vector<EntryHarness> planned(entries.size());
  std::vector<size_t> asked;
  std::vector<explore::EntryPlans> all;  // also of entries that need not be explored
  size_t assumed = 0, explored = 0;
  for (size_t k = 0; k < entries.size(); ++k) {
    EntryPair& entry = entries[k];
    planned[k].before = entry.before;
    planned[k].after = entry.after;
    inputs::Options inputs = options.inputs;
    inputs.tag = std::to_string(k);
    all.push_back(explore::planEntry(versions.before.program, entry.before, versions.after.program, entry.after, inputs, changes));
    entry.leadsAway = leadsToChange(versions.after.program, all.back().after, changes);
    entry.sameCode = entry.sameCode && !entry.leadsAway;
    if (entry.sameCode && !options.exploreUnchanged) continue;
    planned[k].plans = all.back();
    if (needsHarness(planned[k], versions)) asked.push_back(k);
    assumed = k;
    ++explored;
  }
  if (Status wrong = checkOptions(all, options.inputs)) return *wrong;
  if (!options.inputs.assume.empty() && explored != 1)
    return Error{explored == 0 ? "--assume: there is nothing to explore" : "--assume speaks of one function: say which with --entry"};
  inputs::Plan assumption;
  std::filesystem::path bitcode;
  if (!options.inputs.assume.empty()) {
    const auto compiled =
        harness::compileAssumption(versions.after, options.after, {kAssumption, entries[assumed].after, options.inputs.assume}, load);
    if (!compiled) return compiled.error();
    bitcode = *compiled;
    assumption = planned[assumed].plans.after;
    assumption.entry = kAssumption;
    assumption.isMain = false;
  }
  if (asked.empty() && bitcode.empty()) return planned;

  std::vector<Request> before, after;
  for (const size_t k : asked) {
    before.push_back({harnessName(k), &planned[k].plans.before, {}});
    after.push_back({harnessName(k), &planned[k].plans.after, {}});
  }
  if (!bitcode.empty()) after.push_back({kAssumptionHarness, &assumption, bitcode});
  const bool isLate = time == HarnessTime::MayBeLate && asked.size() > kMostTogether && bitcode.empty();
  const auto make = isLate ? harness::writeHarnesses : harness::addHarnesses;
  auto beside = std::async(std::launch::async, [&] { return make(versions.after, after, "after", load); });
  const Expected<std::vector<std::string>> beforeProblems = make(versions.before, before, "before", load);
  const Expected<std::vector<std::string>> afterProblems = beside.get();
  if (!beforeProblems) return beforeProblems.error();
  if (!afterProblems) return afterProblems.error();
  noteProblems(planned, asked, *beforeProblems);
  noteProblems(planned, asked, *afterProblems);
  if (!bitcode.empty() && !afterProblems->back().empty()) return Error{"--assume: " + afterProblems->back()};

  for (const size_t k : asked) {
    if (!planned[k].plans.after.unsupported.empty()) continue;
    if (isLate)
      planned[k].late = harnessName(k);
    else
      find(versions, harnessName(k), planned[k]);
  }
  if (!bitcode.empty()) planned[assumed].assumption = versions.after.program.findFunction(kAssumptionHarness);
  return planned;
}

Status addLate(frontend::VersionPair& versions, EntryHarness& entry, const frontend::LoadOptions& load) {
  if (entry.late.empty()) return std::nullopt;
  auto beside = std::async(std::launch::async,
                           [&] { return harness::addHarnesses(versions.after, {{entry.late, &entry.plans.after, {}}}, "after-late", load); });
  const auto before = harness::addHarnesses(versions.before, {{entry.late, &entry.plans.before, {}}}, "before-late", load);
  const auto after = beside.get();
  for (const auto* problems : {&before, &after}) {
    if (!*problems) return problems->error();
    if (!(*problems)->front().empty()) return Error{(*problems)->front()};  // it could be written when all were
  }
  find(versions, entry.late, entry);
  entry.late.clear();
  return std::nullopt;
}

}  // namespace cleave::driver
