#include "native/script.h"

#include <algorithm>
#include <map>
#include <sstream>

#include "program/program.h"
#include "result/guarantee.h"
#include "support/float_format.h"
#include "support/text.h"

namespace cleave::native {

namespace {

constexpr std::string_view kGlobalPrefix = "global:";
constexpr uint64_t kExceptionRoot = UINT64_MAX;

bool standsInGlobal(const program::MemoryPath& path) { return startsWith(path.root, kGlobalPrefix) && path.follow.empty(); }

uint64_t rootNumber(const std::string& root, const ReplayVersion& version) {
  if (root == "return") return 1;
  if (root == "exception") return kExceptionRoot;
  CHECK(startsWith(root, kGlobalPrefix), "a memory path starts at the result, an exception or a global, not at " + root);
  const std::string name = root.substr(kGlobalPrefix.size());
  const auto at = std::find(version.globals.begin(), version.globals.end(), name);
  return at == version.globals.end() ? 0 : 2 + static_cast<uint64_t>(at - version.globals.begin());
}

int digitValue(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return -1;
}

// A cell's bytes as the driver prints them, in the form of ReplayObservation. Empty: not what the driver prints.
std::string fromMemory(const std::string& hex, const ReplayCell& cell) {
  if (hex.size() != 2 * size_t{cell.path.bytes} || !std::all_of(hex.begin(), hex.end(), [](char c) { return digitValue(c) >= 0; }))
    return {};
  if (cell.path.bytes > 16 || cell.path.bytes == 0) return "0x" + hex;
  U128 bits = 0;
  for (size_t i = hex.size(); i >= 2; i -= 2)
    bits = bits << 8 | static_cast<unsigned>(digitValue(hex[i - 2]) << 4 | digitValue(hex[i - 1]));
  if (cell.path.bits != 0) return toHex(truncateTo(bits >> cell.path.bitOffset, cell.path.bits), cell.path.bits);
  const unsigned width = 8 * cell.path.bytes;
  if (cell.kind == ReplayCell::Kind::Float && isFloatWidth(width) && isNan(bits, width)) return "nan";
  return toHex(bits, width);
}

// Only a global that the source names tells something: names like ".str.3" depend on what else the file contains.
bool isSourceName(const std::string& name) {
  return !name.empty() &&
         std::all_of(name.begin(), name.end(), [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; });
}

// A place in memory of the input, which both versions have under the same name: "input s[9] + 1". Empty: it is none.
std::string inputPlace(const ReplayVersion& version, size_t global, uint64_t offset) {
  if (global >= version.globals.size()) return {};
  const auto input = version.inputs.find(version.globals[global]);
  if (input == version.inputs.end() || offset > input->second) return {};
  const std::string name = input->first.substr(input->first.find_last_of('.') + 1);
  return "input " + name + "[" + std::to_string(input->second) + "]" + (offset == 0 ? "" : " + " + std::to_string(offset));
}

// "pointer 1 behind 3 5": five bytes behind the beginning of a global, and perhaps within it.
std::string fromPointer(const std::string& text, const ReplayVersion& version) {
  const size_t behind = text.find(" behind ");
  if (behind == std::string::npos) return text;
  char* rest = nullptr;
  const size_t global = std::strtoul(text.c_str() + behind + 8, &rest, 10);
  const std::string place = inputPlace(version, global, std::strtoul(rest, nullptr, 10));
  return place.empty() ? text.substr(0, behind) : place;
}

std::string fromLine(const std::string& text, const ReplayCell& cell, const ReplayVersion& version) {
  if (text == "unreadable") return text;
  // A large cell may turn out to be unreadable after some of its bytes were printed.
  if (text.size() > 10 && text.compare(text.size() - 10, 10, "unreadable") == 0) return "unreadable";
  if (cell.kind != ReplayCell::Kind::Pointer) return fromMemory(text, cell);
  if (text == "null") return text;
  if (startsWith(text, "pointer ")) return fromPointer(text, version);
  if (!startsWith(text, "global ")) return {};
  const size_t index = std::strtoul(text.c_str() + 7, nullptr, 10);
  if (index >= version.globals.size()) return {};
  // Handles that the environment gave: both versions have the same.
  const bool isHandle = result::observableAt(cell.path.root) == result::Observable::Environment && startsWith(version.globals[index], program::kInputMemory);
  if (isHandle || isSourceName(version.globals[index])) return "&" + version.globals[index];
  const std::string input = inputPlace(version, index, 0);
  return input.empty() ? "pointer" : input;
}

void appendWords(std::string& script, std::initializer_list<uint64_t> words) {
  for (const uint64_t word : words)
    for (unsigned byte = 0; byte < 8; ++byte) script += static_cast<char>(word >> (8 * byte));
}

}  // namespace

CellPlan planCells(const std::vector<ReplayCell>& before, const std::vector<ReplayCell>& after) {
  CellPlan plan;
  std::map<std::pair<std::string, std::string>, size_t> rowOf;  // one name may be reached from two roots
  for (const ReplayCell& cell : before)
    if (rowOf.emplace(std::pair(cell.path.root, cell.name), plan.rows.size()).second)
      plan.rows.push_back({cell.name, cell, cell, standsInGlobal(cell.path)});
  const size_t ofBefore = plan.rows.size();
  for (const ReplayCell& cell : after) {
    const auto [at, isNew] = rowOf.emplace(std::pair(cell.path.root, cell.name), plan.rows.size());
    if (isNew) {
      plan.rows.push_back({cell.name, cell, cell, standsInGlobal(cell.path)});
    } else if (at->second < ofBefore) {
      plan.rows[at->second].after = cell;
      plan.rows[at->second].compared = true;
    }
  }
  return plan;
}

std::string encodeScript(const ReplayInput& input, const std::vector<ReplayCell>& cells, const ReplayVersion& version,
                         const std::string& resultPath) {
  const uint64_t pathBytes = (resultPath.size() + 1 + 7) / 8 * 8;
  std::string script;
  appendWords(script, {kScriptMagic, input.entry, input.arguments.size(), input.resultBytes, cells.size(), pathBytes});
  script += resultPath;
  script.append(pathBytes - resultPath.size(), '\0');
  for (const U128 argument : input.arguments) appendWords(script, {static_cast<uint64_t>(argument), static_cast<uint64_t>(argument >> 64)});
  for (const ReplayCell& cell : cells) {
    const program::MemoryPath& path = cell.path;
    appendWords(script, {rootNumber(path.root, version), cell.kind == ReplayCell::Kind::Pointer, path.follow.size()});
    for (const uint64_t offset : path.follow) appendWords(script, {offset});
    appendWords(script, {path.offset, path.bytes, path.terms.size(), static_cast<uint64_t>(path.plus), path.divisor});
    for (const program::MemoryPath::Term& term : path.terms) appendWords(script, {term.offset, static_cast<uint64_t>(term.factor)});
  }
  return script;
}

Answer decodeAnswer(const std::string& text, const std::vector<ReplayCell>& cells, const ReplayVersion& version) {
  if (text.size() <= 1) return {};  // nobody has begun to answer (native/places.h)
  if (text == "no such entry\n") return {Answer::State::NoSuchEntry, {}, {}};
  if (text == "started\n") return {Answer::State::Started, {}, {}};
  const Answer broken{Answer::State::Broken, {}, {}};
  Answer answer{Answer::State::Returned, {}, {}};
  std::istringstream lines(text);
  std::string line;
  if (!std::getline(lines, line) || line != "started" || !std::getline(lines, line)) return broken;
  if (startsWith(line, "threw ")) {
    answer.state = Answer::State::Threw;
    answer.exception = line.substr(6);
  } else if (line == "stopped" || line == "exits") {
    answer.state = line == "stopped" ? Answer::State::Stopped : Answer::State::Exits;
  } else if (line != "returned") {
    return broken;
  }
  for (const ReplayCell& cell : cells) {
    if (!std::getline(lines, line) || !startsWith(line, "cell ")) return broken;
    answer.values.push_back(fromLine(line.substr(5), cell, version));
    if (answer.values.back().empty()) return broken;
  }
  if (!std::getline(lines, line) || line != "end" || std::getline(lines, line)) return broken;
  return answer;
}

}  // namespace cleave::native
