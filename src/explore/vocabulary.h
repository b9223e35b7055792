// What the source calls values: which of an entry's cells are characters, truth values and enumerators, and the names of the latter. Debug
// information of both versions tells; where they do not agree on what a value is called, it has no name.
#pragma once

#include <map>
#include <string>

#include "explore/entry.h"
#include "explore/pair_runner.h"
#include "result/result.h"

namespace cleave::explore {

// Fills entry.words, and tells the pool what the cells' values are called.
void nameValues(Entry& entry, const program::Program& before, const program::Program& after, expr::ExprPool& pool);

// Null: its values are numbers.
const expr::ValueWords* wordsFor(const Entry& entry, const program::SourceType* type);

// What a reader of results needs to know: of the inputs, and of all cells that the run showed.
void noteTypes(const Entry& entry, const PairRun& run, result::Vocabulary& vocabulary);

}  // namespace cleave::explore
