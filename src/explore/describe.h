// Turns what the explorer knows into the plain data of `result`: conditions, expressions and values as text.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "explore/claim.h"
#include "explore/compare.h"
#include "explore/entry.h"
#include "explore/pair_runner.h"
#include "expr/shared_terms.h"
#include "result/result.h"

namespace cleave::explore {

using TextPairs = std::vector<std::pair<std::string, std::string>>;
TextPairs describeWitness(const Entry& entry, const expr::Assignment& input);      // C literals
TextPairs describeWitnessBits(const Entry& entry, const expr::Assignment& input);  // "0x..." patterns
result::Observation describeRun(const vm::Run& run, const std::vector<vm::ObservedCell>& globals,
                                const std::vector<program::EnvironmentFunction>* environment, const std::set<std::string>& leftOut = {});
// Of runs with many cells, those that both versions leave alone and show alike: what they hold is known from the input.
std::set<std::string> leftAlone(const PairRun& run);
std::vector<result::Input> describeInputs(const Entry& entry);
std::vector<result::Change> describeChanges(const change::Changes& changes);
// With `terms`, the condition refers to them; whoever keeps the partition takes those that are new.
result::Partition describeUnfinished(expr::ExprPool& pool, const Entry& entry, const expr::Assignment& input, const PairRun& run,
                                     const std::vector<expr::ExprId>& literals, expr::SharedTerms* terms = nullptr);
result::Partition describePartition(expr::ExprPool& pool, const Entry& entry, const expr::Assignment& input, const PairRun& run,
                                    const Claim& claim, expr::SharedTerms* terms = nullptr);

}  // namespace cleave::explore
