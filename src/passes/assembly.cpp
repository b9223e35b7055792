// A template is read into steps (mnemonic and operands), the operands into slots that hold a value: an output and the input that is tied to
// it are one slot. The steps are then carried out one by one, with the carry flag beside them, and the last values of the outputs are the
// result.
//
// What is refused: any mnemonic, operand, width or constraint that is not known to mean exactly one thing, a carry that nobody has
// computed, outputs that are not written, and an input that is read behind the write of an output which the compiler may have put into the
// same register (no `&`).
#include "passes/assembly.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Intrinsics.h>

#include <optional>
#include <string>
#include <vector>

namespace cleave::passes {
namespace {

struct NotKnown {};

struct Slot {
  std::string place;  // "ax" for a register that the constraint names
  llvm::Type* type = nullptr;
  llvm::Value* value = nullptr;    // null: nothing is there yet
  llvm::Value* address = nullptr;  // of one in memory
  bool isOutput = false;
  bool isEarly = false;  // no input is in its register
};

// One operand of a step: a slot, or a number.
struct Part {
  std::optional<size_t> slot;
  char modifier = 0;
  int64_t number = 0;
};

struct Step {
  std::string mnemonic;
  std::vector<Part> parts;
};

enum class Kind {
  Nothing,
  Move,
  Add,
  Adc,
  Sub,
  Sbb,
  And,
  Or,
  Xor,
  Multiply,
  Left,
  Right,
  ArithmeticRight,
  RotateLeft,
  RotateRight,
  Swap,
  Increment,
  Decrement,
  Not,
  Negate,
  ScanForward,
  ScanReverse,
  WideProduct,
  Exchange,
  ExchangeAdd
};

struct Operation {
  Kind kind = Kind::Nothing;
  unsigned width = 0;  // 0: no suffix
  size_t operands = 0;
};

std::optional<Operation> operationOf(llvm::StringRef name) {
  struct Row {
    const char* name;
    Kind kind;
    size_t operands;
  };
  static constexpr Row kRows[] = {{"mov", Kind::Move, 2},
                                  {"add", Kind::Add, 2},
                                  {"adc", Kind::Adc, 2},
                                  {"sub", Kind::Sub, 2},
                                  {"sbb", Kind::Sbb, 2},
                                  {"and", Kind::And, 2},
                                  {"or", Kind::Or, 2},
                                  {"xor", Kind::Xor, 2},
                                  {"imul", Kind::Multiply, 2},
                                  {"shl", Kind::Left, 2},
                                  {"sal", Kind::Left, 2},
                                  {"shr", Kind::Right, 2},
                                  {"sar", Kind::ArithmeticRight, 2},
                                  {"rol", Kind::RotateLeft, 2},
                                  {"ror", Kind::RotateRight, 2},
                                  {"bswap", Kind::Swap, 1},
                                  {"inc", Kind::Increment, 1},
                                  {"dec", Kind::Decrement, 1},
                                  {"not", Kind::Not, 1},
                                  {"neg", Kind::Negate, 1},
                                  {"bsf", Kind::ScanForward, 2},
                                  {"bsr", Kind::ScanReverse, 2},
                                  {"mul", Kind::WideProduct, 1},
                                  {"xchg", Kind::Exchange, 2},
                                  {"xadd", Kind::ExchangeAdd, 2}};
  for (const char* nothing : {"nop", "pause", "mfence", "lfence", "sfence"})
    if (name == nothing) return Operation{};
  for (const Row& row : kRows) {
    llvm::StringRef rest = name;
    if (!rest.consume_front(row.name) || rest.size() > 1) continue;
    if (rest.empty()) return Operation{row.kind, 0, row.operands};
    const unsigned width = llvm::StringSwitch<unsigned>(rest).Case("b", 8).Case("w", 16).Case("l", 32).Case("q", 64).Default(0);
    if (width != 0) return Operation{row.kind, width, row.operands};
  }
  return std::nullopt;
}

class Template {
 public:
  Template(llvm::CallInst& call, llvm::IRBuilder<>& builder)
      : call_(call), assembly_(*llvm::cast<llvm::InlineAsm>(call.getCalledOperand())), builder_(builder) {}

  // The value of the call; null where it has none.
  llvm::Value* expand() {
    if (assembly_.getDialect() != llvm::InlineAsm::AD_ATT || assembly_.canThrow()) throw NotKnown{};
    readConstraints();
    const std::vector<Step> steps = readSteps();
    for (const Step& step : steps) carryOut(step);
    return result();
  }

