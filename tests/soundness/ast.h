// C programs as small trees: what the generator makes, what the mutations change, and what is printed as text for clang and for cleave. Not
// a C grammar: just the forms that the generator uses, arranged so that any mutation of them still compiles.
//
// All locals stand at the start of their function and are initialised there, so that every scalar is in scope in the whole body.
// Names of functions, globals and structs carry the program's prefix; many programs can stand in one file.
#pragma once

#include <string>
#include <vector>

namespace cleave::soundness {

enum class CType { Void, Bool, I8, U8, I16, U16, I32, U32, I64, U64, F32, F64 };

const char* cName(CType type);
bool isFloating(CType type);
bool isSignedType(CType type);
unsigned bitsOfType(CType type);  // as an input cell: a bool has 1

struct Expr {
  enum class Kind {
    Literal,      // text
    Variable,     // text: the name
    Element,      // text: the array; [0]: the index; size: of the array, a power of two; the index is masked unless `unmasked`
    Field,        // text: "s.x"
    Deref,        // text: the pointer; with a size: an array of pointers, [0]: the index, masked
    Unary,        // text: - ~ !
    Binary,       // text: the operator
    Divide,       // text: / or %; guard: how the divisor is kept from zero
    Shift,        // text: << or >>; the count is masked unless it is a variable and `unmasked`
    Conditional,  // [0] ? [1] : [2]
    Cast,         // to `type`
    Call,         // text: the function; [k]: arguments
    CallPointer,  // text: the function pointer; with a size: a table of them, [0]: the index, masked; then the arguments
    ToInteger,    // of a float that is brought into range first
  };
  // x / y (only when y is a variable: a literal zero would be folded by the compiler, to nobody's meaning),  x / (y | 1),  (y ? x / y : x)
  enum class Guard { None, Or1, Zero };
  Kind kind = Kind::Literal;
  CType type = CType::I32;  // of the value; casts are printed where C would compute in another type
  std::string text;
  std::vector<Expr> parts;
  unsigned size = 0;
  bool unmasked = false;
  Guard guard = Guard::Or1;
};

std::string print(const Expr& e);
bool isPure(const Expr& e);  // no calls

struct Statement {
  enum class Kind {
    Assign,   // [0] text [1]     text: = += -= ^= ...
    Call,     // [0];
    If,       // [0] bodies[0] else bodies[1]
    For,      // for (text = 0; text < bound; text++) bodies[0]; the bound is [0] masked by size - 1
    While,    // text = size; while ([0] && text-- > 0) bodies[0]
    DoWhile,  // text = size; do bodies[0] while ([0] && text-- > 0)
    Switch,   // [0] & size - 1; bodies[k] is case k, the last is default; falls[k]: no break
    Break,
    Continue,
    Return,   // [0]
    Print,    // text: the format, with a C string literal's quotes; [0], as `type`
    PutChar,  // [0], as a letter
    Abort,
    Assert,       // [0]
    Exit,         // [0]
    NullStore,    // *([0] ? &text : 0) = [1]
    PointTo,      // text = &...: `text` is the whole statement, without the semicolon
    Heap,         // { T *h = malloc(size * sizeof(T)); fill; text += read at [0]; free(h); }
    Fill,         // memset(text, [1], [0] elements), at most size - 1
    Copy,         // the same of memcpy from the array [1]
    Sized,        // { int h[n]; ... text += ...; } with n = 1 + [0] & 3, on the heap unless `size`; [1] and [2] are written and read
    PrintWide,    // printf("%*d|", [0] & 3, [1])
    PrintString,  // printf("%s|", a string whose letters and length come from [0] and [1])
    SetStruct,    // text = a struct made from [0] and [1]; without parts, `text` is the whole statement, without the semicolon
  };
  Kind kind = Kind::Assign;
  std::string text;
  CType type = CType::I32;
  unsigned size = 0;
  std::vector<Expr> parts;
  std::vector<std::vector<Statement>> bodies;
  std::vector<bool> falls;
};

struct Variable {
  std::string name;
  CType type = CType::I32;
  std::string initial;  // C text of the initialiser
  unsigned size = 0;    // of an array; 0: a scalar
  bool isConst = false;
  bool isStatic = false;           // of a global
  bool isCounter = false;          // belongs to a loop: read only elsewhere
  bool isStruct = false;           // of the program's struct
  bool isPointer = false;          // to `type`; `initial` is an address
  bool isFunctionPointer = false;  // int (*)(int, int)
};

struct Function {
  std::string name;
  CType result = CType::I32;
  std::vector<Variable> parameters;
  std::vector<Variable> locals;
  std::vector<Statement> body;
  Expr last;  // what is returned at the end
  bool isRecursive =
      false;  // the first parameter counts down from at most 3: if (p0 <= 0 || p0 > 3) return p1; ... return f(p0 - 1, step) + last
  Expr step;
};

struct Program {
  std::string prefix;
  std::vector<Variable> globals;
  std::vector<Function> functions;  // the entry is the last; a function calls earlier ones only (and itself, when recursive)
  bool hasStruct = false;

  const Function& entry() const { return functions.back(); }
};

std::string structName(const Program& program);
std::string print(const Program& program);
std::string preamble();  // the #includes

}  // namespace cleave::soundness
