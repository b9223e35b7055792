// Control flow of a run: edges, switches, calls and returns, and the limits that are looked at on the way.
#include <algorithm>

#include "support/check.h"
#include "vm/private/access.h"
#include "vm/private/machine_inline.h"
#include "vm/private/observe.h"

namespace cleave::vm {

using expr::ExprId;
using program::CallInfo;

namespace {

constexpr uint64_t kStepsBetweenChecks = 1 << 16;
constexpr uint64_t kBytesPerExpr = 64;  // roughly, with the pool's table
constexpr uint32_t kByValueAlignment = 8;

// Calls through another type than the function's own mostly work natively, by luck of the calling convention; we neither guess nor claim a
// trap.
bool sameSignature(const Function& callee, const CallInfo& info) {
  const size_t count = callee.parameters.size();
  if (callee.variadic ? info.arguments.size() < count : info.arguments.size() != count) return false;
  for (size_t k = 0; k < count; ++k) {
    if (info.argumentTypes[k] != callee.parameters[k].type) return false;
  }
  return info.resultTypes == callee.results || info.results.empty();
}

void copySlots(Slot* to, const Slot& from, Type type) {
  to[0] = from;
  if (type.width > 64) to[1] = (&from)[1];
}

}  // namespace

// --- steps and limits

bool Machine::spend(uint64_t steps) { return takeSteps(steps); }

bool Machine::pastLimit() {
  const uint64_t expressions = pool_.size() - firstExpr_;
  if (steps_ > limits_.steps) {
    unfinished("step limit of " + std::to_string(limits_.steps));
  } else if (shadows_.size() * sizeof(Shadow) + expressions * kBytesPerExpr > limits_.memoryBytes) {
    unfinished("memory limit");
  } else if (budget_->exhausted()) {
    unfinished("time limit");
  }
  checkAt_ = std::min(steps_ + kStepsBetweenChecks, limits_.steps + 1);
  return !running_;
}

// --- within a function

void Machine::takeSwitch(const Instruction& inst) {
  const program::SwitchTable& table = function_->switches[inst.extra];
  const Value v = value(inst.a, inst.type);
  if (!requireShowable(v, "a switch")) return;
  passedCheck();

  uint32_t edge = table.defaultEdge;
  bool found = false;
  if (inst.type.width <= 64) {
    const SwitchCode& code = code_->switches[inst.extra];
    const auto at = std::lower_bound(code.values.begin(), code.values.end(), static_cast<uint64_t>(v.bits));
    found = at != code.values.end() && *at == v.bits;
    if (found) edge = code.edges[static_cast<size_t>(at - code.values.begin())];
  } else {
    const auto at = std::find_if(table.cases.begin(), table.cases.end(), [&](const auto& c) { return c.value == v.bits; });
    found = at != table.cases.end();
    if (found) edge = at->edge;
  }

  if (isSymbolic(v.shadow)) {
    const ExprId e = shadows_[v.shadow].expr;
    const expr::Sort sort = sortOf(inst.type);
    if (found) {
      decide(pool_.equal(e, pool_.constant(sort, v.bits)), DecisionKind::Switch, edge);
    } else {
      std::vector<ExprId> none;
      for (const program::SwitchCase& c : table.cases) none.push_back(pool_.notOf(pool_.equal(e, pool_.constant(sort, c.value))));
      decide(pool_.conjunction(none), DecisionKind::Switch, edge);
    }
  }
  openRegion();
  tracking_ ? takeEdge<true>(edge) : takeEdge<false>(edge);
}

// --- calls

bool Machine::isSimpleCall(const CallInfo& info) const {
  if (!info.callee.valid()) return false;
  const Function& callee = program_.function(info.callee);
  if (!callee.defined || callee.variadic || !sameSignature(callee, info)) return false;
  return std::all_of(callee.parameters.begin(), callee.parameters.end(), [](const auto& p) { return p.byValueSize == 0; });
}

void Machine::call(const Instruction& inst) {
  const CallInfo& info = function_->calls[inst.extra];
  if (code_->calls[inst.extra].simple) {
    const Frame* frame = push(info.callee, &info);
    if (frame == nullptr) return;
    const std::vector<program::Parameter>& parameters = program_.function(info.callee).parameters;
    for (size_t k = 0; k < parameters.size(); ++k)
      copySlots(frame->registers + parameters[k].reg, get(info.arguments[k]), parameters[k].type);
    if (tracking_) {
      const std::vector<CodeNote>& notes = codes_[info.callee.value].notes->parameters;
      for (size_t k = 0; k < parameters.size(); ++k)
        frame->registers[parameters[k].reg] = argumentFor(info.arguments[k], notes[k].impacted);
    }
    jumpToEntry(info.callee);
    return;
  }
  FunctionId callee = info.callee;
  if (!callee.valid()) {
    if (!findTarget(inst, callee)) return;
    passedCheck();
    if (tracking_ && pending_ != 0 && plan_->rules.has(Rule::Calls)) tracker_.open(pending_, Tracker::kAtCallReturn, effectsHere());
  }
  const Function& function = program_.function(callee);
  if (!function.defined) return callBuiltin(callee, info, inst);
  if (!sameSignature(function, info)) return unfinished("unsupported: a call of " + function.display + " with other types than its own");

  impacted_ = false;  // a clean parameter gets no leaf, whatever the call is
  arguments_.clear();
  for (size_t k = 0; k < info.arguments.size(); ++k) arguments_.push_back(value(info.arguments[k], info.argumentTypes[k]));
  for (size_t k = function.parameters.size(); k < info.arguments.size(); ++k) {
    // A float of 32 bits can only be a part of a struct here: plain ones are promoted to double.
    const bool partOfStruct = info.argumentTypes[k] == Type::floating(32);
    const bool byValue = k < info.byValueSize.size() && info.byValueSize[k] != 0;
    if (byValue || partOfStruct) return unfinished("unsupported: a struct passed by value as a variable argument");
  }
  enter(callee, arguments_, info.argumentTypes, &info);
}

// The function that an indirect call reaches.
bool Machine::findTarget(const Instruction& inst, FunctionId& callee) {
  const Value pointer = value(inst.a, Type::pointer());
  if (!requireShowable(pointer, "the target of a call") || isAtNumber(pointer)) return false;
  if (leadsNowhere(shadows_[pointer.shadow].origin)) {
    trap(TrapKind::BadCall);
    return false;
  }
  const Address address = static_cast<Address>(concretise(pointer, Type::pointer(), DecisionKind::CallTarget));
  const ObjectIndex object = objectOf(address);
  if (!memory_.exists(object) || memory_.object(object).kind != ObjectKind::Function || offsetOf(address) != 0) {
    trap(TrapKind::BadCall);
    return false;
  }
  callee = FunctionId(memory_.object(object).source);
  return true;
}

void Machine::callBuiltin(FunctionId callee, const CallInfo& info, const Instruction& inst) {
  const Function& function = program_.function(callee);
  const Builtin builtin = codes_[callee.value].builtin;
  if (builtin == nullptr) return unfinishedHere("no model for the function " + function.display);
  if (!sameSignature(function, info)) return unfinished("unsupported: a call of " + function.display + " with other types than its own");
  notePath(callee.value + 1);
  BuiltinCall call{*this, info, inst, std::move(arguments_)};
  call.arguments.clear();
  for (size_t k = 0; k < info.arguments.size(); ++k) call.arguments.push_back(value(info.arguments[k], info.argumentTypes[k]));
  for (size_t k = 0; k < info.results.size(); ++k)
    setValue(info.results[k], info.resultTypes[k], {0, undefinedShadow(info.resultTypes[k].width)});
  builtin(call);
  arguments_ = std::move(call.arguments);
  if (!tracking_ || !running_) return;
  // Also for a call that wrote or printed nothing: other arguments might have.
  const uint32_t flags = effectsHere().flags;
  if ((flags & flow::kPrintsStdout) != 0) tracker_.printed(Stdout, pending_, impacted_);
  if ((flags & flow::kPrintsStderr) != 0) tracker_.printed(Stderr, pending_, impacted_);
  if (!effectsHere().writes.empty()) wrote(pending_);
  passedCheck();
  const RelId closed = tracker_.closeAt(Tracker::kAtCallReturn, frame().openRegions);
  for (const Reg result : info.results) reg(result).rel = tracker_.join(reg(result).rel, closed);
  noteResults(info, noteOf(inst));
}

void BuiltinCall::setResult(const Value& value) {
  if (!info.results.empty()) machine.setValue(info.results[0], info.resultTypes[0], value);
}

void Machine::enter(FunctionId callee, const std::vector<Value>& arguments, const std::vector<Type>& types, const CallInfo* info) {
  const std::vector<program::Parameter>& parameters = program_.function(callee).parameters;
  Frame* frame = push(callee, info);
  if (frame == nullptr) return;
  for (size_t k = 0; k < arguments.size(); ++k) {
    if (k >= parameters.size()) {
      frame->variadic.push_back(arguments[k]);
      frame->variadicTypes.push_back(types[k]);
      continue;
    }
    Value argument = arguments[k];
    if (parameters[k].byValueSize != 0) {
      flow::SiteId site;
      if (tracking_) site = plan_->effects->pointsTo().siteOf(flow::Site::Kind::ByValue, callee.value, static_cast<uint32_t>(k));
      if (!copyByValue(argument, parameters[k].byValueSize, *frame, site)) return;
    }
    copySlots(frame->registers + parameters[k].reg, Slot{static_cast<uint64_t>(argument.bits), argument.shadow, argument.rel},
              Type::integer(64));
    if (types[k].width > 64) frame->registers[parameters[k].reg + 1] = Slot{static_cast<uint64_t>(argument.bits >> 64), 0, 0};
  }
  jumpToEntry(callee);
}

// A struct passed by value: the callee gets a pointer to its own copy.
bool Machine::copyByValue(Value& argument, uint64_t bytes, Frame& frame, flow::SiteId site) {
  if (!fixPointer(*this, argument)) return false;
  Place from;
  if (!resolve(argument, bytes, Access::Read, from)) return false;
  CHECK(!from.offsetExpr.valid(), "a concrete address with a symbolic offset");
  const ObjectIndex copy = memory_.allocate(ObjectKind::Stack, bytes, kByValueAlignment, Fill::Undefined);
  if (copy == 0) {
    unfinished("memory limit");
    return false;
  }
  if (!memory_.copy(memory_.object(copy), 0, memory_.object(from.object), from.offset, bytes)) {
    unfinished("memory limit");
    return false;
  }
  noteMade(copy, site);
  if (!stampCopy(copy, 0, from.object, from.offset, bytes)) return false;
  frame.stackObjects.push_back(copy);
  argument = {addressOf(copy), 0};
  return true;
}

// A frame with room for the callee's registers; null when the run was ended. The caller's registers stay current until jumpToEntry.
Frame* Machine::push(FunctionId callee, const CallInfo* info) {
  const size_t registers = program_.function(callee).registerCount;
  if (depth_ >= limits_.depth || registerTop_ + registers > kRegisterStack) {
    unfinished("call depth limit of " + std::to_string(depth_ >= limits_.depth ? limits_.depth : depth_));
    return nullptr;
  }
  if (depth_ == frames_.size()) frames_.emplace_back();
  Frame& frame = frames_[depth_++];
  frame.function = callee;
  frame.returnPc = pc_;
  frame.call = info;
  frame.registers = registerStack_.get() + registerTop_;
  frame.openRegions = tracker_.openCount();
  frame.stackObjects.clear();
  frame.variadic.clear();
  frame.variadicTypes.clear();
  registerTop_ += registers;
  return &frame;
}

void Machine::jumpToEntry(FunctionId callee) {
  const FunctionCode& code = codes_[callee.value];
  if (!takeSteps(code.entry.steps)) return;
  function_ = &program_.functions[callee.value];
  code_ = &code;
  banks_[0] = frame().registers;
  banks_[1] = const_cast<Slot*>(code.constants.data());
  notePath(code.entry.hash);
  executedBlocks_[code.entry.block] = epoch_;
  pc_ = code.entry.target;
  if (tracking_) noteParameters(callee);
}

void Machine::returnFrom(const Instruction& inst) {
  const CallInfo& returned = function_->calls[inst.extra];
  const Frame& frame = frames_[depth_ - 1];
  for (ObjectIndex object : frame.stackObjects) memory_.release(object);
  while (!openLoops_.empty() && openLoops_.back().depth >= depth_) openLoops_.pop_back();
  const RelId closed = tracking_ ? tracker_.closeFrom(frame.openRegions) : 0;

  if (depth_ == 1) {
    pending_ = closed;
    impacted_ = true;  // whoever looks at the result sees leaves
    std::vector<Value> results;
    for (size_t k = 0; k < returned.arguments.size(); ++k) results.push_back(value(returned.arguments[k], returned.argumentTypes[k]));
    if (observes_) observeResult(*this, results, structReturn_);
    if (running_) end(OutcomeKind::Returned);
    return;
  }

  --depth_;
  registerTop_ -= function_->registerCount;
  const Frame& caller = frames_[depth_ - 1];
  const CallInfo& call = *frame.call;
  // get() still reads the callee's registers and constants.
  for (size_t k = 0; k < call.results.size(); ++k)
    copySlots(caller.registers + call.results[k], get(returned.arguments[k]), call.resultTypes[k]);
  const CodeNote* note = nullptr;
  if (tracking_) {
    const Instruction* first = program_.functions[caller.function.value].instructions.data();
    note = &codes_[caller.function.value].notes->instructions[static_cast<size_t>(frame.returnPc - 1 - first)];
    const RelId all = tracker_.join(closed, tracker_.closeAt(Tracker::kAtCallReturn, caller.openRegions));
    for (size_t k = 0; k < call.results.size(); ++k) {
      Slot& result = caller.registers[call.results[k]];
      result = argumentFor(returned.arguments[k], note->impacted);
      result.rel = tracker_.join(result.rel, all);
    }
  }
  function_ = &program_.functions[caller.function.value];
  code_ = &codes_[caller.function.value];
  banks_[0] = caller.registers;
  banks_[1] = const_cast<Slot*>(code_->constants.data());
  pc_ = frame.returnPc;
  if (note != nullptr) noteResults(call, *note);
}

}  // namespace cleave::vm