 private:
  // --- constraints

  void readConstraints() {
    unsigned argument = 0;
    for (const llvm::InlineAsm::ConstraintInfo& each : assembly_.ParseConstraints()) {
      if (each.Type == llvm::InlineAsm::isClobber) continue;
      if (each.Type == llvm::InlineAsm::isLabel || each.isMultipleAlternative) throw NotKnown{};
      if (each.Type == llvm::InlineAsm::isOutput) {
        addOutput(each, argument);
      } else {
        addInput(each, argument);
      }
    }
  }

  void addOutput(const llvm::InlineAsm::ConstraintInfo& constraint, unsigned& argument) {
    Slot slot = slotFor(constraint);
    slot.isOutput = true;
    slot.isEarly = constraint.isEarlyClobber;
    if (constraint.isIndirect) {
      setAddress(slot, argument++);
    } else {
      slot.type = resultType(results_++);
    }
    operands_.push_back(slots_.size());
    slots_.push_back(slot);
  }

  void addInput(const llvm::InlineAsm::ConstraintInfo& constraint, unsigned& argument) {
    for (const std::string& code : constraint.Codes) {
      unsigned tied = 0;
      if (llvm::StringRef(code).getAsInteger(10, tied)) continue;
      if (tied >= slots_.size() || constraint.isIndirect || slots_[tied].address != nullptr) throw NotKnown{};
      slots_[tied].value = call_.getArgOperand(argument++);
      if (slots_[tied].value->getType() != slots_[tied].type) throw NotKnown{};
      operands_.push_back(tied);
      return;
    }
    Slot slot = slotFor(constraint);
    if (constraint.isIndirect) {
      setAddress(slot, argument++);
    } else {
      slot.value = call_.getArgOperand(argument++);
      slot.type = slot.value->getType();
    }
    operands_.push_back(slots_.size());
    slots_.push_back(slot);
  }

  // A register by name, or any place that is good for a whole integer.
  static Slot slotFor(const llvm::InlineAsm::ConstraintInfo& constraint) {
    Slot slot;
    for (const std::string& code : constraint.Codes) {
      if (code.size() > 2 && code.front() == '{') {
        if (constraint.Codes.size() != 1) throw NotKnown{};
        slot.place = code.substr(1, code.size() - 2);
      } else if (llvm::StringRef("rqQRlmgieIJKLMNOZnX").find(code.empty() ? '?' : code[0]) == llvm::StringRef::npos || code.size() != 1) {
        throw NotKnown{};
      }
    }
    static constexpr const char* kRegisters[] = {"", "ax", "bx", "cx", "dx", "si", "di"};
    if (std::find(std::begin(kRegisters), std::end(kRegisters), slot.place) == std::end(kRegisters)) throw NotKnown{};
    return slot;
  }

  void setAddress(Slot& slot, unsigned argument) {
    slot.address = call_.getArgOperand(argument);
    slot.type = call_.getParamElementType(argument);
    if (slot.type == nullptr) throw NotKnown{};
  }

  llvm::Type* resultType(unsigned index) const {
    if (auto* all = llvm::dyn_cast<llvm::StructType>(call_.getType())) {
      if (index >= all->getNumElements()) throw NotKnown{};
      return all->getElementType(index);
    }
    if (index > 0 || call_.getType()->isVoidTy()) throw NotKnown{};
    return call_.getType();
  }

  // --- the text

  std::vector<Step> readSteps() const {
    std::vector<Step> steps;
    llvm::SmallVector<llvm::StringRef, 4> lines;
    llvm::SplitString(assembly_.getAsmString(), lines, ";\n");
    for (llvm::StringRef line : lines) {
      line = line.trim();
      if (line.consume_front("lock")) line = line.ltrim();
      if (line == "rep" || line == "rep nop" || line.empty()) continue;  // a pause; what else may stand behind `rep` is not known
      const size_t end = std::min(line.find_first_of(" \t"), line.size());
      Step step{line.take_front(end).lower(), {}};
      llvm::StringRef rest = line.drop_front(end).trim();
      while (!rest.empty()) {
        const auto [part, others] = rest.split(',');
        step.parts.push_back(readPart(part.trim()));
        rest = others.trim();
      }
      steps.push_back(std::move(step));
    }
    return steps;
  }

