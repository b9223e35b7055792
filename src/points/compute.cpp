#include "points/private/compute.h"

#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "support/check.h"

namespace cleave::points {
namespace {

using NodeOp = Node::Op;
using probes::ValueKind;

// Eight bytes that can always be read, for pointers that cannot.
llvm::GlobalVariable* nothing(llvm::Module& module) {
  if (llvm::GlobalVariable* known = module.getNamedGlobal("cleave.nothing")) return known;
  llvm::Type* type = llvm::ArrayType::get(llvm::Type::getInt64Ty(module.getContext()), 1);
  return new llvm::GlobalVariable(module, type, true, llvm::GlobalValue::PrivateLinkage, llvm::ConstantAggregateZero::get(type),
                                  "cleave.nothing");
}

llvm::Module& moduleOf(Builder& builder) { return *builder.GetInsertBlock()->getModule(); }

llvm::Value* both(Builder& builder, llvm::Value* a, llvm::Value* b) {
  if (a == nullptr || b == nullptr) return a != nullptr ? a : b;
  return builder.CreateAnd(a, b);
}

bool isTruth(NodeOp op) { return op >= NodeOp::Equal; }

bool isFloat(const Node& node, const probes::Point& point) {
  if (node.op == NodeOp::FloatNumber) return true;
  const bool reads = node.op == NodeOp::Value || node.op == NodeOp::Element;
  if (!reads) return false;
  const probes::Type& type = point.variables[node.variable].type;
  return (type.kind == ValueKind::Sequence ? type.element : type.kind) == ValueKind::Float;
}

bool isSignedType(const probes::Type& type, ValueKind kind) {
  switch (kind) {
    case ValueKind::Signed:
      return true;
    case ValueKind::Enum:
      return type.isSigned;
    case ValueKind::Unsigned:
    case ValueKind::Bool:
    case ValueKind::Pointer:
    case ValueKind::Float:
    case ValueKind::Sequence:
      return false;
  }
  UNREACHABLE("a kind of value");
}

// Bits that a signed number needs to hold every value of the integer.
unsigned bitsOf(const Node& node, const probes::Point& point) {
  switch (node.op) {
    case NodeOp::Number: {
      unsigned bits = 1;
      for (I128 rest = node.number; rest != 0 && rest != -1; rest >>= 1) ++bits;
      return bits;
    }
    case NodeOp::Value:
    case NodeOp::Element: {
      const probes::Type& type = point.variables[node.variable].type;
      const ValueKind kind = type.kind == ValueKind::Sequence ? type.element : type.kind;
      return type.bits + (isSignedType(type, kind) ? 0 : 1);
    }
    case NodeOp::Length:
      return 64;
    case NodeOp::Add: {
      unsigned bits = 1, more = 0;
      for (const Node& each : node.operands) bits = std::max(bits, bitsOf(each, point));
      while ((size_t{1} << more) < node.operands.size()) ++more;
      return bits + more;
    }
    case NodeOp::Multiply:
      return bitsOf(node.operands[0], point) + bitsOf(node.operands[1], point);
    case NodeOp::LowBits:
      return std::max<unsigned>(node.width + 1u, bitsOf(node.operands[0], point));
    case NodeOp::Remainder:
      return std::max(bitsOf(Node::constant(node.number), point) + 1, bitsOf(node.operands[0], point));
    // No integers. Listed here and in integer(), so that the compiler asks both about a new operation.
    case NodeOp::FloatNumber:
    case NodeOp::Equal:
    case NodeOp::NotEqual:
    case NodeOp::Less:
    case NodeOp::LessEqual:
    case NodeOp::IsNull:
    case NodeOp::And:
    case NodeOp::Or:
    case NodeOp::Not:
    case NodeOp::ForAll:
      break;
  }
  UNREACHABLE("not an integer");
}

class Computer {
 public:
  Computer(const probes::Point& point, const std::map<uint32_t, Loaded>& loaded, llvm::Instruction* before)
      : point_(point), loaded_(loaded), before_(before) {}

