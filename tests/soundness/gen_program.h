// Random C programs from a seed. They always end, read nothing uninitialised, compare no addresses, and (unless an option says so) stay
// within bounds, so that what they do natively at -O0 is what they mean.
#pragma once

#include "ast.h"
#include "gen_profile.h"
#include "support/random.h"

namespace cleave::soundness {

struct GenOptions {
  Profile profile = Profile::Mixed;  // the others heed none of what follows
  unsigned statements = 5;           // of the entry's body, about
  unsigned depth = 3;                // of nested statements
  unsigned loopBound = 4;            // iterations, a power of two
  unsigned helpers = 2;              // at most
  unsigned floatPercent = 4;         // of programs that use floats
  unsigned trapPercent = 35;         // of programs that may trap or exit
  unsigned outputPercent = 30;       // of programs that print
  unsigned globalPercent = 50;       // of programs with globals
  unsigned heapPercent = 12;
  unsigned pointerPercent = 30;
  unsigned structPercent = 25;
  unsigned outOfBoundsPercent = 0;  // of programs in which some accesses may leave their array: natively only seen with array-bounds checks
  bool repeatsValues = false;       // ways through the entry have values of others, and a change gives one that of another (mutate.h)
  bool wideInputs = false;          // parameters of any type, not only small ones
};

// The entry is named after the prefix and has parameters a, b, ... of at most 16 bits in all (unless wideInputs).
Program generate(const std::string& prefix, Random& random, const GenOptions& options);

// Fresh parts for the place that a mutation has chosen.
class Generator {
 public:
  Generator(Program& program, Random& random, const GenOptions& options);

  void makeAll();
  // From here on, expressions and statements are for this function of the program.
  void within(size_t function);
  Expr expression(CType type, unsigned depth);
  Expr condition(unsigned depth);
  Statement simpleStatement();                                    // no loops, no jumps
  std::vector<Expr> scalars(bool floating, bool writable) const;  // what the function can read or write
  CType integerType();
  Expr literal(CType type);

 private:
  struct Features {
    bool floats = false, traps = false, output = false, heap = false, pointers = false, structs = false, outOfBounds = false;
  };

  void makeGlobals();
  void makeHelper(size_t index);
  void makeEntry();
  void makeLocals(Function& f, unsigned scalarCount);
  std::vector<Statement> body(unsigned count, unsigned depth, unsigned loops, bool inLoop);
  Statement statement(unsigned depth, unsigned loops, bool inLoop);
  Statement loop(unsigned depth, unsigned loops);
  Statement switchOn(unsigned depth, unsigned loops, bool inLoop);
  Statement trapStatement();
  Statement assignment();
  Statement printStatement();
  Expr leaf(CType type);
  Expr summary(Expr e, unsigned percent);
  Expr integerOperation(CType type, unsigned depth);
  Expr floatExpression(CType type, unsigned depth);
  Expr call(CType type, unsigned depth);
  Expr cast(CType type, Expr e) const;
  Expr element(const Variable& array, unsigned depth);
  CType anyType();
  std::string counter(unsigned loops) const;
  template <class T, size_t N>
  const T& oneOf(const T (&list)[N]) {
    return list[random_.below(N)];
  }

  Program& program_;
  Random& random_;
  const GenOptions& options_;
  Features features_;
  Function* function_ = nullptr;
  size_t index_ = 0;  // of function_
};

}  // namespace cleave::soundness