  Part readPart(llvm::StringRef text) const {
    Part part;
    if (text.consume_front("$$")) {
      if (text.getAsInteger(0, part.number)) throw NotKnown{};
      return part;
    }
    if (text == "%cl") {
      part.slot = slotNamed("cx");
      part.modifier = 'b';
      return part;
    }
    if (!text.consume_front("$")) throw NotKnown{};
    if (text.consume_front("{")) {
      if (!text.consume_back("}")) throw NotKnown{};
      const auto [index, modifier] = text.split(':');
      if (modifier.size() != 1) throw NotKnown{};
      part.modifier = modifier[0];
      text = index;
    }
    unsigned index = 0;
    if (text.getAsInteger(10, index) || index >= operands_.size()) throw NotKnown{};
    part.slot = operands_[index];
    return part;
  }

  size_t slotNamed(llvm::StringRef place) const {
    for (size_t k = 0; k < slots_.size(); ++k)
      if (slots_[k].place == place) return k;
    throw NotKnown{};
  }

  // --- steps

  // Of the whole operation: by the suffix, or by what stands in the slots.
  unsigned widthOf(const Step& step, const Operation& operation) const {
    if (operation.width != 0) return operation.width;
    for (auto part = step.parts.rbegin(); part != step.parts.rend(); ++part)
      if (part->slot) return slotWidth(*part->slot);
    throw NotKnown{};
  }

  unsigned slotWidth(size_t slot) const {
    if (!slots_[slot].type->isIntegerTy()) throw NotKnown{};
    return slots_[slot].type->getIntegerBitWidth();
  }

  static unsigned modifierWidth(char modifier) {
    switch (modifier) {
      case 'b':
        return 8;
      case 'w':
        return 16;
      case 'k':
        return 32;
      case 'q':
        return 64;
      default:
        throw NotKnown{};
    }
  }

  void requireWidth(const Part& part, unsigned width) const {
    if (slotWidth(*part.slot) != width || (part.modifier != 0 && modifierWidth(part.modifier) != width)) throw NotKnown{};
  }

  llvm::Value* read(const Part& part, unsigned width) {
    llvm::Type* type = builder_.getIntNTy(width);
    if (!part.slot) return llvm::ConstantInt::getSigned(type, part.number);
    Slot& slot = slots_[*part.slot];
    if (const auto* number = llvm::dyn_cast_or_null<llvm::ConstantInt>(slot.value); number != nullptr && !slot.isOutput)
      if (number->getBitWidth() == width || (number->getBitWidth() >= 32 && number->getBitWidth() <= 64 && part.modifier == 0))
        return llvm::ConstantInt::getSigned(type, number->getSExtValue());
    requireWidth(part, width);
    return readSlot(*part.slot);
  }

  llvm::Value* readSlot(size_t index) {
    Slot& slot = slots_[index];
    if ((!slot.isOutput || slot.address != nullptr) && mayBeOverwritten_) throw NotKnown{};
    if (slot.address != nullptr) return builder_.CreateLoad(slot.type, slot.address);
    if (slot.value == nullptr) throw NotKnown{};
    return slot.value;
  }

  void write(const Part& part, llvm::Value* value) {
    if (!part.slot) throw NotKnown{};
    requireWidth(part, value->getType()->getIntegerBitWidth());
    writeSlot(*part.slot, value);
  }

  void writeSlot(size_t index, llvm::Value* value) {
    Slot& slot = slots_[index];
    if (!slot.isOutput || slot.type != value->getType()) throw NotKnown{};
    if (slot.address != nullptr) {
      builder_.CreateStore(value, slot.address);
    } else {
      slot.value = value;
      mayBeOverwritten_ = mayBeOverwritten_ || !slot.isEarly;
    }
  }

  // The count of a shift. The processor takes it modulo 32 or 64, whatever is shifted.
  llvm::Value* readCount(const Part& part, unsigned width, bool isRotation) {
    if (!isRotation && width < 32) throw NotKnown{};
    llvm::Type* type = builder_.getIntNTy(width);
    llvm::Value* count = nullptr;
    if (!part.slot) {
      count = llvm::ConstantInt::get(type, static_cast<uint64_t>(part.number));
    } else {
      llvm::Value* all = readSlot(*part.slot);
      if (!all->getType()->isIntegerTy() || (!llvm::isa<llvm::ConstantInt>(all) && part.modifier != 'b')) throw NotKnown{};
      count = builder_.CreateZExtOrTrunc(builder_.CreateAnd(all, width - 1), type);
    }
    return builder_.CreateAnd(count, width - 1);
  }

