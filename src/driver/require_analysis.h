// From two versions to the testing requirements of each change. Partial functions (statements/statements.h) are explored like entries, by
// output conditions (explore/signature.h); the rows of both versions make the predicates (require/predicate.h), which are kept as
// expressions, so that they can be evaluated on what tests record.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "driver/require.h"
#include "expr/pool.h"
#include "require/predicate.h"
#include "statements/statements.h"
#include "vm/run.h"

namespace cleave::driver {

struct StatementPredicates {
  std::unique_ptr<expr::ExprPool> pool;
  vm::InputSpace space;
  std::vector<expr::ExprId> domain;            // which states there are: predicates say nothing of others
  std::string cannotMeasure;                   // why records say nothing of them; empty: they do
  std::vector<statements::CallSite> callSites;  // statements::Affected
  size_t callSite = 0;
  std::vector<require::Predicate> predicates;  // by requirement of the statement
};

// A statement that only later calls come to, and where its code begins in after.
struct LaterStatement {
  size_t statement = 0;  // of `shown`
  statements::CallSite place;
};

struct AnalysedChange {
  result::RequireChange shown;
  std::string function;  // in after, the linker's name
  uint32_t line = 0;     // where probes stand before
  uint32_t column = 0;
  std::vector<StatementPredicates> statements;  // by statement of `shown`
  std::vector<LaterStatement> later;
  std::string takenBack;  // the file of the change without it; empty: there is no such text
};

class Samples;

// `options.before` and `options.after` are the versions. `samples`: what the tests bring the program into, which is looked at first; null: nothing is known of that.
Expected<std::vector<AnalysedChange>> analyseChanges(const RequireOptions& options, Samples* samples, const Listeners& listeners, const StopFlag* stop);

}  // namespace cleave::driver
