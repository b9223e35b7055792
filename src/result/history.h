// What a row of revisions did to behaviour, one by one; and which of them was the first to behave otherwise.
#pragma once

#include <string>
#include <vector>

#include "result/result.h"

namespace cleave::result {

// What became of a revision, or of one function in it.
enum class Fate { Equivalent, Different, Inconclusive, Failed, Unbuilt, Untouched, Added, Removed, Intended };
const char* toText(Fate fate);  // "equivalent", ..., "does not build", "no code changed"

struct HistoryRow {
  std::string id;  // of the revision
  std::string date;
  std::string subject;
  Fate fate = Fate::Inconclusive;
  std::string against;  // the revision that it was compared with, if that is not the one before it
  std::string line;     // what shows it, or why nobody can tell
  bool remembered = false;
};

struct History {
  std::string version;
  std::vector<HistoryRow> rows;
};

struct Bisection {
  std::string version;
  std::string good, bad;           // as they were given
  std::vector<HistoryRow> looked;  // at, in the order of the search; compared with the good one
  std::vector<HistoryRow> first;   // the first that behaves otherwise; several: it is one of these, and the others cannot be told; none: none does
};

}  // namespace cleave::result
