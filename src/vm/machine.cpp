// The life of a machine (layout of the functions, static constructors) and of a run (start, end).
#include "vm/private/machine.h"

#include <algorithm>

#include "support/check.h"
#include "support/float_format.h"
#include "support/random.h"
#include "vm/private/observe.h"

namespace cleave::vm {

using expr::ExprId;
using program::Constant;

namespace {

constexpr Seconds kConstructorTime{10};

}  // namespace

// --- the machine

Machine::Machine(const program::Program& program, expr::ExprPool& pool, const RunLimits& limits)
    : program_(program),
      pool_(pool),
      limits_(limits),
      memory_(program, shadows_, limits.memoryBytes),
      registerStack_(static_cast<Slot*>(std::calloc(kRegisterStack, sizeof(Slot)))),
      codes_(program.functions.size()) {
  CHECK(registerStack_ != nullptr, "no address space for the register stack");
  for (size_t f = 0; f < program.functions.size(); ++f) layOut(FunctionId(f));
  firstShadow_ = shadows_.size();
  runConstructors();
}

void Machine::layOut(FunctionId id) {
  const Function& function = program_.function(id);
  FunctionCode& code = codes_[id.value];
  code.firstBlock = executedBlocks_.size();
  layOutConstants(function, code);
  if (!function.defined) {
    code.builtin = findBuiltin(function);
    return;
  }
  executedBlocks_.resize(code.firstBlock + function.blocks.size(), 0);

  Random hashes((uint64_t{id.value} << 32) + 1);
  auto edgeTo = [&](program::BlockIndex block) {
    EdgeCode edge;
    edge.target = function.instructions.data() + function.blocks[block].first;
    edge.steps = function.blocks[block].end - function.blocks[block].first;
    edge.block = static_cast<uint32_t>(code.firstBlock + block);
    edge.hash = hashes.next();
    return edge;
  };
  code.entry = edgeTo(0);
  for (const program::Edge& edge : function.edges) {
    EdgeCode laid = edgeTo(edge.to);
    laid.moves = function.moves.data() + edge.firstMove;
    laid.moveCount = edge.moveCount;
    laid.overlapping = edge.overlapping;
    code.edges.push_back(laid);
    if (moved_.size() < edge.moveCount) moved_.resize(edge.moveCount);
  }
  for (const program::SwitchTable& table : function.switches) {
    std::vector<program::SwitchCase> cases = table.cases;
    std::stable_sort(cases.begin(), cases.end(), [](const auto& a, const auto& b) { return a.value < b.value; });
    SwitchCode laid;
    for (const program::SwitchCase& c : cases) {
      laid.values.push_back(static_cast<uint64_t>(c.value));
      laid.edges.push_back(c.edge);
    }
    code.switches.push_back(std::move(laid));
  }
  for (const program::CallInfo& call : function.calls) code.calls.push_back({isSimpleCall(call)});
}

void Machine::layOutConstants(const Function& function, FunctionCode& code) {
  for (const Constant& constant : function.constants) {
    Slot slot;
    switch (constant.kind) {
      case Constant::Kind::Bits:
        slot.bits = constant.bits;
        break;
      case Constant::Kind::Global: {
        const ObjectIndex object = memory_.ofGlobal(program::GlobalId(constant.target));
        slot.bits = addressOf(object) + constant.bits;
        Shadow shadow;
        shadow.origin = object;  // needed only by an offset that leaves the object's range
        slot.shadow = keep(shadow, Type::pointer(), slot.bits);
        break;
      }
      case Constant::Kind::Function:
        slot.bits = addressOf(memory_.ofFunction(FunctionId(constant.target)));
        break;
      case Constant::Kind::Undefined:
        slot.shadow = undefinedShadow(constant.type.width);
        break;
    }
    code.constants.push_back(slot);
  }
}

void Machine::runConstructors() {
  if (program_.constructors.empty()) return;
  const Budget budget(kConstructorTime, nullptr);
  prepare(Mode::Concrete, budget);
  input_.clear();
  inputSymbols_.clear();
  for (FunctionId constructor : program_.constructors) {
    const Function& function = program_.function(constructor);
    running_ = true;
    depth_ = 0;
    registerTop_ = 0;
    record_.outcome = {};
    if (!function.defined || !function.parameters.empty()) {
      unfinished("unsupported: a constructor with parameters or without a body");
    } else {
      enter(constructor, {}, {}, nullptr);
    }
    interpret();
    if (record_.outcome.kind == OutcomeKind::Returned) continue;
    const Outcome& outcome = record_.outcome;
    const std::string why = outcome.kind == OutcomeKind::Trapped  ? toText(outcome.trap)
                            : outcome.kind == OutcomeKind::Exited ? "exit"
                                                                  : outcome.reason;
    constructorFailure_ = "the static constructor " + function.display + " did not return: " + why + " at " + outcome.place;
    break;
  }
  for (int channel : {0, 1}) initialOutput_[channel] = std::move(record_.output[channel]);
  initialAssumptions_ = std::move(record_.assumptions);
  memory_.keepAsInitial();
  firstShadow_ = shadows_.size();
}

bool Machine::executed(FunctionId function, program::BlockIndex block) const {
  return program_.function(function).defined && executedBlocks_[codes_[function.value].firstBlock + block] == epoch_;
}

// --- a run

Run Machine::run(const EntryBinding& entry, const InputSpace& plan, const expr::Assignment& input, Mode mode, const Budget& budget) {
  prepare(mode, budget);
  observes_ = true;
  start(entry, plan, input);
  interpret();
  std::erase_if(record_.cells,
                [&](const ObservedCell& cell) { return !result::isSeen(result::observableAt(cell.path.root), record_.outcome.kind); });
  impacted_ = true;  // whoever looks at the memory that is left sees leaves
  proved_ = false;
  record_.writtenGlobals = memory_.writtenGlobals();
  record_.steps = steps_;
  record_.pathHash = pathHash_;
  return std::move(record_);
}

void Machine::setLimits(const RunLimits& limits) {
  limits_ = limits;
  memory_.setLimit(limits.memoryBytes);
}

void Machine::leavePointersOpen(const std::set<program::GlobalId>& globals, const std::set<program::GlobalId>& atStart) {
  leftOpen_.assign(program_.globals.size(), LeftOpen::No);
  for (const program::GlobalId each : globals) leftOpen_[each.value] = LeftOpen::Anywhere;
  for (const program::GlobalId each : atStart) leftOpen_[each.value] = LeftOpen::AtStart;
}

std::vector<ObservedCell> Machine::observeGlobal(program::GlobalId global, Run& run) {
  if (!result::isSeen(observableOf(program_.global(global)), run.outcome.kind)) return {};  // nobody is left to look
  // What the buffers of streams hold shows where the program is cut short: elsewhere it will be written.
  const bool goesOn = run.outcome.kind == OutcomeKind::Returned || run.outcome.kind == OutcomeKind::Threw;
  if (goesOn && program_.global(global).name.starts_with("cleave_file_buffer_")) return {};
  record_ = std::move(run);
  const RunReliance reliance = record_.reliance;
  running_ = true;
  pending_ = 0;
  std::vector<ObservedCell> cells = observeGlobal(global);
  if (!running_) {
    cells.clear();
    record_.cells.clear();
  } else {
    record_.reliance = reliance;
  }
  running_ = false;
  run = std::move(record_);
  return cells;
}

void Machine::prepare(Mode mode, const Budget& budget) {
  memory_.reset();
  shadows_.truncate(firstShadow_);
  record_ = Run();
  for (int channel : {0, 1}) record_.output[channel] = initialOutput_[channel];
  record_.assumptions = initialAssumptions_;
  mode_ = mode;
  tracking_ = plan_ != nullptr && mode == Mode::Symbolic;
  record_.tracked = tracking_;
  pending_ = 0;
  foundObjects_ = {};
  impacted_ = false;
  proved_ = false;
  traps_ = false;
  if (tracking_) {
    tracker_.reset(plan_->rules);
    leafInstances_.assign(plan_->leafCount + 1, 0);
    leafOfSymbol_.clear();
  }
  budget_ = &budget;
  firstExpr_ = pool_.size();
  ++epoch_;
  depth_ = 0;
  openLoops_.clear();
  registerTop_ = 0;
  structReturn_ = 0;
  function_ = nullptr;
  pc_ = nullptr;
  steps_ = 0;
  checkAt_ = 0;  // the first block looks at the limits
  pathHash_ = 0;
  thrownAt_.clear();
  running_ = true;
}

void Machine::start(const EntryBinding& entry, const InputSpace& plan, const expr::Assignment& input) {
  input_ = input;
  space_ = &plan;
  inputSymbols_.clear();
  for (const InputCell& cell : plan.cells) inputSymbols_.push_back(cell.symbol);
  if (!constructorFailure_.empty()) return unfinished(constructorFailure_);
  const Function& function = program_.function(entry.function);
  if (!function.defined) return unfinished("the entry " + function.display + " has no body");
  if (function.mayThrow) return unfinished("unsupported: an entry that may throw, without an input harness");

  std::vector<Value> arguments;
  std::vector<Type> types;
  size_t next = 0;
  for (const program::Parameter& parameter : function.parameters) {
    Value value;
    if (parameter.structReturn) {
      structReturn_ = allocateResult(function);
      if (structReturn_ == 0) return;
      value.bits = addressOf(structReturn_);
    } else {
      if (parameter.type.isPointer()) return unfinished("unsupported: a pointer parameter of the entry");
      CHECK(next < entry.cellOfParameter.size(), "a parameter of the entry without an input cell");
      if (!readParameter(plan.cells[entry.cellOfParameter[next++]], parameter.type, value)) return;
    }
    arguments.push_back(value);
    types.push_back(parameter.type);
  }
  enter(entry.function, arguments, types, nullptr);
}

bool Machine::readParameter(const InputCell& cell, Type type, Value& value) {
  const unsigned width = cell.sort.width;
  if (cell.sort.isFloat() != type.isFloat() || width > type.width || (type.isFloat() && width != type.width)) {
    unfinished("unsupported: the parameter for the input " + cell.name + " has another type");
    return false;
  }
  const U128 bits = cell.symbol.value < input_.size() ? truncateTo(input_[cell.symbol.value], width) : 0;
  value.bits = cell.isSigned && !type.isFloat() ? truncateTo(static_cast<U128>(asSigned(bits, width)), type.width) : bits;
  if (type.isFloat()) value.bits = canonicalFloat(value.bits, type.width);
  if (mode_ == Mode::Concrete) return true;
  ExprId symbol = pool_.symbolExpr(cell.symbol);
  if (width < type.width) symbol = pool_.extend(cell.isSigned ? expr::Op::SExt : expr::Op::ZExt, symbol, type.width);
  value.shadow = shadowOf(type.width == 1 ? pool_.equal(symbol, pool_.bits(1, 1)) : symbol);
  return true;
}

// Room for a struct that the entry returns through a hidden pointer.
ObjectIndex Machine::allocateResult(const Function& function) {
  if (!function.hasSourceSignature || !function.sourceResult.valid()) {
    unfinished("unsupported: a struct result without debug information");
    return 0;
  }
  const uint64_t size = program_.sourceType(function.sourceResult).sizeBytes;
  const ObjectIndex object = memory_.allocate(ObjectKind::Internal, size, 16, Fill::Undefined);
  if (object == 0) {
    unfinished("memory limit");
    return 0;
  }
  if (tracking_) noteMade(object, plan_->effects->pointsTo().siteOf(flow::Site::Kind::Result, 0));
  return object;
}

// --- ends

void Machine::end(OutcomeKind kind) {
  running_ = false;
  record_.outcome.kind = kind;
  record_.outcome.place = depth_ == 0 ? place() : placeIn(userDepth());
  if (tracking_) record_.reliance = tracker_.finish(kind == OutcomeKind::Returned, pending_, impacted_);
}

void Machine::trap(TrapKind kind) {
  if (!running_) return;
  record_.outcome.trap = kind;
  if (kind == TrapKind::NullPointer) record_.outcome.nullFrom = nullSource();
  end(OutcomeKind::Trapped);
}

void Machine::unfinished(std::string reason) {
  if (!running_) return;
  record_.outcome.reason = std::move(reason);
  end(OutcomeKind::Unfinished);
}

void Machine::unfinishedHere(std::string reason) {
  if (!running_) return;
  record_.outcome.atPlace = true;
  unfinished(std::move(reason));
}

// The world sees the low eight bits of the status.
void Machine::exitWith(const Value& status) {
  if (!running_ || !requireShowable(status, "the exit status")) return;
  ObservedCell cell;
  cell.name = result::kExitStatus;
  cell.sort = expr::Sort::bits(8);
  cell.isSigned = false;
  cell.bits = truncateTo(status.bits, 8);
  cell.path.root = result::kExitStatus;
  cell.path.bytes = 1;
  if (isSymbolic(status.shadow)) {
    const ExprId low = pool_.extract(shadows_[status.shadow].expr, 0, 8);
    if (!pool_.isConstant(low)) cell.expr = low;
  }
  record_.cells = {cell};
  end(OutcomeKind::Exited);
}

// The frames between the throw and the harness have returned, so what was open there is closed. How the run ends still relies on all of it.
void Machine::threw(const Value& object, const std::string& type, const std::string& shown, const std::string& bases) {
  const bool byImpacted = impacted_;
  if (tracking_) pending_ = tracker_.join(pending_, tracker_.closeFrom(0));
  const RelId ending = pending_;
  impacted_ = true;  // whoever catches it sees leaves
  if (observes_) observeException(*this, object, type, shown);
  if (!running_) return;
  pending_ = ending;
  impacted_ = byImpacted;
  record_.outcome.exception = type + bases;
  record_.outcome.reason = shown;
  end(OutcomeKind::Threw);
  if (!thrownAt_.empty()) record_.outcome.place = thrownAt_;
}

void Machine::noteThrow() { thrownAt_ = placeIn(userDepth()); }

size_t Machine::userDepth() const {
  size_t depth = depth_;
  while (depth > 1 && program_.function(frames_[depth - 1].function).fromModels) --depth;
  return depth;
}

void Machine::assume(const std::string& what) {
  std::vector<std::string>& all = record_.assumptions;
  if (std::find(all.begin(), all.end(), what) == all.end()) all.emplace_back(what);
}

// The instruction being executed; when it has no place in the source, the nearest before it in its function; else that of the caller.
std::string Machine::place() const { return placeIn(depth_); }

std::string Machine::placeIn(size_t from) const {
  const Function* function = from == depth_ ? function_ : &program_.function(frames_[from - 1].function);
  const Instruction* behind = from == depth_ ? pc_ : frames_[from].returnPc;
  for (size_t depth = from; function != nullptr; --depth) {
    const Instruction* first = function->instructions.data();
    for (const Instruction* i = behind; i != nullptr && i > first; --i) {
      if (i[-1].loc.known()) return program_.locText(i[-1].loc);
    }
    if (depth < 2) return program_.locText(function->loc);
    behind = frames_[depth - 1].returnPc;
    function = &program_.function(frames_[depth - 2].function);
  }
  return "?";
}

}  // namespace cleave::vm
