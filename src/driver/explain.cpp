#include "driver/explain.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "driver/causes.h"
#include "driver/confirm.h"
#include "driver/prepare.h"
#include "driver/version.h"
#include "explore/vocabulary.h"
#include "explore/describe.h"
#include "explore/entry_groups.h"
#include "explore/explain.h"
#include "explore/parting.h"
#include "expr/print.h"
#include "support/line_diff.h"

namespace cleave::driver {

namespace {

using program::Program;
using program::SourceLoc;

constexpr size_t kMostSteps = 5;

// Lines of source files, read once.
class Sources {
 public:
  result::Place place(const Program& program, const SourceLoc& loc) {
    if (!loc.known() || loc.file >= program.files.size()) return {};
    const std::vector<std::string>& lines = linesOf(program.files[loc.file]);
    result::Place place{program.locText(loc), ""};
    if (loc.line <= lines.size()) place.source = withoutBlanks(lines[loc.line - 1]);
    return place;
  }

 private:
  const std::vector<std::string>& linesOf(const std::string& file) {
    const auto known = files_.find(file);
    if (known != files_.end()) return known->second;
    const Expected<std::string> text = readFile(file);
    return files_[file] = text ? splitLines(*text) : std::vector<std::string>();
  }

  std::map<std::string, std::vector<std::string>> files_;
};

class Assembler {
 public:
  Assembler(const Prepared& prepared, const explore::Entry& entry, expr::ExprPool& pool, Confirmer& confirmer, result::Explanation& result)
      : prepared_(prepared), entry_(entry), pool_(pool), confirmer_(confirmer), result_(result) {}

  void difference(const explore::Explanation& found, const expr::Assignment& input) {
    result::Partition& shown = result_.difference;
    shown.witness = explore::describeWitness(entry_, input);
    shown.witnessBits = explore::describeWitnessBits(entry_, input);
    shown.before = explore::describeRun(found.run.before, found.run.beforeGlobals, found.run.environment);
    shown.after = explore::describeRun(found.run.after, found.run.afterGlobals, found.run.environment);
    explore::noteTypes(entry_, found.run, result_.vocabulary);
    shown.changes = found.changes;
    shown.kind = found.comparison.equal ? result::PartitionKind::Equal : result::PartitionKind::Different;
    result_.differs = !found.comparison.equal;
    if (found.comparison.equal) return;
    const explore::Confirmation confirmation = confirmer_.confirm(0, entry_, input, found.run);
    shown.confirmed = confirmation.confirmed;
    shown.reason = confirmation.note;
    for (const result::Change& change : explore::describeChanges(prepared_.changes))
      if (std::find(found.changes.begin(), found.changes.end(), change.id) != found.changes.end()) result_.changes.push_back(change);
  }

  void branches(const explore::Explanation& found, size_t most) {
    result_.beforeLiterals = found.beforeLiterals;
    result_.afterLiterals = found.afterLiterals;
    result_.formulaNodes = found.formulaNodes;
    result_.questions = found.questions;
    result_.undecided = found.undecided;
    result_.solverSeconds = found.solverSeconds;
    // Once an input is known on which the versions agree, those on which they do not say little.
    const bool anyAgrees = !found.suspects.empty() && found.suspects.front().agrees;
    for (const explore::Suspect& suspect : found.suspects) {
      if (most != 0 && (result_.branches.size() >= most || (anyAgrees && !suspect.agrees))) break;
      add(suspect);
    }
  }

  void parting(const explore::Parting& parting) {
    for (const explore::PartingPoint& point : parting.values) {
      if (result_.steps.size() >= kMostSteps) break;
      result_.steps.push_back({sources_.place(prepared_.before(), point.before), sources_.place(prepared_.after(), point.after),
                               point.isBranch, valueText(point.type, point.beforeBits, point.type.width == 8), valueText(point.type, point.afterBits, point.type.width == 8)});
    }
    if (parting.ways) result_.ways = {wayOf(prepared_.before(), parting.ways->before), wayOf(prepared_.after(), parting.ways->after)};
  }

 private:
  // Nothing tells a character from a small number here, so a byte that can be printed is both.
  static std::string valueText(program::Type type, U128 bits, bool isCharacter) {
    if (type.width == 1) return bits != 0 ? "true" : "false";
    const std::string character = isCharacter && bits >= 0x20 && bits < 0x7f ? fmt::format(" ('{}')", static_cast<char>(bits)) : "";
    return character.empty() ? numberText(type, bits) : numberText(type, bits) + character;
  }
  static std::string numberText(program::Type type, U128 bits) {
    return expr::toCLiteral(type.isFloat() ? expr::Sort::floating(type.width) : expr::Sort::bits(type.width), bits, true);
  }

