// The data of the HTML report, as JSON that the scripts of src/report/html read (data.js says what is what). Texts of an entry that occur often, and
// most do, are numbers of a list.
#pragma once

#include <string>

#include "report/json_parts.h"
#include "report/material.h"

namespace cleave::report {

// What is known of an entry without opening it. `left`: of its partitions, how many the file does not have.
Json overviewOf(const result::EntryResult& entry, const ShownEntry& shown, size_t left);

// With no more than `most` bytes of partitions: differing ones first. What is left out is counted in `left`.
Json entryData(const result::EntryResult& given, size_t most, size_t& left);

// Files of both versions, and which lines correspond.
Json sourcesData(const Material& material);

}  // namespace cleave::report
