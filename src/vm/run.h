// The VM's public face: run one input on one version, and look at what it did. Start here; the headers beside it are what a run is made of,
// those in private/ how the machine works.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "expr/pool.h"
#include "program/program.h"
#include "support/budget.h"
#include "vm/limits.h"
#include "vm/observation.h"
#include "vm/outcome.h"
#include "vm/reliance.h"
#include "vm/trace.h"
#include "vm/track_plan.h"

namespace cleave::vm {

// One named scalar of the input, shared by both versions.
struct InputCell {
  std::string name;
  std::string type;  // as the source says
  expr::Sort sort;   // Bits or Float; a bool is Bits 1
  bool isSigned = true;
  expr::SymbolId symbol;
  // Where inputs are to be looked for: by the cell's own signedness; everywhere when low > high.
  int64_t low = 0;
  int64_t high = -1;
  bool isParameter = true;  // of the entry, as it stands
};

// Of code whose loops were cut (vm/loops.h): which cells are the arbitrary values that a loop begins with.
struct LoopCells {
  static constexpr uint32_t kNone = UINT32_MAX;
  // Elements of a global that iterations write. Without cells: nothing is known of them.
  struct Written {
    program::GlobalId global;
    uint64_t offset = 0;
    uint32_t unit = 0;  // bytes of an element
    uint32_t count = 0;
    uint32_t cell = kNone;  // of the first element at the first visit; those of the next visit follow
  };
  uint32_t visits = 0;                                // of a loop in one run; a run that comes to it more often is unfinished
  std::map<uint32_t, uint32_t> slots;                 // by slot: its cell at the first visit; the others follow
  std::map<uint32_t, std::vector<Written>> written;  // by loop
};

struct InputSpace {
  std::vector<InputCell> cells;
  LoopCells loops;
};

// A write of an iteration to memory that was there before it, and that nobody said iterations write.
struct OutsideWrite {
  uint32_t loop = 0;
  program::GlobalId global;  // invalid: other memory
  uint64_t offset = 0;
  uint64_t bytes = 0;
  bool isAnywhere = false;  // in the object: where hangs on the input
};

// How the entry of one version reads the input: parameter k (not counting a structReturn one) is cell cellOfParameter[k]. A parameter that
// is wider than its cell gets the cell's value extended by the cell's signedness.
struct EntryBinding {
  program::FunctionId function;  // called with the cells
  std::vector<uint32_t> cellOfParameter;
  program::FunctionId body = {};  // the entry itself: what it writes is observed. The same function, unless a harness stands between
};

enum class Mode { Concrete, Symbolic };

struct Run {
  Outcome outcome;
  std::vector<Decision> decisions;                // Symbolic only; in order
  std::vector<ObservedCell> cells;                // "exit status" or the return value and the memory it leads to; not the globals
  std::vector<OutputItem> output[2];              // stdout, stderr
  std::vector<program::GlobalId> writtenGlobals;  // ascending
  std::vector<std::string> assumptions;           // what the run took for granted ("stdout never fails"); to be stated in the guarantee
  uint64_t steps = 0;
  uint64_t pathHash = 0;  // of the edges taken: equal paths have equal hashes
  bool tracked = false;
  RunReliance reliance;      // tracked only
  std::vector<Leaf> leaves;  // tracked only
  std::optional<OutsideWrite> outside;  // why it is unfinished
};

// Runs inputs on one program, one after another; the program's memory is as new for each. Static constructors run once, when the machine is
// made.
class Machine;
class Vm {
 public:
  Vm(const program::Program& program, expr::ExprPool& pool, const RunLimits& limits);
  ~Vm();
  Vm(const Vm&) = delete;

  Run run(const EntryBinding& entry, const InputSpace& plan, const expr::Assignment& input, Mode mode, const Budget& budget);
  void setLimits(const RunLimits& limits);  // for the runs to come
  void track(const TrackPlan* plan);        // symbolic runs to come keep track of what values rely on; null: they do not
  // In symbolic runs to come a pointer of which the inputs tell whether it is null, or to which of these globals it leads, is shown as just
  // that, for all of them, and is not followed. For globals that are shown by themselves wherever a run writes to them.
  // Of `atStart` only where it leads to their beginning: elsewhere in them the other version may have something else.
  void leavePointersOpen(const std::set<program::GlobalId>& globals, const std::set<program::GlobalId>& atStart);

  // In runs to come cells say whether they hold what they held when the entry was called (ObservedCell::isLeft).
  void watchOverwriting();

  void trace(Trace* trace);  // tracked runs to come add their steps; null: they do not

  // The state that the last run left behind:
  // The cells of a global, by type. `run` is what `run()` returned: looking may add decisions to it, or turn its outcome into unfinished or
  // a trap.
  std::vector<ObservedCell> observeGlobal(program::GlobalId global, Run& run);
  bool executed(program::FunctionId function, program::BlockIndex block) const;
  // The bytes of a global, as they are.
  std::span<const uint8_t> bytesOf(program::GlobalId global) const;
  // Tracked: what the contents of a global rely on.
  RelId relianceOf(program::GlobalId global);
  RelianceDag::Flat flatten(std::span<const RelId> roots) const;

 private:
  std::unique_ptr<Machine> machine_;
};

// The sort of a register of this type: width 1 is Bool, other integers and pointers are Bits, floats are Float.
expr::Sort sortOf(program::Type type);

}  // namespace cleave::vm