  llvm::Value* truth(const Node& node) {
    Builder builder(before_);
    switch (node.op) {
      case NodeOp::Equal:
      case NodeOp::NotEqual:
      case NodeOp::Less:
      case NodeOp::LessEqual:
        return isFloat(node.operands[0], point_) ? compareFloats(node) : compareIntegers(node);
      case NodeOp::IsNull:
        return builder.CreateICmpEQ(loaded_.at(node.variable).bits, builder.getInt64(0));
      case NodeOp::And:
      case NodeOp::Or: {
        llvm::Value* result = builder.getInt1(node.op == NodeOp::And);
        for (const Node& each : node.operands) {
          llvm::Value* part = truth(each);
          Builder after(before_);
          result = node.op == NodeOp::And ? after.CreateAnd(result, part) : after.CreateOr(result, part);
        }
        return result;
      }
      case NodeOp::Not: {
        llvm::Value* part = truth(node.operands[0]);
        return Builder(before_).CreateNot(part);
      }
      case NodeOp::ForAll:
        return forAll(node);
      case NodeOp::Number:
      case NodeOp::Value:
      case NodeOp::Length:
      case NodeOp::Element:
      case NodeOp::Add:
      case NodeOp::Multiply:
      case NodeOp::LowBits:
      case NodeOp::Remainder:
      case NodeOp::FloatNumber:
        break;
    }
    UNREACHABLE("no truth");
  }

 private:
  llvm::Value* compareIntegers(const Node& node) {
    const unsigned bits = std::max(bitsOf(node.operands[0], point_), bitsOf(node.operands[1], point_));
    Builder builder(before_);
    llvm::Type* type = builder.getIntNTy(bits <= 64 ? 64 : 128);
    llvm::Value* left = integer(builder, node.operands[0], type);
    llvm::Value* right = integer(builder, node.operands[1], type);
    const auto predicate = node.op == NodeOp::Equal      ? llvm::CmpInst::ICMP_EQ
                           : node.op == NodeOp::NotEqual ? llvm::CmpInst::ICMP_NE
                           : node.op == NodeOp::Less     ? llvm::CmpInst::ICMP_SLT
                                                     : llvm::CmpInst::ICMP_SLE;
    return builder.CreateICmp(predicate, left, right);
  }

  llvm::Value* compareFloats(const Node& node) {
    Builder builder(before_);
    llvm::Value* left = floating(builder, node.operands[0]);
    llvm::Value* right = floating(builder, node.operands[1]);
    const auto predicate = node.op == NodeOp::Equal      ? llvm::CmpInst::FCMP_OEQ
                           : node.op == NodeOp::NotEqual ? llvm::CmpInst::FCMP_UNE
                           : node.op == NodeOp::Less     ? llvm::CmpInst::FCMP_OLT
                                                     : llvm::CmpInst::FCMP_OLE;
    return builder.CreateFCmp(predicate, left, right);
  }

  llvm::Value* elementBits(Builder& builder, const Node& node) {
    const Loaded& sequence = loaded_.at(node.variable);
    const uint32_t bytes = point_.variables[node.variable].type.bits / 8;
    llvm::Value* index = builder.CreateAdd(index_, builder.getInt64(uint64_t(node.number)));
    // Another sequence may be shorter than the one that the index goes through.
    llvm::Value* inside = builder.CreateICmpULT(index, sequence.length);
    outside_ = builder.CreateOr(outside_, builder.CreateNot(inside));
    llvm::Value* first = builder.CreateIntToPtr(sequence.bits, builder.getPtrTy());
    llvm::Value* place = builder.CreateGEP(builder.getInt8Ty(), first, builder.CreateMul(index, builder.getInt64(bytes)));
    return bitsAt(builder, builder.CreateSelect(inside, place, nothing(moduleOf(builder))), bytes);
  }

  llvm::Value* bits(Builder& builder, const Node& node) {
    return node.op == NodeOp::Element ? elementBits(builder, node) : loaded_.at(node.variable).bits;
  }

  llvm::Value* floating(Builder& builder, const Node& node) {
    if (node.op == NodeOp::FloatNumber) return llvm::ConstantFP::get(builder.getDoubleTy(), node.floating);
    llvm::Value* word = bits(builder, node);
    if (point_.variables[node.variable].type.bits == 64) return builder.CreateBitCast(word, builder.getDoubleTy());
    return builder.CreateFPExt(builder.CreateBitCast(builder.CreateTrunc(word, builder.getInt32Ty()), builder.getFloatTy()),
                               builder.getDoubleTy());
  }

