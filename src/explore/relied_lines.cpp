#include "explore/relied_lines.h"

#include <map>
#include <set>

#include "support/system_file.h"
#include "support/text.h"

namespace cleave::explore {

namespace {

std::vector<std::string> linesOf(const program::Program& program, const vm::Run& run, const std::vector<uint32_t>& decisions) {
  std::map<uint32_t, std::set<uint32_t>> lines;  // by file
  for (const uint32_t index : decisions) {
    const vm::Decision& decision = run.decisions[index];
    if (!decision.userFunction.valid()) continue;
    const program::SourceLoc& loc = program.function(decision.userFunction).instructions[decision.userInstruction].loc;
    if (loc.known()) lines[loc.file].insert(loc.line);
  }
  std::vector<std::string> texts;
  for (const auto& [file, numbers] : lines)
    if (!isSystemFile(program.files[file])) texts.push_back(program.files[file] + ":" + rangesText(numbers));
  return texts;
}

}  // namespace

std::string rangesText(const std::set<uint32_t>& lines) {
  std::vector<std::string> parts;
  for (auto line = lines.begin(); line != lines.end();) {
    const uint32_t first = *line;
    uint32_t last = first;
    for (++line; line != lines.end() && *line == last + 1; ++line) last = *line;
    parts.push_back(std::to_string(first) + (last == first ? "" : "-" + std::to_string(last)));
  }
  return join(parts, ",");
}

Both<std::vector<std::string>> reliedLines(const Task& task, const PairRun& run, const Claim& claim) {
  return {linesOf(task.before, run.before, claim.decisions.before), linesOf(task.after, run.after, claim.decisions.after)};
}

}  // namespace cleave::explore
