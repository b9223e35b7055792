// `cleave diff`: the whole way of the data, from two sets of sources to a result.
#pragma once

#include "driver/found_entries.h"
#include "driver/listeners.h"
#include "driver/options.h"
#include "driver/test_inputs.h"
#include "result/result.h"
#include "support/temp_dir.h"

namespace cleave::driver {

struct DiffOptions : Options {
  bool native = true;                   // replay differences natively
  std::filesystem::path cache;          // of answers (cache/answers.h); empty: none
  bool resume = false;                  // what was cut short goes on
  std::vector<TestInput> seeds;         // tests that there are: looked at first
  uint64_t large = uint64_t{32} << 20;  // bytes of partitions with which a result is (journal.h)
  bool optimizerProof = true;           // first see whether the optimiser of LLVM makes the same code of both
};

// What was found: the entries without their partitions, which are asked for one entry at a time.
struct DiffResult {
  TempDir work;
  result::Result result;
  FoundEntries found;
  std::filesystem::path document = {};  // a file that says all of this as JSON; empty: there is none

  // As the document has it: of a large result, with a part of its partitions.
  result::EntryResult written(size_t entry) const { return found.written(entry, result.entries[entry]); }
  // With no more than `most` of its partitions.
  report::ShownEntry shown(size_t entry, size_t most) const { return found.shown(entry, result.entries[entry], most); }
};

Expected<DiffResult> diff(const DiffOptions& options, const Listeners& listeners, const StopFlag* stop);

}  // namespace cleave::driver
