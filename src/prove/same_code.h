// An entry whose code is the same in both versions, with all that it may call, needs no exploration: the same program twice.
#pragma once

#include "prove/prover.h"

namespace cleave::prove {

class SameCode : public Prover {
 public:
  Expected<Answer> prove(Question& question, Seconds budget) override;
  bool isImmediate() const override { return true; }
};

}  // namespace cleave::prove
