#include "report/source_pairs.h"

#include <algorithm>
#include <set>

namespace cleave::report {

namespace {

using result::SourceFile;

const SourceFile* keptFile(const std::vector<SourceFile>& files, const std::string& name) {
  const auto at = std::ranges::find(files, name, &SourceFile::name);
  return at == files.end() ? nullptr : &*at;
}

void addFile(SourcePair& pair, Side side, const SourceFile* file) {
  if (file == nullptr) return;
  pair.files.of(side) = file->name;
  for (const result::SourcePiece& piece : file->pieces) {
    uint32_t number = piece.first;
    for (std::string& line : splitLines(piece.text)) {
      pair.lines.of(side).push_back(std::move(line));
      pair.numbers.of(side).push_back(number++);
    }
  }
}

SourcePair pairOf(const SourceFile* before, const SourceFile* after) {
  SourcePair pair;
  addFile(pair, Side::Before, before);
  addFile(pair, Side::After, after);
  pair.hunks = diffLines(pair.lines.before, pair.lines.after);
  return pair;
}

const std::pair<uint32_t, uint32_t>& linesOf(const result::Change& change, Side side) {
  return side == Side::Before ? change.beforeLines : change.afterLines;
}
const std::string& fileOf(const result::Change& change, Side side) { return side == Side::Before ? change.fileOfBefore() : change.file; }

}  // namespace

std::vector<SourcePair> sourcePairs(const Material& material) {
  std::set<std::pair<std::string, std::string>> seen;
  for (const result::EntryResult& entry : material.result.entries)
    for (const result::Change& each : entry.changes)
      seen.emplace(each.beforeLines.first != 0 ? each.fileOfBefore() : "", each.afterLines.first != 0 ? each.file : "");
  // A file of which a change has no other side is the one beside its partner, where it has one.
  std::set<std::string> pairedBefore, pairedAfter;
  for (const auto& [before, after] : seen)
    if (!before.empty() && !after.empty()) pairedBefore.insert(before), pairedAfter.insert(after);
  std::vector<SourcePair> pairs;
  for (const auto& [before, after] : seen) {
    if (before.empty() && (after.empty() || pairedAfter.contains(after))) continue;
    if (after.empty() && pairedBefore.contains(before)) continue;
    const SourceFile* first = keptFile(material.sources.before, before.empty() ? after : before);
    const SourceFile* second = keptFile(material.sources.after, after.empty() ? before : after);
    if (first != nullptr || second != nullptr) pairs.push_back(pairOf(first, second));
  }
  // Functions that are compared in files in which nothing changed.
  const auto isThere = [&](Side side, const std::string& name) {
    return std::ranges::any_of(pairs, [&](const SourcePair& pair) { return pair.files.of(side) == name; });
  };
  for (const SourceFile& each : material.sources.after)
    if (!isThere(Side::After, each.name)) pairs.push_back(pairOf(keptFile(material.sources.before, each.name), &each));
  for (const SourceFile& each : material.sources.before)
    if (!isThere(Side::Before, each.name)) pairs.push_back(pairOf(&each, nullptr));
  return pairs;
}

bool isOf(const result::Change& change, const SourcePair& pair) {
  return std::ranges::any_of(kSides,
                             [&](Side side) { return linesOf(change, side).first != 0 && fileOf(change, side) == pair.files.of(side); });
}

bool isAt(const result::Change& change, const SourcePair& pair, Side side, uint32_t line) {
  const auto& [first, last] = linesOf(change, side);
  return first != 0 && line >= first && line <= last && fileOf(change, side) == pair.files.of(side);
}

}  // namespace cleave::report
