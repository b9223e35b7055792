// The optimizer proof: two functions that LLVM's optimiser makes into the same code, with all that they mention, behave alike. It decides
// pairs whose loops or floats are too hard to explore, in a moment; when it does not, nothing is known.
// What it rests on, and what it takes for granted: docs/decisions/006-optimizer-proof.md.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "frontend/frontend.h"
#include "support/budget.h"

namespace cleave::optimizer {

struct Answer {
  bool same = false;
  std::string why;                       // when not the same: what differs, or what stands in the way
  std::vector<std::string> assumptions;  // when the same
};

class Proof {
 public:
  struct EntryNames {  // the linker's
    std::string before;
    std::string after;
  };

  // Does nothing yet; the versions' bitcode must stay where it is.
  Proof(const frontend::VersionPair& versions, std::vector<EntryNames> entries, const StopFlag* stop);
  ~Proof();
  Proof(const Proof&) = delete;

  // The first call optimises both versions, for all entries at once.
  Answer prove(size_t entry);

 private:
  struct Optimised;
  const frontend::VersionPair& versions_;
  std::vector<EntryNames> entries_;
  const StopFlag* stop_;
  std::unique_ptr<Optimised> before_;
  std::unique_ptr<Optimised> after_;
};

}  // namespace cleave::optimizer
