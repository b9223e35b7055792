#include "driver/kept_sources.h"

#include <algorithm>
#include <map>

#include "driver/journal.h"
#include "report/sources_json.h"
#include "support/line_diff.h"
#include "support/temp_dir.h"
#include "support/text.h"

namespace cleave::driver {

namespace fs = std::filesystem;

namespace {

constexpr size_t kWhole = size_t{256} << 10;  // a larger file is kept in pieces
constexpr uint32_t kAround = 150;             // lines before and behind a change
constexpr size_t kMost = size_t{16} << 20;    // of both versions together
constexpr size_t kMostOthers = size_t{4} << 20;  // of files in which nothing changed

// Ranges of lines that are wanted, by file.
using Wanted = std::map<std::string, std::vector<change::LineRange>>;

Both<Wanted> wantedBy(const change::Changes& changes) {
  Both<Wanted> wanted;
  for (const change::Change& each : changes.changes) {
    if (each.isOurs) continue;
    if (each.before.present()) wanted.before[each.beforeFile].push_back(each.before);
    if (each.after.present()) wanted.after[each.afterFile].push_back(each.after);
  }
  return wanted;
}

// Functions that are compared, for their runs: what they call changed somewhere else.
Both<Wanted> wantedBy(const Prepared& prepared) {
  Both<Wanted> wanted;
  const auto add = [](const program::Program& program, program::FunctionId id, Wanted& to) {
    const program::Function& function = program.function(id);
    if (!function.loc.known() || function.fromModels) return;
    uint32_t last = function.loc.line;
    for (const program::Instruction& each : function.instructions)
      if (each.loc.file == function.loc.file) last = std::max(last, each.loc.line);
    to[program.files[function.loc.file]].push_back({function.loc.line, last});
  };
  for (const EntryPair& each : prepared.entries) {
    add(prepared.before(), each.before, wanted.before);
    add(prepared.after(), each.after, wanted.after);
  }
  return wanted;
}

// With what is around them, those that touch as one.
std::vector<change::LineRange> widened(std::vector<change::LineRange> ranges, uint32_t lines) {
  std::ranges::sort(ranges, {}, &change::LineRange::first);
  std::vector<change::LineRange> joined;
  for (const change::LineRange& each : ranges) {
    const change::LineRange wide{each.first > kAround ? each.first - kAround : 1, std::min(lines, each.last + kAround)};
    if (wide.first > wide.last) continue;  // the file is another one by now
    if (!joined.empty() && wide.first <= joined.back().last + 1) {
      joined.back().last = std::max(joined.back().last, wide.last);
    } else {
      joined.push_back(wide);
    }
  }
  return joined;
}

result::SourceFile kept(const std::string& name, const std::string& text, const std::vector<change::LineRange>& ranges) {
  if (text.size() <= kWhole) return {name, {{1, text}}};
  const std::vector<std::string> lines = splitLines(text);
  result::SourceFile file{name, {}};
  for (const change::LineRange& each : widened(ranges, static_cast<uint32_t>(lines.size()))) {
    const std::vector<std::string> piece(lines.begin() + each.first - 1, lines.begin() + each.last);
    file.pieces.push_back({each.first, join(piece, "\n") + "\n"});
  }
  return file;
}

}  // namespace

Status keepSources(const Prepared& prepared, const Options& options) {
  result::KeptSources sources;
  size_t size = 0;
  const auto keep = [&](const Both<Wanted>& wanted, size_t most) {
    for (const Side side : kSides)
      for (const auto& [name, ranges] : wanted.of(side)) {
        if (std::ranges::find(sources.of(side), name, &result::SourceFile::name) != sources.of(side).end()) continue;
        const Expected<std::string> text = readFile((side == Side::Before ? options.before : options.after).root / name);
        if (!text) continue;  // bitcode names files that need not be there
        result::SourceFile file = kept(name, *text, ranges);
        for (const result::SourcePiece& piece : file.pieces) size += piece.text.size();
        if (size > most) break;
        sources.of(side).push_back(std::move(file));
      }
  };
  keep(wantedBy(prepared.changes), kMost);
  keep(wantedBy(prepared), std::min(kMost, size + kMostOthers));
  return writeFile(options.output / kSourcesFile, report::toJson(sources));
}

result::KeptSources loadSources(const fs::path& directory) {
  const Expected<std::string> text = readFile(directory / kSourcesFile);
  if (!text) return {};
  Expected<result::KeptSources> sources = report::readSources(*text);
  return sources ? sources.take() : result::KeptSources{};
}

}  // namespace cleave::driver