  void carryOut(const Step& step) {
    const std::optional<Operation> operation = operationOf(step.mnemonic);
    if (!operation || step.parts.size() != operation->operands) throw NotKnown{};
    if (operation->kind == Kind::Nothing) return;
    const unsigned width = widthOf(step, *operation);
    switch (operation->kind) {
      case Kind::Nothing:
        return;
      case Kind::Exchange:
      case Kind::ExchangeAdd:
        return exchange(step, operation->kind, width);
      case Kind::WideProduct:
        return wideProduct(step, width);
      case Kind::Swap:
        if (width < 32) throw NotKnown{};
        return write(step.parts[0], builder_.CreateUnaryIntrinsic(llvm::Intrinsic::bswap, read(step.parts[0], width)));
      case Kind::ScanForward:
      case Kind::ScanReverse:
        return scan(step, operation->kind, width);
      case Kind::Increment:
      case Kind::Decrement:
      case Kind::Not:
      case Kind::Negate:
        return write(step.parts[0], unary(operation->kind, read(step.parts[0], width)));
      case Kind::Left:
      case Kind::Right:
      case Kind::ArithmeticRight:
      case Kind::RotateLeft:
      case Kind::RotateRight:
        return shift(step, operation->kind, width);
      case Kind::Move:
        return write(step.parts[1], read(step.parts[0], width));
      case Kind::Add:
      case Kind::Adc:
      case Kind::Sub:
      case Kind::Sbb:
      case Kind::And:
      case Kind::Or:
      case Kind::Xor:
      case Kind::Multiply: {
        llvm::Value* from = read(step.parts[0], width);
        return write(step.parts[1], binary(operation->kind, read(step.parts[1], width), from));
      }
    }
  }

  llvm::Value* unary(Kind kind, llvm::Value* value) {
    if (kind == Kind::Negate) carry_ = builder_.CreateIsNotNull(value);
    if (kind == Kind::Negate) return builder_.CreateNeg(value);
    if (kind == Kind::Not) return builder_.CreateNot(value);
    return builder_.CreateAdd(value, llvm::ConstantInt::getSigned(value->getType(), kind == Kind::Increment ? 1 : -1));  // leave the carry
  }

  llvm::Value* binary(Kind kind, llvm::Value* to, llvm::Value* from) {
    if (kind == Kind::Multiply) {
      carry_ = nullptr;
      return builder_.CreateMul(to, from);
    }
    if (kind == Kind::And || kind == Kind::Or || kind == Kind::Xor) {
      carry_ = builder_.getFalse();
      return kind == Kind::And  ? builder_.CreateAnd(to, from)
             : kind == Kind::Or ? builder_.CreateOr(to, from)
                                : builder_.CreateXor(to, from);
    }
    const bool isSum = kind == Kind::Add || kind == Kind::Adc;
    const bool usesCarry = kind == Kind::Adc || kind == Kind::Sbb;
    if (usesCarry && carry_ == nullptr) throw NotKnown{};
    llvm::Value* first = isSum ? builder_.CreateAdd(to, from) : builder_.CreateSub(to, from);
    llvm::Value* carry = isSum ? builder_.CreateICmpULT(first, to) : builder_.CreateICmpULT(to, from);
    llvm::Value* value = first;
    if (usesCarry) {
      llvm::Value* more = builder_.CreateZExt(carry_, to->getType());
      value = isSum ? builder_.CreateAdd(first, more) : builder_.CreateSub(first, more);
      carry = builder_.CreateOr(carry, isSum ? builder_.CreateICmpULT(value, first) : builder_.CreateICmpULT(first, more));
    }
    carry_ = carry;
    return value;
  }

  void shift(const Step& step, Kind kind, unsigned width) {
    const bool isRotation = kind == Kind::RotateLeft || kind == Kind::RotateRight;
    llvm::Value* count = readCount(step.parts[0], width, isRotation);
    llvm::Value* value = read(step.parts[1], width);
    carry_ = nullptr;
    if (isRotation) {
      const llvm::Intrinsic::ID id = kind == Kind::RotateLeft ? llvm::Intrinsic::fshl : llvm::Intrinsic::fshr;
      return write(step.parts[1], builder_.CreateIntrinsic(id, {value->getType()}, {value, value, count}));
    }
    write(step.parts[1], kind == Kind::Left    ? builder_.CreateShl(value, count)
                         : kind == Kind::Right ? builder_.CreateLShr(value, count)
                                               : builder_.CreateAShr(value, count));
  }

