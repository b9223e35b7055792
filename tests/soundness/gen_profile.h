// Programs that are dense in one ability: small, full of constants that stand under conditions, so that a partition whose condition lacks a
// decision holds inputs on which something else is shown. The mixed profile is the general generator (gen_program.h).
#pragma once

#include <optional>
#include <string_view>

#include "ast.h"
#include "support/random.h"

namespace cleave::soundness {

enum class Profile {
  Mixed,
  Memory,    // arrays, pointers chosen by branches, globals
  Loops,     // breaks, continues, values that leave loops
  Output,    // printing under conditions and in loops
  Calls,     // side effects of callees, targets chosen by input
  Sizes,     // lengths, sizes, widths and addresses that are fixed to what they were
  Ends,      // traps, exits, early returns
  Rewrites,  // conditions and values that are written in another way, mostly to the same effect
};
inline constexpr unsigned kProfiles = 8;
inline constexpr std::string_view kProfileNames[kProfiles] = {"mixed", "memory", "loops", "output", "calls", "sizes", "ends", "rewrites"};

constexpr std::optional<Profile> profileNamed(std::string_view name) {
  for (unsigned k = 0; k < kProfiles; ++k)
    if (kProfileNames[k] == name) return static_cast<Profile>(k);
  return std::nullopt;
}

class ProfileGenerator {
 public:
  ProfileGenerator(Program& program, Random& random, Profile profile);

  void makeAll();
  void within(size_t function);  // from here on, statements are for this function
  Statement simpleStatement();   // no loops, and no branches within branches
  Expr condition();
  Expr value();

 private:
  void makeGlobals();
  void makeHelper(uint64_t k);
  void makeCounters(Function& f);
  void makeEntry();
  void addMemory(Function& f);
  void addChosenStore();

  Expr parameter();
  Expr place();  // something that can be read and written
  Expr local();
  Expr constant();
  Expr index();
  Expr result();
  Expr compound();
  Expr call();

  std::vector<Statement> body(uint64_t count, unsigned depth);
  Statement statement(unsigned depth);
  Statement made(Statement::Kind kind, std::string text, std::vector<Expr> parts) const;
  Statement onlyIf(Expr condition, Statement then) const;
  Statement assign();
  Statement guarded();
  Statement branch(unsigned depth);
  Statement loop(unsigned depth);
  Statement memory();
  Statement output();
  Statement ending();
  Statement callStatement();
  Statement size();

  Program& program_;
  Random& random_;
  Profile profile_;
  std::vector<Variable> tables_;  // of functions: declared behind them
  Function* function_ = nullptr;
  size_t index_ = 0;  // of function_
  std::vector<const Variable*> scalars_, arrays_, pointers_;
  std::vector<std::string> targets_;  // what a pointer may point to
  const Variable* big_ = nullptr;
  bool hasFunctionPointer_ = false;
};

}  // namespace cleave::soundness
