#include "driver/find_changes.h"

#include "driver/entries.h"
#include "support/line_diff.h"
#include "support/temp_dir.h"

namespace cleave::driver {

namespace {

// Bitcode names files that need not be there; then there are no lines.
std::vector<std::string> linesOf(const std::string& file) {
  const Expected<std::string> text = readFile(file);
  return text ? splitLines(*text) : std::vector<std::string>();
}

}  // namespace

Expected<change::Changes> findPairs(const frontend::VersionPair& versions, const std::vector<std::string>& pairs) {
  auto given = parsePairs(versions.before.program, versions.after.program, pairs);
  if (!given) return given.error();
  return change::findPairs(versions.before.program, versions.after.program, {given.take(), {}, {}});
}

change::Changes findChanges(const frontend::VersionPair& versions, const change::Changes& pairs, const Both<std::filesystem::path>& roots) {
  const auto linesIn = [&](Side side, const std::string& file) { return linesOf((roots.of(side) / file).string()); };
  return change::findChanges(versions.before.program, versions.after.program, {{}, pairs.functions, linesIn});
}

Expected<change::Changes> findChanges(const frontend::VersionPair& versions, const std::vector<std::string>& pairs) {
  const Expected<change::Changes> found = findPairs(versions, pairs);
  if (!found) return found.error();
  return findChanges(versions, *found);
}

}  // namespace cleave::driver
