// When what an earlier run found of an entry is what this one would find: what the answer depends on, as a digest. The code that the entry can come to in both
// versions, with its places in the source; what is marked as changed there; its inputs; every option but the time; and who we are.
#pragma once

#include <string>

#include "driver/diff.h"
#include "driver/prepare.h"

namespace cleave::driver {

// The program that runs, and the library models: other ones may find something else.
std::string identity(const std::filesystem::path& models);

std::string optionsText(const DiffOptions& options);  // all that answers depend on

// The entry must be complete (prepare.h).
std::string answerKey(const Prepared& prepared, size_t index, const explore::Entry& entry, const DiffOptions& options, const std::string& identity);

}  // namespace cleave::driver
