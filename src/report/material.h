// All that the reports of a saved result may read: Markdown, JUnit XML, SARIF and HTML are made of this and of nothing else.
#pragma once

#include <string>
#include <vector>

#include "report/entry_lines.h"
#include "result/result.h"
#include "result/sources.h"
#include "support/both.h"

namespace cleave::report {

struct Material {
  result::Result result;  // entries with some of their partitions, or none
  bool hasResult = true;  // of `cleave diff`; else there are only the documents of other commands
  result::Verdict verdict = result::Verdict::Inconclusive;  // of the whole, also if that was cut short
  result::WholeEntry whole;
  ShowEntry show;
  result::KeptSources sources;
  Both<std::vector<std::string>> files;      // that were compared; of a project none
  std::string directory;                     // the result's, as the user names it
  std::string root;                          // absolute: places are told from here
  // Documents of other commands that are in the same directory (docs/json.md); empty: there is none.
  std::string guard, require, signature;
};

// Differences first, as the text report has them; where no groups were made, each of some partitions as a group of its own.
std::vector<result::Group> groupsOf(const result::EntryResult& entry);
// The entry with as many partitions as that needs, and with names as the source has them.
result::EntryResult entryForGroups(const Material& material, size_t entry);
// Indices of entries: what differs first, as in the text report.
std::vector<size_t> worstFirst(const result::Result& result);
std::string nameOf(const result::EntryResult& entry);       // "f in tool (before: g)"
std::string verdictText(const result::EntryResult& entry);  // "equivalent within bounds"
std::string countsText(const result::Result& result);       // "3 functions: 1 different, 2 equivalent"

}  // namespace cleave::report
