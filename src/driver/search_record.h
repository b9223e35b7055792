// What a search for tests of one change found, as text: a worker does the search, so that a crash there is the end of that search and of no more, and hands
// this over.
#pragma once

#include <string>

#include "result/require.h"
#include "support/expected.h"

namespace cleave::driver {

// Of one change: what became of its requirements; all tests that were found, and the notes.
std::string searchRecordOf(const result::RequireResult& result, size_t change);
Status takeSearchRecord(const std::string& text, size_t change, result::RequireResult& result);

}  // namespace cleave::driver