  llvm::Value* integer(Builder& builder, const Node& node, llvm::Type* type) {
    switch (node.op) {
      case NodeOp::Number: {
        const U128 number = static_cast<U128>(node.number);
        const uint64_t words[] = {uint64_t(number), uint64_t(number >> 64)};
        return llvm::ConstantInt::get(type, llvm::APInt(128, words).trunc(type->getIntegerBitWidth()));
      }
      case NodeOp::Value:
      case NodeOp::Element: {
        const probes::Type& held = point_.variables[node.variable].type;
        const ValueKind kind = held.kind == ValueKind::Sequence ? held.element : held.kind;
        llvm::Value* narrow = builder.CreateTrunc(bits(builder, node), builder.getIntNTy(held.bits));
        if (kind == ValueKind::Bool) narrow = builder.CreateICmpNE(narrow, llvm::ConstantInt::get(narrow->getType(), 0));
        return isSignedType(held, kind) ? builder.CreateSExt(narrow, type) : builder.CreateZExt(narrow, type);
      }
      case NodeOp::Length:
        return builder.CreateZExt(loaded_.at(node.variable).length, type);
      case NodeOp::Add: {
        llvm::Value* sum = llvm::ConstantInt::get(type, 0);
        for (const Node& each : node.operands) sum = builder.CreateAdd(sum, integer(builder, each, type));
        return sum;
      }
      case NodeOp::Multiply:
        return builder.CreateMul(integer(builder, node.operands[0], type), integer(builder, node.operands[1], type));
      case NodeOp::LowBits: {
        llvm::Value* narrow = builder.CreateTrunc(integer(builder, node.operands[0], type), builder.getIntNTy(node.width));
        return node.isSigned ? builder.CreateSExt(narrow, type) : builder.CreateZExt(narrow, type);
      }
      case NodeOp::Remainder: {
        llvm::Value* by = integer(builder, Node::constant(node.number), type);
        llvm::Value* rest = builder.CreateSRem(integer(builder, node.operands[0], type), by);
        llvm::Value* negative = builder.CreateICmpSLT(rest, llvm::ConstantInt::get(type, 0));
        return builder.CreateSelect(negative, builder.CreateAdd(rest, by), rest);
      }
      case NodeOp::FloatNumber:
      case NodeOp::Equal:
      case NodeOp::NotEqual:
      case NodeOp::Less:
      case NodeOp::LessEqual:
      case NodeOp::IsNull:
      case NodeOp::And:
      case NodeOp::Or:
      case NodeOp::Not:
      case NodeOp::ForAll:
        break;
    }
    UNREACHABLE("not an integer");
  }

  static I128 furthest(const Node& node, uint32_t sequence) {
    I128 most = node.op == NodeOp::Element && node.variable == sequence ? node.number : 0;
    for (const Node& each : node.operands) most = std::max(most, furthest(each, sequence));
    return most;
  }

  //     head: ...; br test
  //     test: i = phi [0, head], [i + 1, body end]; good = phi [true, head], [good & truth, body end]
  //           br i + furthest < length, body, behind
  //     body: ...; br test
  //     behind: ...
  llvm::Value* forAll(const Node& node) {
    llvm::Value* length = loaded_.at(node.variable).length;
    llvm::BasicBlock* head = before_->getParent();
    llvm::BasicBlock* behind = llvm::SplitBlock(head, before_);
    llvm::LLVMContext& context = head->getContext();
    llvm::BasicBlock* test = llvm::BasicBlock::Create(context, "cleave.test", head->getParent(), behind);
    llvm::BasicBlock* body = llvm::BasicBlock::Create(context, "cleave.body", head->getParent(), behind);
    head->getTerminator()->setSuccessor(0, test);
    llvm::IRBuilder<> builder(test);
    llvm::PHINode* index = builder.CreatePHI(builder.getInt64Ty(), 2);
    llvm::PHINode* good = builder.CreatePHI(builder.getInt1Ty(), 2);
    llvm::Value* last = builder.CreateAdd(index, builder.getInt64(uint64_t(furthest(node.operands[0], node.variable))));
    builder.CreateCondBr(builder.CreateICmpULT(last, length), body, behind);
    builder.SetInsertPoint(body);
    llvm::Instruction* end = builder.CreateBr(test);
    Computer inside(point_, loaded_, end);
    inside.index_ = index;
    inside.outside_ = builder.getFalse();
    llvm::Value* holds = inside.truth(node.operands[0]);
    Builder closing(end);
    llvm::Value* still = closing.CreateAnd(good, closing.CreateAnd(holds, closing.CreateNot(inside.outside_)));
    llvm::Value* next = closing.CreateAdd(index, closing.getInt64(1));
    index->addIncoming(closing.getInt64(0), head);
    index->addIncoming(next, end->getParent());
    good->addIncoming(closing.getTrue(), head);
    good->addIncoming(still, end->getParent());
    return good;
  }

