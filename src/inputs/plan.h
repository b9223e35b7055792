// The input plan of an entry, for one version: which cells there are, and where they go: into parameters, into objects behind pointers,
// into globals. frontend/harness.h makes a function of it that takes the cells as parameters, puts them where they belong and calls the
// entry; so everything above and below sees nothing but scalar parameters and globals.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "flow/points_to.h"
#include "inputs/options.h"
#include "inputs/partners.h"
#include "program/program.h"
#include "result/guarantee.h"

namespace cleave::flow {
class PointsTo;
class PointsToCache;
}  // namespace cleave::flow

namespace cleave::inputs {

inline constexpr uint32_t kNone = UINT32_MAX;

struct Cell {
  std::string name;  // as C would write it: "n", "p->x", "s[2]"; for choices "p_is_null"
  std::string type;
  unsigned bits = 0;
  bool isSigned = true;
  bool isFloat = false;
  // Values allowed, by the cell's own signedness; all when low > high.
  int64_t low = 0;
  int64_t high = -1;
  bool isParameter = false;  // a scalar parameter of the entry, as it stands
  std::string key;           // the place it belongs to, and its name there: cells of two versions that have one key are one
  bool isLimited() const { return low <= high; }
};

// What is put into a place, or passed.
struct Value {
  enum class Kind : uint8_t {
    Cell,      // the cell, extended to the place's width
    Pointer,   // to an object
    Function,  // the address of a function
    Global,    // the address of a global of the program, plus an offset
    Loaded,    // what the 8 bytes of a global of the program hold
    Constant,  // `offset` as a number
    Hash,      // the hash of the key at `offset` of `object`: by the function `global`, or of a std::string, when that is empty, as the library makes it
  };
  Kind kind = Kind::Cell;
  uint32_t cell = kNone;  // Cell; Pointer: null when the cell is 1 (kNone: never); Function: which one (kNone: the first)
  unsigned bits = 0;      // of the place; of a bit-field its own
  bool isFloat = false;
  unsigned bitOffset = 0;  // of a bit-field, from the place's lowest bit
  bool isBitField = false;
  uint32_t onlyAbove = kNone;  // Cell: zero unless the number in this cell is greater than `index`: a character of a string that is shorter
  uint64_t index = 0;
  uint32_t object = kNone;  // Pointer: kNone is null; `offset` bytes into it
  // Pointer: where it may point instead, when the cell has that value; the first that holds counts.
  struct Instead {
    uint32_t cell = kNone;
    uint64_t value = 1;
    uint32_t object = kNone;
    std::string global;  // object kNone: the linker's name of a global of the program
    uint64_t offset = 0;
  };
  std::vector<Instead> instead;
  std::string path;               // Pointer that an input chooses: as C writes it
  program::SourceTypeId element;  // what it points to; invalid: bytes
  uint64_t nullUpTo = kNoNull;    // Pointer: null when the number in the cell is at most this
  static constexpr uint64_t kNoNull = UINT64_MAX;
  std::vector<std::string> functions;  // Function: linker names; an empty one is null
  std::string global;                  // Global, Hash: the linker's name
  uint64_t offset = 0;
};

struct Fill {
  uint64_t offset = 0;
  Value value;
  uint32_t whenCell = kNone;  // only when this cell has that value: what a container of that size holds
  uint64_t whenValue = 0;
};

// The keys that a container has, and how they stand to each other, as far as there are so many.
struct Keys {
  struct Part {
    std::vector<uint32_t> cells;  // one number; or the characters of a string
    uint32_t length = kNone;      // of a string: the cell
  };
  using Key = std::vector<Part>;  // several parts: of a pair; the first one that differs decides
  enum class Relation : uint8_t {
    Increasing,     // each is less than the next
    NotDecreasing,
    Distinct,       // no two are the same
    Together,       // those that are the same stand side by side
  };
  Relation relation = Relation::Increasing;
  std::vector<Key> keys;
  uint32_t count = kNone;  // the cell that says how many there are
};

// Memory that holds inputs: a global of the program, or one that the harness adds.
struct Object {
  std::string global;             // the linker's name
  bool isOwn = false;             // the harness adds it
  std::string text;               // as C would write it: "*p", "p", "table"
  program::SourceTypeId element;  // invalid: bytes
  uint64_t count = 1;             // of elements; more than one, or isArray: it is shown as an array
  bool isArray = false;
  bool isNumber = false;       // bytes that are one integer
  bool holdsPointers = false;  // an array of pointers to anything
  uint64_t numberBytes = 0;    // isNumber: of each of several; 0: there is one
  bool isHeap = false;         // it may be freed: a caller that passes it has it from malloc
  uint64_t extra = 0;          // elements of the flexible array at its end
  uint64_t size = 0;
  uint64_t alignment = 16;  // what code may rely on: of a string that is passed in, 1
  std::string storageOf;    // what a container in that object owns: the linker's name of the object. It shows as part of it
  bool isViewed = false;    // what a view leads to that may write it
  bool isHidden = false;    // nobody sees it behind the call: an argument that is passed by value
  std::vector<Fill> fills;  // where two overlap the later one counts
};

// A parameter of the source. A struct that is passed by value is an object whose bytes are passed.
struct Argument {
  Value value;
  uint32_t byValue = kNone;  // the object
};

// Text that main's parameters or stdin need beyond plain bytes.
struct Rendering {
  uint32_t object = kNone;
  uint64_t offset = 0;
  uint32_t cell = kNone;  // written there in decimal, with a terminator
};

// A function that the harness makes, for a function pointer that no function of the program fits: it notes its arguments and returns
// inputs. What it was called with shows.
struct Stub {
  struct Scalar {
    unsigned bits = 0;
    bool isFloat = false;
    bool isPointer = false;
    bool isSigned = false;
  };
  static constexpr uint64_t kCalls =
      4;  // that are noted, and that return inputs of their own; the last one's result stands for all further

