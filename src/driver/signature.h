// `cleave signature`: every way in which the functions of one version compute their output; or of two versions, side by side.
#pragma once

#include "driver/listeners.h"
#include "driver/options.h"
#include "result/signature.h"

namespace cleave::driver {

// `before` is the version; `after` and `output` only count when two are compared, or evidence is asked for.
struct SignatureOptions : Options {
  bool compare = false;     // both versions
  bool countPaths = false;  // walk all paths in addition, to tell how many a row stands for
  bool evidence = false;    // write the coverage questions and the signature as SMT-LIB2 into `output`
};

Expected<result::SignatureResult> signature(const SignatureOptions& options, const Listeners& listeners, const StopFlag* stop);

// The rows as SMT-LIB2 functions of the inputs.
std::string smtSignature(const result::Signature& signature);

}  // namespace cleave::driver