  const probes::Point& point_;
  const std::map<uint32_t, Loaded>& loaded_;
  llvm::Instruction* before_;
  llvm::Value* index_ = nullptr;
  llvm::Value* outside_ = nullptr;
};

void collect(const Node& node, std::map<uint32_t, Loaded>& variables) {
  const bool reads =
      node.op == NodeOp::Value || node.op == NodeOp::Length || node.op == NodeOp::Element || node.op == NodeOp::IsNull || node.op == NodeOp::ForAll;
  if (reads) variables[node.variable];
  for (const Node& each : node.operands) collect(each, variables);
}

std::string whyNot(const Node& node, const probes::Point& point, bool wantsTruth, bool inLoop) {
  const auto arity = [&](size_t n) { return node.operands.size() == n; };
  const auto all = [&](bool truth, bool loop) -> std::string {
    for (const Node& each : node.operands)
      if (std::string why = whyNot(each, point, truth, loop); !why.empty()) return why;
    return "";
  };
  if (isTruth(node.op) != wantsTruth) return "numbers and truths are mixed";
  switch (node.op) {
    case NodeOp::Number:
    case NodeOp::FloatNumber:
      return "";
    case NodeOp::Value:
    case NodeOp::Length:
    case NodeOp::Element:
    case NodeOp::IsNull:
    case NodeOp::ForAll: {
      if (node.variable >= point.variables.size()) return "it speaks of a variable that the point does not have";
      const bool isSequence = point.variables[node.variable].type.kind == ValueKind::Sequence;
      const bool wantsSequence = node.op == NodeOp::Length || node.op == NodeOp::Element || node.op == NodeOp::ForAll;
      if (isSequence != wantsSequence) return "it takes a sequence for a value, or a value for a sequence";
      if (isSequence && point.variables[node.variable].onEntry) return "elements on entry are not kept";
      if (node.op == NodeOp::Element && (!inLoop || node.number < 0 || node.number > 1)) return "an element outside of a loop";
      if (node.op == NodeOp::ForAll && (inLoop || !arity(1))) return "a loop in a loop";
      return node.op == NodeOp::ForAll ? all(true, true) : "";
    }
    case NodeOp::Add:
      return all(false, inLoop);
    case NodeOp::Multiply:
      return arity(2) ? all(false, inLoop) : "a product of other than two";
    case NodeOp::LowBits:
      return arity(1) && node.width >= 1 && node.width <= 64 ? all(false, inLoop) : "not a number of bits";
    case NodeOp::Remainder:
      return arity(1) && node.number > 0 ? all(false, inLoop) : "a remainder by something not positive";
    case NodeOp::Equal:
    case NodeOp::NotEqual:
    case NodeOp::Less:
    case NodeOp::LessEqual:
      if (!arity(2)) return "a comparison of other than two";
      if (std::string why = all(false, inLoop); !why.empty()) return why;
      if (isFloat(node.operands[0], point) != isFloat(node.operands[1], point)) return "a float is compared with an integer";
      if (isFloat(node.operands[0], point)) return "";
      if (std::max(bitsOf(node.operands[0], point), bitsOf(node.operands[1], point)) > 128) return "its numbers do not fit into 128 bits";
      return "";
    case NodeOp::And:
    case NodeOp::Or:
      return all(true, inLoop);
    case NodeOp::Not:
      return arity(1) ? all(true, inLoop) : "a negation of other than one";
  }
  UNREACHABLE("an operation");
}

}  // namespace

llvm::Value* placeForNothing(Builder& builder) { return nothing(moduleOf(builder)); }

Loaded load(Builder& builder, const Readable& readable, const Presence& presence, const Shadows& shadows) {
  const Access& access = readable.access;
  Loaded result;
  result.present = shadows.isPresent(builder, presence);
  const auto shifted = [&](llvm::Value* bits) { return access.shift == 0 ? bits : builder.CreateLShr(bits, access.shift); };
  if (access.how == Access::How::Here) {
    result.bits = shifted(bitsHere(builder, access));
    return result;
  }
  if (access.how == Access::How::Input) {  // only the runtime of probes can tell
    result.bits = builder.getInt64(0);
    result.present = builder.getFalse();
    return result;
  }
  llvm::Value* pointer = pointerHere(builder, access);
  llvm::Value* there = access.isAddress || access.neverNull ? nullptr : builder.CreateIsNotNull(pointer);
  result.present = both(builder, result.present, there);
  llvm::Value* safe = nothing(moduleOf(builder));
  for (const uint32_t hop : access.further) {
    llvm::Value* next = builder.CreateConstGEP1_64(builder.getInt8Ty(), pointer, hop);
    if (result.present != nullptr) next = builder.CreateSelect(result.present, next, safe);
    pointer = builder.CreateAlignedLoad(builder.getPtrTy(), next, llvm::Align(1));
    result.present = both(builder, result.present, builder.CreateIsNotNull(pointer));
  }
  llvm::Value* place = access.behind == 0 ? pointer : builder.CreateConstGEP1_64(builder.getInt8Ty(), pointer, access.behind);
  // What is not there is not looked at, and neither is a pointer that was never written.
  if (result.present != nullptr) place = builder.CreateSelect(result.present, place, safe);
  if (access.how == Access::How::Behind) {
    // Neither is what lies behind the end of an array, or was freed: to look there must not end the run.
    llvm::FunctionCallee readable = moduleOf(builder).getOrInsertFunction("cleave_vm_readable", builder.getInt32Ty(), builder.getPtrTy(), builder.getInt64Ty());
    llvm::Value* isReadable = builder.CreateIsNotNull(builder.CreateCall(readable, {place, builder.getInt64(access.bytes)}));
    result.present = both(builder, result.present, isReadable);
    place = builder.CreateSelect(isReadable, place, safe);
    result.bits = shifted(bitsAt(builder, place, access.bytes));
  } else if (access.how == Access::How::StringLength) {
    // Of what is no string nothing is said: to look for its end must not end the run.
    result.bits = builder.CreateCall(moduleOf(builder).getOrInsertFunction("cleave_vm_string_length", builder.getInt64Ty(), builder.getPtrTy()), {place});
    result.present = both(builder, result.present, builder.CreateICmpNE(result.bits, builder.getInt64(UINT64_MAX)));
  } else {
    result.bits = builder.CreatePtrToInt(place, builder.getInt64Ty());
    result.length = lengthOf(builder, access);
    if (access.lengthSigned) result.present = both(builder, result.present, builder.CreateICmpSGE(result.length, builder.getInt64(0)));
    if (result.present != nullptr) result.length = builder.CreateSelect(result.present, result.length, builder.getInt64(0));
  }
  return result;
}

std::string whyNotComputable(const Node& property, const probes::Point& point) { return whyNot(property, point, true, false); }

llvm::Value* compute(llvm::Instruction* before, const Node& property, const probes::Point& point, const LoadVariable& load) {
  std::map<uint32_t, Loaded> loaded;
  collect(property, loaded);
  llvm::Value* present = nullptr;
  {
    Builder builder(before);
    for (auto& [variable, value] : loaded) {
      value = load(builder, variable);
      present = both(builder, present, value.present);
    }
  }
  llvm::Value* truth = Computer(point, loaded, before).truth(property);
  Builder builder(before);
  return present == nullptr ? truth : builder.CreateOr(truth, builder.CreateNot(present));
}

}  // namespace cleave::points
