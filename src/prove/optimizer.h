// An entry that LLVM's optimiser makes into the same code in both versions (optimizer/proof.h); what that takes for granted is in
// the guarantee.
#pragma once

#include <utility>
#include <vector>

#include "optimizer/proof.h"
#include "prove/prover.h"

namespace cleave::prove {

class Optimizer : public Prover {
 public:
  struct Functions {
    program::FunctionId before;
    program::FunctionId after;
    bool leadsAway = false;  // its inputs can lead to code that differs, which the optimiser does not see
  };
  // Questions are asked by their index among `entries`.
  Optimizer(const frontend::VersionPair& versions, const std::vector<Functions>& entries, const StopFlag* stop);

  Expected<Answer> prove(Question& question, Seconds budget) override;  // INCOMPLETE: it has a time limit of its own

 private:
  optimizer::Proof proof_;
  std::vector<bool> leadsAway_;  // by entry
};

}  // namespace cleave::prove
