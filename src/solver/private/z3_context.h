// A context of Z3 that owns what is made in it, one question to a solver of it, and errors as exceptions that stay within the back end.
// Z3's headers are seen by the files that include this one alone.
#pragma once

#include <z3.h>

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <vector>

#include "solver/solver.h"

namespace cleave::solver {

struct Z3Failure {
  std::string message;
};

class Z3Context {
 public:
  Z3Context();
  ~Z3Context();
  Z3Context(const Z3Context&) = delete;
  Z3Context& operator=(const Z3Context&) = delete;

  Z3_context get() const { return context_; }
  size_t size() const { return owned_.size(); }

  // Z3 frees a result at the next call unless somebody owns it: every term that is made goes through here. Throws if it is an error.
  Z3_ast own(Z3_ast ast);
  // The same check for results that are not terms.
  template <class T>
  T checked(T result) const {
    failOnError();
    return result;
  }
  void failOnError() const;

  Z3_tactic chain(std::initializer_list<const char*> names);  // one after the other

 private:
  Z3_context context_ = nullptr;
  std::vector<Z3_ast> owned_;  // in the order of creation
  std::vector<Z3_tactic> tactics_;
};

// One Z3 solver and one question.
class Question {
 public:
  Question(Z3Context& context, Z3_solver solver);
  ~Question();
  Question(const Question&) = delete;
  Question& operator=(const Question&) = delete;

  void limit(unsigned steps, unsigned milliseconds);
  void require(Z3_ast truth);
  Answer ask();
  std::string reasonUnknown() const { return Z3_solver_get_reason_unknown(context_.get(), solver_); }

  // After Satisfiable: the value of a term in the model.
  Z3_ast value(Z3_ast term);

 private:
  Z3Context& context_;
  Z3_solver solver_;
  Z3_model model_ = nullptr;
};

}  // namespace cleave::solver
