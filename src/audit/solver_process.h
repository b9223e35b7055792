// A solver as a program: cvc5, z3, or what the user names. SMT-LIB2 goes in through standard input, answers come out as lines. Nothing is
// kept from one call to the next. Processes of cvc5 and z3 are used for many calls (audit/solver_session.h); what such a one does not
// answer is asked again of one that is started for it.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "audit/solver_session.h"
#include "support/bits.h"
#include "support/budget.h"
#include "support/expected.h"

namespace cleave::audit {

class SolverProcess {
 public:
  // An empty command: cvc5 if it is installed, else z3. `perQuestion` is a limit on each check-sat.
  static Expected<SolverProcess> find(const std::string& command, Seconds perQuestion, const StopFlag* stop);

  const std::string& name() const { return name_; }  // "z3 4.8.12"

  struct Reply {
    std::vector<std::string> answers;  // of the check-sats, as far as they came: sat, unsat, unknown
    std::string rest;                  // all else it printed, values and errors
    std::string problem;               // why there is not an answer for each: a time-out, a crash, an error message; or empty
  };
  // `questions` is how many check-sats the script has. After an error before the first of them no answer counts. From any thread.
  Expected<Reply> ask(const std::string& script, size_t questions) const;
  // By a process of its own.
  Expected<Reply> askAlone(const std::string& script, size_t questions) const;

 private:
  Seconds limitFor(size_t questions) const { return perQuestion_ * static_cast<double>(questions) + Seconds(5); }

  std::vector<std::string> command_;
  std::string name_;
  Seconds perQuestion_{10};
  const StopFlag* stop_ = nullptr;
  std::unique_ptr<SolverSessions> sessions_;  // null: it is not known to take several scripts
};

// The numbers in what (get-value ...) printed, in order: "((|cell 0| #x0000002a) (|cell 1| #b1))". Nothing if it is not such a list of
// `count`.
std::optional<std::vector<std::vector<U128>>> parseValues(const std::string& text, size_t count);

}  // namespace cleave::audit