  std::string name;  // the linker's
  std::vector<Scalar> parameters;
  bool returns = false;
  Scalar result;
  uint32_t calls = kNone;    // object: how often it was called (8 bytes), then the arguments of each call (8 bytes each)
  uint32_t results = kNone;  // object: kCalls results, 8 bytes each
};

// Functions that the harness makes, by which a std::function that holds a pointer to a function is called and copied.
struct Callable {
  struct Parameter {
    bool isReference = false;
    bool isClass = false;  // by value: the call is handed the address of a copy
  };
  std::string invoker, manager;      // the linker's names
  std::vector<std::string> targets;  // functions that it may hold: all have one type
  std::vector<Parameter> parameters;
};

// What library functions tell of the world: the harness says it before it calls the entry.
struct WorldInput {
  enum class Kind : uint8_t { Time, Clock, Zone, Errno, Seed, Variable } kind = Kind::Time;
  uint32_t cell = kNone;  // of all but Variable
  std::string name;       // Variable: of the environment
  Value value;            // Variable: a pointer; null when it is not set
};

// A size of the inputs: how long a text is, how much there is of something, how deep pointers lead. Who cannot deal with all inputs may deal with
// those of a smaller size first (explore/stages.h).
struct Size {
  enum class Kind : uint8_t { Text, Count, Depth } kind = Kind::Count;
  result::Premise premise = result::Premise::LengthAtMost;  // the bound, as it is said,
  std::string place;                                        // and of what
  std::vector<uint32_t> cells;   // Text: its bytes, in order, of which the first zero ends it; Count: the number; Depth: whether pointers are null,
  std::vector<uint64_t> depths;  // and how deep in structures each of these stands, from 1
  uint64_t most = 0;             // that the plan has
  uint64_t base = 0;             // Count: the number is that much higher than the size
};

// What the plan leaves out.
struct Bound {
  std::string text;
  uint32_t object = kNone;  // it shows only if code reaches into this object,
  uint64_t from = 0;        // at this byte or behind it; object kNone: always
};

struct Plan {
  std::string entry;  // the linker's name of the function
  bool isMain = false;
  std::vector<Cell> cells;
  std::vector<Object> objects;
  std::vector<Argument> arguments;  // by parameter of the source, or of the function where there is no debug information
  std::vector<Argument> variableArguments;  // behind them
  bool isVariadic = false;
  std::vector<Rendering> renderings;
  std::vector<WorldInput> world;
  std::vector<Stub> stubs;
  std::vector<Callable> callables;
  std::vector<Keys> keys;
  std::set<std::string> environment;  // linker names of functions of the environment that may be called
  uint32_t stdinObject = kNone;
  uint32_t stdinLength = kNone;  // cell
  bool asksRandom() const;       // it is given the state of rand
  bool asksErrno() const;
  bool asksZone() const;
  bool wasFull = false;          // there was no room for all that the types ask for:
  std::set<std::string> cuts;    // for these places
  std::vector<Bound> bounds;
  std::vector<Size> sizes;
  std::vector<std::string> cut;                 // pointers that are null since the plan follows no further: "list->next->next"
  struct CutPointer {
    uint32_t object = kNone;  // that holds it
    uint64_t offset = 0;
    std::vector<std::string> way;  // the pointers that lead there, and itself, by names that both versions share
  };
  std::vector<CutPointer> cutPointers;  // those of `cut` that stand in objects
  std::vector<std::vector<std::string>> texts;  // of each string its bytes by name, the last one that may end it included
  std::vector<std::string> assumptions;
  // By cell of a choice, or pointer that has none: what each number means, in words that both versions share.
  std::map<std::string, std::vector<std::string>> choices;
  std::string unsupported;  // why there is no plan; empty when there is

  // Whether the function can be called with the cells as they are.
  bool isDirect() const;

  // What toml.h prints: the pointers of the plan with what was chosen for them, in order.
  struct Chosen {
    std::string path;
    std::string type;
    PointerOptions options;
  };
  std::vector<Chosen> chosen;
  std::vector<std::string> asked;  // what Options::pointers was asked for
  bool hasGlobals = false;
  bool usesHarnessCalls = false;  // the program calls <cleave.h>
  uint32_t plainParameters = 0;
};

// `known`: of the same program; what functions may come to is kept there.
Plan makePlan(const program::Program& program, program::FunctionId function, const Options& options, const Partners& partners = {},
              flow::PointsToCache* known = nullptr);

// Globals that the entry may read or write, of those that debug information tells of.
std::vector<program::GlobalId> globalsReached(const flow::PointsTo& pointsTo);
std::vector<program::GlobalId> globalsWritten(const flow::PointsTo& pointsTo);  // possibly
// Whether there are any, be they told of or not.
bool reachesGlobals(const flow::PointsTo& pointsTo);

}  // namespace cleave::inputs
