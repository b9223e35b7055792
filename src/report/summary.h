// Many functions at a glance: a row for each, those that differ first, with one input that shows it.
#pragma once

#include <string>

#include "report/text.h"
#include "result/result.h"

namespace cleave::report {

std::string verdictStyle(result::Verdict verdict);  // an escape sequence

// function | verdict | proved | what shows it, or why nobody can tell.
std::string summaryTable(const result::Result& result, const ShowEntry& show, const TextOptions& options);
// The last column of an entry.
std::string reasonInShort(const result::EntryResult& entry);

}  // namespace cleave::report