  // Of zero there is no result: pipeline.cpp makes such a count undefined.
  void scan(const Step& step, Kind kind, unsigned width) {
    if (width < 32) throw NotKnown{};
    llvm::Value* value = read(step.parts[0], width);
    carry_ = nullptr;
    const llvm::Intrinsic::ID id = kind == Kind::ScanForward ? llvm::Intrinsic::cttz : llvm::Intrinsic::ctlz;
    llvm::Value* count = builder_.CreateBinaryIntrinsic(id, value, builder_.getTrue());
    write(step.parts[1],
          kind == Kind::ScanForward ? count : builder_.CreateSub(llvm::ConstantInt::get(value->getType(), width - 1), count));
  }

  void wideProduct(const Step& step, unsigned width) {
    if (width < 32) throw NotKnown{};
    const size_t low = slotNamed("ax"), high = slotNamed("dx");
    if (slotWidth(low) != width || slotWidth(high) != width) throw NotKnown{};
    llvm::Type* wide = builder_.getIntNTy(2 * width);
    llvm::Value* a = builder_.CreateZExt(readSlot(low), wide);
    llvm::Value* b = builder_.CreateZExt(read(step.parts[0], width), wide);
    llvm::Value* product = builder_.CreateMul(a, b);
    carry_ = nullptr;
    writeSlot(low, builder_.CreateTrunc(product, builder_.getIntNTy(width)));
    writeSlot(high, builder_.CreateTrunc(builder_.CreateLShr(product, width), builder_.getIntNTy(width)));
  }

  void exchange(const Step& step, Kind kind, unsigned width) {
    const Part &from = step.parts[0], &to = step.parts[1];
    if (from.slot == to.slot) {
      // xchgb %b0, %h0: the bytes of a 16-bit number change places.
      const bool swapsBytes = kind == Kind::Exchange && from.slot && slotWidth(*from.slot) == 16 &&
                              ((from.modifier == 'b' && to.modifier == 'h') || (from.modifier == 'h' && to.modifier == 'b'));
      if (!swapsBytes) throw NotKnown{};
      return writeSlot(*to.slot, builder_.CreateUnaryIntrinsic(llvm::Intrinsic::bswap, readSlot(*to.slot)));
    }
    llvm::Value* a = read(from, width);
    llvm::Value* b = read(to, width);
    if (kind == Kind::ExchangeAdd) carry_ = nullptr;
    write(to, kind == Kind::Exchange ? a : builder_.CreateAdd(a, b));
    write(from, b);
  }

  llvm::Value* result() {
    llvm::Value* all = llvm::PoisonValue::get(call_.getType()->isVoidTy() ? builder_.getInt1Ty() : call_.getType());
    unsigned index = 0;
    for (const Slot& slot : slots_) {
      if (!slot.isOutput || slot.address != nullptr) continue;
      if (slot.value == nullptr) throw NotKnown{};
      all = llvm::isa<llvm::StructType>(call_.getType()) ? builder_.CreateInsertValue(all, slot.value, index) : slot.value;
      ++index;
    }
    if (index != results_) throw NotKnown{};
    return call_.getType()->isVoidTy() ? nullptr : all;
  }

  llvm::CallInst& call_;
  const llvm::InlineAsm& assembly_;
  llvm::IRBuilder<>& builder_;
  std::vector<Slot> slots_;
  std::vector<size_t> operands_;  // the slot of each operand of the template
  unsigned results_ = 0;
  llvm::Value* carry_ = nullptr;
  bool mayBeOverwritten_ = false;  // the registers of inputs
};

// Takes back what a template made before it turned out not to be known.
void removeNew(llvm::Instruction* before, llvm::Instruction& call) {
  while (call.getPrevNode() != before) {
    llvm::Instruction* last = call.getPrevNode();
    last->replaceAllUsesWith(llvm::PoisonValue::get(last->getType()));
    last->eraseFromParent();
  }
}

void expandCall(llvm::CallInst& call) {
  llvm::IRBuilder<> builder(&call);
  llvm::Instruction* before = call.getPrevNode();
  try {
    llvm::Value* value = Template(call, builder).expand();
    if (value != nullptr) call.replaceAllUsesWith(value);
    call.eraseFromParent();
  } catch (const NotKnown&) {
    removeNew(before, call);
  }
}

}  // namespace

void expandAssembly(llvm::Module& module) {
  std::vector<llvm::CallInst*> calls;
  for (llvm::Function& function : module)
    for (llvm::Instruction& inst : llvm::instructions(function))
      if (auto* call = llvm::dyn_cast<llvm::CallInst>(&inst); call != nullptr && call->isInlineAsm()) calls.push_back(call);
  for (llvm::CallInst* call : calls) expandCall(*call);
}

}  // namespace cleave::passes
