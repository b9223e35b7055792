// `cleave diff`: the whole way of the data, from two sets of sources to a result.
#pragma once

#include "driver/listeners.h"
#include "driver/options.h"
#include "result/result.h"

namespace cleave::driver {

struct DiffOptions : Options {
  bool native = true;          // replay differences natively
  bool optimizerProof = true;  // first see whether the optimiser of LLVM makes the same code of both
};

Expected<result::Result> diff(const DiffOptions& options, const Listeners& listeners, const StopFlag* stop);

}  // namespace cleave::driver
