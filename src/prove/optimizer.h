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
  // Questions are asked by their index among `entries`, the functions of before and after.
  Optimizer(const frontend::VersionPair& versions, const std::vector<std::pair<program::FunctionId, program::FunctionId>>& entries,
            const StopFlag* stop);

  Expected<Answer> prove(Question& question, Seconds budget) override;  // INCOMPLETE: it has a time limit of its own

 private:
  optimizer::Proof proof_;
};

}  // namespace cleave::prove
