// The semantic signature of one version: the walk of explore.h over a version that is compared with itself, so that a partition is a way in
// which its output is computed. Rows keep their expressions, so that the signatures of two versions, made in one pool over the same input
// cells, can be compared.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "explore/explore.h"
#include "result/signature.h"
#include "support/both.h"

namespace cleave::explore {

// What a row computes: scalars as expressions, all else (texts with their numbers, pointers, how the run ended) as words that contain the
// expressions' numbers.
struct RowOutput {
  std::string form;                                         // equal outputs have equal forms, and
  std::vector<std::pair<std::string, expr::ExprId>> terms;  // equal values of these, name by name
  bool operator==(const RowOutput&) const = default;
};

struct WholeSignature {
  result::Signature signature;
  std::vector<std::vector<expr::ExprId>> conditions;  // by row
  std::vector<expr::Assignment> witnesses;            // by row
  std::vector<RowOutput> outputs;                     // by row
};

// `side` of the entry is explored. Options say by output conditions (Prv) or by paths (Dart).
// `known`: the version compared with itself, if whoever looks at many entries has that.
WholeSignature findSignature(const Task& task, Side side, const Options& options, const Listeners& listeners, const StopFlag* stop,
                             const change::Changes* known = nullptr);

// Walks all paths in addition, computes the output condition of each, and counts the paths of each row.
void countPaths(const Task& task, Side side, WholeSignature& whole, const Options& options, const StopFlag* stop);

// Rows with the same output under p && l and p && !l become one under p; then rows that a reader takes for one are grouped.
void mergeRows(const Task& task, WholeSignature& whole);
void groupRows(const Task& task, WholeSignature& whole, const Options& options, const Listeners& listeners, const StopFlag* stop);

// Which rows stayed, changed, went and came; asks the solver where expressions are not the same at sight.
result::SignaturePair compareSignatures(const Task& task, WholeSignature before, WholeSignature after, const Options& options,
                                        const StopFlag* stop);

}  // namespace cleave::explore