  result::Way wayOf(const Program& program, const explore::Parting::Way& way) {
    result::Way shown{sources_.place(program, way.next), sources_.place(program, way.decided), ""};
    if (!shown.decided.at.empty()) shown.compared = valueText(way.type, way.left, way.isOfCharacters) + " with " + valueText(way.type, way.right, way.isOfCharacters);
    return shown;
  }

  void add(const explore::Suspect& suspect) {
    result::SuspectBranch branch;
    const Program& program = suspect.side == Side::Before ? prepared_.before() : prepared_.after();
    branch.version = nameOf(suspect.side);
    branch.place = sources_.place(program, program.function(suspect.function).instructions[suspect.instruction].loc);
    branch.held = explore::conditionWords(entry_, pool_, {suspect.literal});
    branch.isChanged = suspect.isChanged;
    branch.alternative = explore::describeWitness(entry_, suspect.alternative);
    branch.alternativeBits = explore::describeWitnessBits(entry_, suspect.alternative);
    branch.before = explore::describeRun(suspect.run.before, suspect.run.beforeGlobals, suspect.run.environment);
    branch.after = explore::describeRun(suspect.run.after, suspect.run.afterGlobals, suspect.run.environment);
    explore::noteTypes(entry_, suspect.run, result_.vocabulary);
    branch.agrees = suspect.agrees;
    const Expected<native::ReplayResult> replay = confirmer_.replay(0, entry_, suspect.alternative, suspect.run);
    if (!replay) {
      branch.note = "not replayed: " + replay.error().message;
    } else if (replay->differs == suspect.agrees) {
      branch.note = "natively, before " + native::toText(replay->before) + ", after " + native::toText(replay->after);
      branch.agrees = !replay->differs;
    }
    branch.replayed = replay.hasValue();
    result_.branches.push_back(std::move(branch));
  }

  const Prepared& prepared_;
  const explore::Entry& entry_;
  expr::ExprPool& pool_;
  Confirmer& confirmer_;
  result::Explanation& result_;
  Sources sources_;
};

}  // namespace

Expected<result::Explanation> explain(const ExplainOptions& options, const Listeners& listeners, const StopFlag* stop) {
  Options common = options;
  common.exploreUnchanged = true;
  common.explore.granularity = options.paths ? explore::Granularity::Path : explore::Granularity::Output;
  const Budget budget(common.explore.budget, stop);
  const Expected<Prepared> prepared = prepare(common, listeners, stop);
  if (!prepared) return prepared.error();
  if (prepared->entries.size() != 1)
    return Error{prepared->entries.empty() ? "no function differs: there is nothing to explain"
                                           : "an input is of one function: say which with --entry"};
  expr::ExprPool pool;
  const Expected<explore::Entry> entry = makeSupportedEntry(*prepared, 0, common, pool, stop);
  if (!entry) return entry.error();
  const Expected<expr::Assignment> input = toAssignment(entry->space, options.test, pool.symbolCount());
  if (!input) return input.error();
  if (!explore::isInDomain(pool, entry->domain, *input)) return Error{"the input lies outside of the bounds of the plan or of --assume"};
  Expected<std::unique_ptr<Confirmer>> confirmer = Confirmer::create(prepared->versions, prepared->planned, prepared->work.path(),
                                                                     prepared->work.path() / "out", common, stop);
  if (!confirmer) return confirmer.error();
  (*confirmer)->expectDifferences();

  result::Explanation result;
  result.version = kVersion;
  result.entry = entry->name;
  result.inputs = explore::describeInputs(*entry);
  result.conditions = options.paths ? "path" : "slice";
  const explore::Task task{prepared->before(), prepared->after(), prepared->changes, *entry, pool};
  std::string why;
  const std::optional<explore::Explanation> found = explore::explain(task, common.explore, *input, why, stop);
  if (!found) return Error{"the input cannot be explained, its run did not finish: " + why};
  Assembler assembler(*prepared, *entry, pool, **confirmer, result);
  assembler.difference(*found, *input);
  if (!result.differs) return result;
  assembler.branches(*found, options.branches);
  assembler.parting(explore::findParting(task, common.explore, *input, stop));
  common.entries = {entry->name};
  if (const Status refused = (*confirmer)->refusal(); refused && options.causes)
    result.causeNote = "no hybrids were run: " + refused->message;
  else if (options.causes)
    findCauses(common, options.test, budget, result);
  return result;
}

}  // namespace cleave::driver
