// Where the null pointer was loaded from that a run ends at: back along the definitions of registers, which still hold what they held, into
// the callers. It tells which pointers of the inputs the code looks behind (inputs/options.h, `followed`); where it is not seen, nothing is lost but that.
#include "program/facts.h"
#include "support/check.h"
#include "vm/private/machine.h"

namespace cleave::vm {

class NullSource {
 public:
  explicit NullSource(const Machine& machine) : m_(machine) {}

  std::optional<PointerPlace> find() {
    if (m_.depth_ == 0) return std::nullopt;
    const Instruction& at = m_.pc_[-1];
    std::vector<Operand> operands{at.a, at.b, at.c};
    if (at.op == program::Op::Call) {
      const auto& arguments = m_.function_->calls[at.extra].arguments;
      operands.insert(operands.end(), arguments.begin(), arguments.end());
    }
    for (const Operand each : operands)
      if (std::optional<PointerPlace> place = from(m_.depth_ - 1, each)) return place;
    return std::nullopt;
  }

 private:
  static constexpr uint64_t kNear = 4096;  // of null: a member of what is not there
  static constexpr size_t kMostSteps = 200;

  const Function& functionOf(size_t frame) const { return m_.program_.function(m_.frames_[frame].function); }
  uint64_t bitsOf(size_t frame, Operand operand) const { return m_.frames_[frame].registers[operand.index()].bits; }

  std::optional<PointerPlace> from(size_t frame, Operand operand) {
    if (!operand.present() || !program::isRegister(operand) || bitsOf(frame, operand) >= kNear || ++steps_ > kMostSteps) return std::nullopt;
    const Function& function = functionOf(frame);
    const program::Definition& defined = function.facts.definitions[operand.index()];
    switch (defined.kind) {
      case program::Definition::Kind::Parameter: {
        const program::CallInfo* call = m_.frames_[frame].call;
        if (frame == 0 || call == nullptr || defined.index >= call->arguments.size()) return std::nullopt;
        return from(frame - 1, call->arguments[defined.index]);
      }
      case program::Definition::Kind::Phi:
        for (const auto& [block, value] : function.blocks[defined.index].phis[defined.phi].incoming)
          if (value != operand)
            if (std::optional<PointerPlace> place = from(frame, value)) return place;
        return std::nullopt;
      case program::Definition::Kind::Instruction:
        return behind(frame, function, function.instructions[defined.index]);
      case program::Definition::Kind::None:
        return std::nullopt;
    }
    UNREACHABLE("a register of no kind");
  }

  std::optional<PointerPlace> behind(size_t frame, const Function& function, const Instruction& i) {
    using program::Op;
    if (i.op == Op::Load) return loaded(frame, function, i.a);
    if (i.op == Op::Select) {
      const std::optional<PointerPlace> place = from(frame, i.b);
      return place ? place : from(frame, i.c);
    }
    const bool isComputed = i.op == Op::PtrAdd || i.op == Op::Copy || i.op == Op::Freeze || i.op == Op::PtrToInt || i.op == Op::IntToPtr;
    return isComputed ? from(frame, i.a) : std::nullopt;
  }

  std::optional<PointerPlace> loaded(size_t frame, const Function& function, Operand address) {
    if (!address.present()) return std::nullopt;
    if (address.isConstant()) {
      const program::Constant& constant = function.constants[address.index()];
      return constant.kind == program::Constant::Kind::Global ? std::optional(PointerPlace{program::GlobalId(constant.target), constant.bits}) : std::nullopt;
    }
    const uint64_t at = bitsOf(frame, address);
    const ObjectIndex index = objectOf(at);
    if (index == 0 || !m_.memory_.exists(index)) return std::nullopt;
    const Object& object = m_.memory_.object(index);
    if (object.kind == ObjectKind::Global) return PointerPlace{program::GlobalId(object.source), at - addressOf(index)};
    // A variable of its own.
    for (const Instruction& each : function.instructions)
      if (each.op == program::Op::Store && each.b == address)
        if (std::optional<PointerPlace> place = from(frame, each.a)) return place;
    return std::nullopt;
  }

  const Machine& m_;
  size_t steps_ = 0;
};

std::optional<PointerPlace> Machine::nullSource() const { return NullSource(*this).find(); }

}  // namespace cleave::vm
