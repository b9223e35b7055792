// Generated pairs through cleave and through the native oracle, many at a time.
#pragma once

#include <string>
#include <vector>

#include "check_entry.h"
#include "gen_profile.h"
#include "oracle.h"

namespace cleave::soundness {

struct PairOptions {
  std::string tool;  // cleave
  std::string budget = "2s";
  std::string strategy = "prv";
  std::string granularity;        // empty: what cleave chooses
  std::vector<std::string> more;  // for cleave
  std::string profile;            // of all pairs; empty: by seed
  unsigned nativePercent = 20;    // of batches with native confirmation
  unsigned identityPercent = 10;  // of pairs that are a program and itself
  unsigned widePercent = 15;      // of mixed pairs with wide inputs, which are sampled
  unsigned floatPercent = 4;      // of mixed pairs that compute with floats
  bool repeatsValues = false;     // arms that compute the same, and change places
  bool optimizer = false;         // check the optimizer proofs, and nothing else, instead of the exploration
};

struct Case {
  uint64_t seed = 0;
  Pair pair;
  InputSet inputs;
};

Case makeCase(uint64_t seed, const PairOptions& options);

struct CheckedPair {
  EntryCheck check;
  size_t inputs = 0;
  size_t different = 0;  // natively
  bool optimizerProof = false;
  std::string reason;  // of the verdict
  double seconds = 0;
};

// An error is something other than a wrong claim: a crash, a time-out, output that is no JSON.
Expected<std::vector<CheckedPair>> checkPairs(std::vector<Case>& cases, const PairOptions& options);

}  // namespace cleave::soundness
