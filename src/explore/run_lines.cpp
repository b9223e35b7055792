#include "explore/run_lines.h"

#include <algorithm>
#include <unordered_set>

#include "explore/variable_values.h"
#include "support/system_file.h"

namespace cleave::explore {

namespace {

using program::FunctionId;
using program::Op;
using program::SourceLoc;
using vm::TraceStep;

class Lines {
 public:
  Lines(const program::Program& program, const Entry& entry, const vm::Trace& trace)
      : program_(program), trace_(trace), values_(program, entry) {
    for (const std::string& file : program.files) isUsers_.push_back(!isSystemFile(file));
  }

  std::vector<LineVisit> read() {
    auto note = trace_.notes.begin();
    for (size_t k = 0; k < trace_.steps.size(); ++k) {
      const TraceStep& step = trace_.steps[k];
      const program::Function& function = program_.function(step.function);
      const bool isUsers = !function.fromModels;
      for (; note != trace_.notes.end() && note->step <= k; ++note)
        if (!program_.function(note->function).fromModels) take(*note);
      if (isUsers) take(function, step, k);
    }
    for (; note != trace_.notes.end(); ++note)
      if (!program_.function(note->function).fromModels) take(*note);
    end();
    std::erase_if(visits_, [](const LineVisit& each) { return each.isBack && each.values.empty(); });
    return std::move(visits_);
  }

 private:
  void take(const vm::TraceNote& note) {
    const program::Function& function = program_.function(note.function);
    if (!function.notes[note.note].isAddress) come(function.notes[note.note].loc, {note.function, 0, false, note.depth, 0, 0, 0}, note.step, std::nullopt);
    add(values_.ofNote(function, note, note.depth));
  }

  // What ended the run in the middle is no step.
  void end() {
    const TraceStep& last = trace_.last;
    if (!last.function.valid() || trace_.isFull()) return;
    const program::Function& function = program_.function(last.function);
    const bool isStep =
        !trace_.steps.empty() && trace_.steps.back().function == last.function && trace_.steps.back().instruction == last.instruction;
    if (!function.fromModels && !isStep) come(function.instructions[last.instruction].loc, last, trace_.steps.size(), last.instruction);
  }

  void take(const program::Function& function, const TraceStep& step, size_t k) {
    const program::Instruction& inst = function.instructions[step.instruction];
    come(inst.loc, step, k, step.instruction);
    if (visits_.empty()) return;
    if (inst.op == Op::Store && step.hasValue) add(values_.ofStore(function, step));
    if (inst.op != Op::Return) return;
    if (visits_.back().depth == step.depth) add(values_.ofReturn(function, step));
    values_.leave(step.depth);
  }

  // A line is left for another one, for a call, and when it begins once more.
  void come(const SourceLoc& loc, const TraceStep& step, size_t k, std::optional<program::InstIndex> instruction) {
    if (!loc.known() || loc.file >= isUsers_.size() || !isUsers_[loc.file]) return;
    const bool isFirst = visits_.empty();
    const bool isSame = !isFirst && visits_.back().function == step.function && visits_.back().depth == step.depth &&
                        visits_.back().loc.file == loc.file && visits_.back().loc.line == loc.line;
    const bool isAgain = isSame && instruction && !here_.insert(*instruction).second && !isCall(step);
    if (isSame && !isAgain) return;
    if (!isSame) here_.clear();
    if (isAgain) here_.clear();
    if (instruction) here_.insert(*instruction);
    const bool isBack = !isFirst && visits_.back().depth > step.depth && lineAt(step.depth) == std::pair(loc.file, loc.line);
    visits_.push_back({loc, step.function, step.depth, k, isBack, {}});
    if (lines_.size() <= step.depth) lines_.resize(step.depth + 1);
    lines_[step.depth] = {loc.file, loc.line};
  }

  // It is seen twice: when it calls, and when there is a result.
  bool isCall(const TraceStep& step) const { return program_.function(step.function).instructions[step.instruction].op == Op::Call; }

  std::pair<uint32_t, uint32_t> lineAt(uint32_t depth) const { return depth < lines_.size() ? lines_[depth] : std::pair(UINT32_MAX, 0u); }

  // The last one counts.
  void add(std::optional<VariableValues::Named> value) {
    if (!value || visits_.empty()) return;
    auto& values = visits_.back().values;
    const auto known = std::ranges::find(values, value->first, &VariableValues::Named::first);
    if (known != values.end()) {
      known->second = std::move(value->second);
    } else {
      values.push_back(std::move(*value));
    }
  }

  const program::Program& program_;
  const vm::Trace& trace_;
  VariableValues values_;
  std::vector<bool> isUsers_;  // by file
  std::vector<LineVisit> visits_;
  std::unordered_set<program::InstIndex> here_;       // what the visit has executed
  std::vector<std::pair<uint32_t, uint32_t>> lines_;  // by depth, the last one: file and line
};

}  // namespace

std::vector<LineVisit> linesOf(const program::Program& program, const Entry& entry, const vm::Trace& trace) {
  return Lines(program, entry, trace).read();
}

}  // namespace cleave::explore
