#include "driver/dump.h"

#include "change/change.h"
#include "driver/entries.h"
#include "driver/find_changes.h"
#include "driver/input_text.h"
#include "driver/prepare.h"
#include "explore/describe.h"
#include "explore/entry.h"
#include "expr/print.h"
#include "program/dump.h"
#include "support/check.h"

namespace cleave::driver {

namespace {

std::string lines(const change::LineRange& range) {
  if (!range.present()) return "-";
  return std::to_string(range.first) + (range.last == range.first ? "" : "-" + std::to_string(range.last));
}

std::string otherName(const program::Function& before, change::PairedBy by) {
  switch (by) {
    case change::PairedBy::LinkerName:
      return "";
    case change::PairedBy::SourceName:
      return " (before: " + before.display + ", the same name in the source)";
    case change::PairedBy::Similarity:
      return " (before: " + before.display + ", alike)";
    case change::PairedBy::User:
      return " (before: " + before.display + ", given)";
  }
  UNREACHABLE("why functions are paired");
}

}  // namespace

Expected<std::string> dumpProgram(const Options& options, const Listeners& listeners, const StopFlag* stop) {
  const Expected<Loaded> loaded = loadOne(options, listeners, stop);
  if (!loaded) return loaded.error();
  const program::Program& program = loaded->versions.after.program;
  if (options.entries.empty()) return program::dump(program);
  const Expected<program::FunctionId> function = findEntry(program, options.entries.front());
  if (!function) return function.error();
  return program::dump(program, program.function(*function));
}

Expected<std::string> dumpChanges(const Options& options, const Listeners& listeners, const StopFlag* stop) {
  const Expected<Loaded> loaded = load(options, listeners, stop);
  if (!loaded) return loaded.error();
  const program::Program &before = loaded->versions.before.program, &after = loaded->versions.after.program;
  const Expected<change::Changes> changes = findChanges(loaded->versions, options.pairs);
  if (!changes) return changes.error();
  std::string text;
  for (const change::Change& each : changes->changes)
    text += "change " + std::to_string(each.id) + " in " + each.function + ": before " + lines(each.before) + ", after " +
            lines(each.after) + "\n";
  for (const change::FunctionPair& pair : changes->functions) {
    const program::Function& function = after.function(pair.after);
    if (function.defined)
      text += function.display + otherName(before.function(pair.before), pair.by) + ": " +
              (pair.sameDeep   ? "same"
               : pair.sameCode ? "same code, but something it uses differs"
                               : "differs") +
              "\n";
  }
  return text;
}

Expected<std::string> dumpTrace(const Options& options, const std::vector<std::string>& words, const Listeners& listeners,
                                const StopFlag* stop) {
  const Expected<Loaded> loaded = loadOne(options, listeners, stop);
  if (!loaded) return loaded.error();
  const program::Program& program = loaded->versions.after.program;
  const Expected<program::FunctionId> function = findEntry(program, options.entries.front());
  if (!function) return function.error();
  expr::ExprPool pool;
  const explore::Entry entry = explore::makePlainEntry(program, *function, program, *function, pool);
  if (!entry.unsupported.empty()) return Error{entry.unsupported};
  Expected<expr::Assignment> input = parseInput(entry.space, words, pool.symbolCount());
  if (!input) return input.error();
  const change::Changes none;
  explore::PairRunner runner(program, program, none, entry, pool, {}, nullptr);
  const explore::PairRun run = runner.run(*input, vm::Mode::Symbolic, Budget(Seconds(60), stop));
  std::string text;
  for (const vm::Decision& decision : run.after.decisions) {
    const program::Function& where = program.function(decision.function);
    text += program.locText(where.instructions[decision.instruction].loc) + ": " + expr::toCText(pool, decision.literal) + "\n";
  }
  const result::Partition shown = explore::describeUnfinished(pool, entry, *input, run, {});
  text += shown.after.outcome + (shown.after.detail.empty() ? "" : ": " + shown.after.detail) +
          (shown.after.place.empty() ? "" : " at " + shown.after.place) + "\n";
  for (const auto& [name, value] : shown.after.values) text += name + " = " + value + "\n";
  return text + std::to_string(run.after.steps) + " steps, " + std::to_string(run.after.decisions.size()) + " decisions\n";
}

}  // namespace cleave::driver
