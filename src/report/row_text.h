// The words of one partition in the text report: its condition, what the versions show, a call that shows it.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "result/result.h"

namespace cleave::report {

class RowText {
 public:
  RowText(const result::EntryResult& entry, const result::Partition& partition);

  std::string condition() const;
  std::string before() const;  // as expressions of the input
  std::string after() const;
  std::string afterInWords() const;  // "returns 1" rather than "1"
  std::string beforeShown() const;  // as values, for the witness
  std::string afterShown() const;
  std::string call() const;  // "clamp(-1)"
  std::string sentence() const;  // of a difference: "n = 0: before returns 0, after returns -1"

 private:
  std::string shows(const result::Observation& observation,
                    const std::vector<std::pair<std::string, std::string>>* given = nullptr, bool inWords = false) const;
  bool hasOnlyParameters() const;
  std::string inputValue(size_t k) const;

  const result::EntryResult& entry_;
  const result::Partition& partition_;
  result::Observation before_;  // characters as strings
  result::Observation after_;
  std::set<std::string> untouched_;  // observations that are what they were in the input, in both versions
  std::set<std::string> hidden_;  // observations of a different partition in which the versions agree
};

std::string valueText(const result::Vocabulary& vocabulary, const std::string& name, const std::string& value);  // of an observation
// How the run ended, if not by returning; else empty. `expressions` may say with which status; an example's own is one of several.
std::string endText(const result::Observation& observation, const std::vector<std::pair<std::string, std::string>>& expressions = {}, bool isExample = false);
// The log of calls of the environment, number by number; `calls` has it in words.
bool isToldByCalls(const std::string& name, const result::Observation& observation);

// Different, then unfinished, then equal; by id within each.
std::vector<const result::Partition*> differencesFirst(const result::EntryResult& entry);

std::string linesText(const std::pair<uint32_t, uint32_t>& lines);  // "3", "3-5"
std::string changeText(const result::Change& change);  // "1: clamp, clamp.c:3-5 (before: 3)"

}  // namespace cleave::report
