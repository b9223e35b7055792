#include "pair_check.h"

#include <algorithm>

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "mutate.h"
#include "support/process.h"
#include "support/temp_dir.h"

namespace cleave::soundness {

namespace fs = std::filesystem;
using Json = nlohmann::json;

Case makeCase(uint64_t seed, const PairOptions& options) {
  Random random(seed * 0x9e3779b97f4a7c15 + 1);
  GenOptions generation;
  generation.profile = options.profile.empty() ? static_cast<Profile>(seed % kProfiles) : *profileNamed(options.profile);
  generation.wideInputs = random.chance(options.widePercent);
  generation.outOfBoundsPercent = 15;
  generation.floatPercent = options.floatPercent;
  generation.repeatsValues = options.repeatsValues;
  Case made;
  made.seed = seed;
  made.pair.before = generate(fmt::format("f_{}", seed), random, generation);
  if (options.repeatsValues) makeWays(made.pair.before, random, generation);
  if (!options.optimizer && random.chance(options.identityPercent)) {
    made.pair.after = made.pair.before;
    made.pair.what = "identity";
  } else {
    made.pair.after = mutate(made.pair.before, random, generation, made.pair.what);
    if (random.chance(50)) std::swap(made.pair.before, made.pair.after);
  }
  made.inputs = inputsFor(made.pair.after.entry(), random);
  return made;
}

namespace {

Expected<Json> runCleave(const fs::path& directory, const BatchFiles& files, const std::vector<Case>& cases, const PairOptions& options) {
  Random random(cases[0].seed);
  const bool native = random.chance(options.nativePercent);
  ProcessRequest request;
  request.command = {
      options.tool, "diff",         files.before.string(), files.after.string(), "--json", "--no-progress",
      "--budget",   options.budget, "--strategy",          options.strategy,     "--out",  (directory / "cleave.out").string()};
  const auto add = [&](const std::vector<std::string>& more) { request.command.insert(request.command.end(), more.begin(), more.end()); };
  if (options.optimizer)
    add({"--max-partitions", "1"});
  else
    add({"--explore-unchanged", "--no-optimizer-proof"});
  add({"--globals", "fixed"});  // the native check calls functions as the program starts
  if (!options.granularity.empty()) add({"--granularity", options.granularity});
  if (!native) add({"--no-native"});
  for (const Case& c : cases) add({"--entry", c.pair.after.prefix});
  add(options.more);
  request.timeLimit = Seconds(600);
  request.outputLimit = uint64_t{1} << 30;
  Expected<ProcessResult> ended = runProcess(request);
  if (!ended) return ended.error();
  if (ended->end != ProcessResult::End::Exited || (ended->code != 0 && ended->code != 1 && ended->code != 3))
    return Error{fmt::format("cleave ended with {}: {}", ended->code, ended->errors.substr(0, 2000))};
  Json result = Json::parse(ended->output, nullptr, false);
  if (!result.is_object() || !result.contains("entries")) return Error{"cleave's output is not the JSON it should be"};
  return result;
}

const Json* entryOf(const Json& result, const Case& c) {
  for (const Json& entry : result.at("entries"))
    if (entry.value("entry", "") == c.pair.after.prefix) return &entry;
  return nullptr;
}

bool isOptimizerProof(const Json& entry) { return entry.at("guarantee").value("granularity", "") == "optimizer"; }

CheckedPair checkPair(const Json* entry, const Case& c, const NativeAnswers& answers) {
  CheckedPair checked;
  checked.inputs = c.inputs.count;
  checked.different = static_cast<size_t>(std::ranges::count(answers.kinds, kDifferent));
  if (entry == nullptr) {
    checked.check.failures = {"the result lacks the entry"};
    return checked;
  }
  if (c.inputs.count > 0)
    checked.check = checkEntry(*entry, c.pair, c.inputs, answers);
  else
    checked.check.verdict = entry->value("verdict", "");
  checked.optimizerProof = isOptimizerProof(*entry);
  checked.reason = entry->value("reason", "");
  checked.seconds = entry->at("stats").value("wall_s", 0.0);
  return checked;
}

}  // namespace

Expected<std::vector<CheckedPair>> checkPairs(std::vector<Case>& cases, const PairOptions& options) {
  Expected<TempDir> directory = TempDir::create("soundness");
  if (!directory) return directory.error();
  std::vector<Pair> pairs;
  for (const Case& c : cases) pairs.push_back(c.pair);
  Expected<BatchFiles> files = writeBatch(directory->path(), pairs);
  if (!files) return files.error();
  Expected<Json> result = runCleave(directory->path(), *files, cases, options);
  if (!result) return result.error();
  std::vector<InputSet> inputs;
  for (Case& c : cases) {
    const Json* entry = entryOf(*result, c);
    if (entry != nullptr) addWitnesses(*entry, c.pair.after.entry(), c.inputs);
    if (entry != nullptr && options.optimizer && !isOptimizerProof(*entry)) c.inputs = {};  // the other campaigns look at these
    inputs.push_back(c.inputs);
  }
  Expected<std::vector<NativeAnswers>> answers = askNatively(directory->path(), pairs, inputs);
  if (!answers) return answers.error();
  std::vector<CheckedPair> list;
  for (size_t k = 0; k < cases.size(); ++k) list.push_back(checkPair(entryOf(*result, cases[k]), cases[k], (*answers)[k]));
  return list;
}

}  // namespace cleave::soundness
