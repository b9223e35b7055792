// An entry whose own code is the same, and that reaches changed code only through functions which the optimiser proves to do the same:
// then so does the entry. `main`, which reads twelve numbers and prints, need not be explored for a helper that was rewritten below it.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "change/change.h"
#include "optimizer/proof.h"
#include "prove/optimizer.h"
#include "prove/prover.h"

namespace cleave::prove {

class Composition : public Prover {
 public:
  // Questions are asked by their index among `entries`.
  Composition(const frontend::VersionPair& versions, const change::Changes& changes, const std::vector<Optimizer::Functions>& entries,
              const StopFlag* stop);

  Expected<Answer> prove(Question& question, Seconds budget) override;  // INCOMPLETE: it has a time limit of its own

 private:
  using PairIndex = size_t;  // in changes_.functions

  bool mayCompose(size_t entry) const;
  bool cover(PairIndex caller, std::set<PairIndex>& seen);
  const optimizer::Answer& proofOf(PairIndex helper);
  PairIndex indexOf(program::FunctionId after) const;

  const frontend::VersionPair& versions_;
  const change::Changes& changes_;
  std::vector<Optimizer::Functions> entries_;
  const StopFlag* stop_;
  bool mayBegin_;  // as far as the whole programs are concerned
  std::map<PairIndex, optimizer::Answer> proofs_;  // of helpers; those that were not tried have none
};

}  // namespace cleave::prove
