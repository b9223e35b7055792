// How a partial function is made of f, for a start and a target in it:
//
//   copy f; its entry block becomes: the variables that are no inputs, and a jump to the start, before which a block was split
//   variables that are inputs become globals, called as the source calls them
//   before the target's first instruction a mark counts up; behind its last one its values are kept, and another mark counts up
//   ways on which the target cannot be reached any more end at once; where this version does not have it, that is every way
//
// At -O0 no register lives across the beginning of a statement; where one does, there is no partial function.
#include "statements/private/partial.h"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/DIBuilder.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/Local.h>

#include <algorithm>
#include <map>
#include <set>

#include "support/check.h"

namespace cleave::statements {
namespace {

using llvm::BasicBlock;
using llvm::Function;
using llvm::Instruction;

// --- variables

struct DeclaredHere {
  const llvm::DILocalVariable* variable = nullptr;
  const llvm::Value* storage = nullptr;
  const Instruction* place = nullptr;  // declared just before it
};

std::vector<DeclaredHere> declarationsIn(Function& function) {
  std::vector<DeclaredHere> found;
  for (Instruction& inst : llvm::instructions(function)) {
    for (llvm::DbgVariableRecord& record : llvm::filterDbgVars(inst.getDbgRecordRange()))
      if (record.isDbgDeclare()) found.push_back({record.getVariable(), record.getVariableLocationOp(0), &inst});
    if (auto* declare = llvm::dyn_cast<llvm::DbgDeclareInst>(&inst))
      found.push_back({declare->getVariable(), declare->getVariableLocationOp(0), inst.getNextNonDebugInstruction()});
  }
  return found;
}

// How many scopes lie between; -1: the outer one does not contain the inner one.
int scopesBetween(const llvm::DIScope* inner, const llvm::DIScope* outer) {
  int steps = 0;
  for (const llvm::DIScope* scope = inner; scope != nullptr; scope = scope->getScope(), ++steps)
    if (scope == outer) return steps;
  return -1;
}

const llvm::DIType* typeOf(const llvm::Value& storage, Function& function) {
  for (const DeclaredHere& each : declarationsIn(function))
    if (each.storage == &storage) return each.variable->getType();
  return nullptr;
}

// --- marks

class Marks {
 public:
  explicit Marks(llvm::Module& module) : module_(module) {}

  llvm::GlobalVariable& of(uint32_t number, const std::string& what, llvm::Type* type, bool isArray) {
    const std::string name = markOf(number, what);
    llvm::Type* whole = isArray ? llvm::ArrayType::get(type, kOccurrences + 1) : type;
    if (llvm::GlobalVariable* known = module_.getNamedGlobal(name)) return *known;
    auto* mark = new llvm::GlobalVariable(module_, whole, false, llvm::GlobalValue::ExternalLinkage, llvm::Constant::getNullValue(whole), name);
    describe(*mark, name, type, isArray);
    return *mark;
  }

 private:
  void describe(llvm::GlobalVariable& mark, const std::string& name, llvm::Type* type, bool isArray) {
    llvm::DICompileUnit* unit = *module_.debug_compile_units_begin();
    llvm::DIBuilder builder(module_, true, unit);
    llvm::DIType* shown = scalarType(builder, type);
    const uint64_t bits = module_.getDataLayout().getTypeAllocSizeInBits(type);
    if (isArray) {
      llvm::Metadata* range = builder.getOrCreateSubrange(0, kOccurrences + 1);
      shown = builder.createArrayType(bits * (kOccurrences + 1), 0, shown, builder.getOrCreateArray({range}));
    }
    mark.addDebugInfo(builder.createGlobalVariableExpression(unit, name, name, unit->getFile(), 0, shown, false));
    builder.finalize();
  }

  llvm::DIType* scalarType(llvm::DIBuilder& builder, llvm::Type* type) const {
    if (type->isPointerTy()) {  // to something that nobody looks into
      llvm::DICompileUnit* unit = *module_.debug_compile_units_begin();
      return builder.createPointerType(
          builder.createForwardDecl(llvm::dwarf::DW_TAG_structure_type, "cleave_place", unit, unit->getFile(), 0), 64);
    }
    if (type->isFloatTy()) return builder.createBasicType("float", 32, llvm::dwarf::DW_ATE_float);
    if (type->isDoubleTy()) return builder.createBasicType("double", 64, llvm::dwarf::DW_ATE_float);
    const uint64_t bits = module_.getDataLayout().getTypeAllocSizeInBits(type);
    if (const auto* array = llvm::dyn_cast<llvm::ArrayType>(type)) {
      llvm::DIType* byte = builder.createBasicType("unsigned char", 8, llvm::dwarf::DW_ATE_unsigned_char);
      llvm::Metadata* range = builder.getOrCreateSubrange(0, static_cast<int64_t>(array->getNumElements()));
      return builder.createArrayType(bits, 0, byte, builder.getOrCreateArray({range}));
    }
    const char* name = bits == 8 ? "signed char" : bits == 16 ? "short" : bits == 32 ? "int" : "long";
    return builder.createBasicType(name, bits, bits == 8 ? llvm::dwarf::DW_ATE_signed_char : llvm::dwarf::DW_ATE_signed);
  }

  llvm::Module& module_;
};

// --- what a statement leaves behind

constexpr uint64_t kMostCopied = 64;

// Code that may come to a function: calls of it, and of what calls it. Where the address of one of these is taken, every call may.
class Callers {
 public:
  explicit Callers(const Function& target) : functions_{&target} {
    std::vector<const Function*> work{&target};
    while (!work.empty()) {
      const Function* at = work.back();
      work.pop_back();
      for (const llvm::User* user : at->users()) {
        const auto* call = llvm::dyn_cast<llvm::CallBase>(user);
        if (call == nullptr || call->getCalledFunction() != at) {
          isAnyCall_ = true;
        } else if (functions_.insert(call->getFunction()).second) {
          work.push_back(call->getFunction());
        }
      }
    }
  }

  bool mayCome(const Instruction& inst) const {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&inst);
    if (call == nullptr || llvm::isa<llvm::IntrinsicInst>(call)) return false;
    return isAnyCall_ || functions_.contains(call->getCalledFunction());
  }

 private:
  std::set<const Function*> functions_;
  bool isAnyCall_ = false;
};

struct Kept {
  std::string what;
  llvm::Value* value = nullptr;  // null: `copied` bytes from `from`
  llvm::Value* from = nullptr;
  uint64_t copied = 0;
};

bool isKeepable(const llvm::Type* type) {
  return type->isPointerTy() || type->isFloatTy() || type->isDoubleTy() || (type->isIntegerTy() && type->getIntegerBitWidth() <= 64);
}

bool isNamedPlace(const llvm::Value& pointer) { return llvm::isa<llvm::AllocaInst>(pointer) || llvm::isa<llvm::GlobalVariable>(pointer); }

std::vector<Kept> keptOf(Instruction& root) {
  std::vector<Kept> kept;
  if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&root)) {
    if (isKeepable(store->getValueOperand()->getType())) kept.push_back({"v", store->getValueOperand()});
    if (!isNamedPlace(*store->getPointerOperand())) kept.push_back({"p", store->getPointerOperand()});
  } else if (auto* branch = llvm::dyn_cast<llvm::BranchInst>(&root)) {
    kept.push_back({"v", branch->getCondition()});
  } else if (auto* choice = llvm::dyn_cast<llvm::SwitchInst>(&root)) {
    kept.push_back({"v", choice->getCondition()});
  } else if (auto* end = llvm::dyn_cast<llvm::ReturnInst>(&root)) {
    if (isKeepable(end->getReturnValue()->getType())) kept.push_back({"v", end->getReturnValue()});
  } else if (auto* copy = llvm::dyn_cast<llvm::MemIntrinsic>(&root)) {
    const auto* length = llvm::dyn_cast<llvm::ConstantInt>(copy->getLength());
    if (length != nullptr && length->getZExtValue() <= kMostCopied && length->getZExtValue() > 0)
      kept.push_back({"m", nullptr, copy->getDest(), length->getZExtValue()});
  } else if (auto* call = llvm::dyn_cast<llvm::CallBase>(&root)) {
    for (unsigned k = 0; k < call->arg_size(); ++k)
      if (isKeepable(call->getArgOperand(k)->getType())) kept.push_back({"a" + std::to_string(k), call->getArgOperand(k)});
  }
  return kept;
}

// A branch that several ways of a switch take is one way.
llvm::Value* wayOf(llvm::IRBuilder<>& builder, llvm::SwitchInst& choice) {
  std::map<const BasicBlock*, uint64_t> numbers{{choice.getDefaultDest(), 0}};
  llvm::Value* way = builder.getInt32(0);
  for (const auto& each : choice.cases()) {
    const uint64_t number = numbers.emplace(each.getCaseSuccessor(), numbers.size()).first->second;
    way = builder.CreateSelect(builder.CreateICmpEQ(choice.getCondition(), each.getCaseValue()), builder.getInt32(static_cast<uint32_t>(number)), way);
  }
  return way;
}

llvm::Value* widened(llvm::IRBuilder<>& builder, llvm::Value* value) {
  if (!value->getType()->isIntegerTy()) return value;
  const unsigned width = value->getType()->getIntegerBitWidth();
  const unsigned to = width <= 8 ? 8 : width <= 16 ? 16 : width <= 32 ? 32 : 64;
  return width == to ? value : builder.CreateZExt(value, builder.getIntNTy(to));
}

// --- the copy

class Maker {
 public:
  Maker(const PartialPlan& plan, const std::vector<InputVariable>& variables)
      : plan_(plan), variables_(variables), module_(*plan.function->getParent()), marks_(module_) {}

  std::string run() {
    if (std::string why = whyNot(); !why.empty()) return why;
    copy();
    if (plan_.dummy == nullptr && plan_.target != nullptr && plan_.targetFunction != plan_.function) recordElsewhere();
    begin();
    bindVariables();
    finish();
    if (!llvm::verifyFunction(*made_)) return "";
    made_->deleteBody();  // code that jumps in ways that no statement of C does
    return "its code cannot be taken apart";
  }

 private:
  std::string whyNot() const {
    if (plan_.function->isVarArg()) return "the function takes any number of arguments";
    for (const Instruction& inst : llvm::instructions(*plan_.function)) {
      const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&inst);
      if (variable != nullptr && !variable->isStaticAlloca()) return "the function has an array of variable length";
    }
    const llvm::DominatorTree tree(*plan_.function);
    if (!tree.isReachableFromEntry(plan_.start->getParent())) return "the code is not reached";
    for (const Instruction* inst : liveAt(tree))
      if (!canBeRead(*inst)) return "the change stands within an expression that began before";
    return "";
  }

  // Registers that were computed before the start and are read behind it.
  std::vector<const Instruction*> liveAt(const llvm::DominatorTree& tree) const {
    std::vector<const Instruction*> live;
    for (const Instruction& inst : llvm::instructions(*plan_.function)) {
      if (llvm::isa<llvm::AllocaInst>(inst) || !tree.dominates(&inst, plan_.start)) continue;
      const auto isRead = [&](const llvm::User* user) {
        const auto* reader = llvm::dyn_cast<Instruction>(user);
        return reader != nullptr && !llvm::isa<llvm::DbgInfoIntrinsic>(reader) && (reader == plan_.start || tree.dominates(plan_.start, reader));
      };
      if (std::ranges::any_of(inst.users(), isRead)) live.push_back(&inst);
    }
    return live;
  }

  // It can be computed again at the start, with the same result: from variables that nobody else can have written meanwhile.
  static bool canBeRead(const Instruction& inst, unsigned depth = 0) {
    if (depth > 10) return false;
    if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&inst)) {
      const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(load->getPointerOperand());
      return variable != nullptr && !isGivenAway(*variable);
    }
    if (!llvm::isa<llvm::CastInst>(inst) && !llvm::isa<llvm::BinaryOperator>(inst) && !llvm::isa<llvm::CmpInst>(inst) && !llvm::isa<llvm::GetElementPtrInst>(inst)) return false;
    return std::ranges::all_of(inst.operands(), [&](const llvm::Use& use) {
      const auto* operand = llvm::dyn_cast<Instruction>(use.get());
      return operand == nullptr || llvm::isa<llvm::AllocaInst>(operand) || canBeRead(*operand, depth + 1);
    });
  }

  // INCOMPLETE: an index counts as giving away; only plain loads and stores do not.
  static bool isGivenAway(const llvm::AllocaInst& variable) {
    return std::ranges::any_of(variable.users(), [&](const llvm::User* user) {
      if (llvm::isa<llvm::LoadInst>(user) || llvm::isa<llvm::DbgInfoIntrinsic>(user)) return false;
      const auto* store = llvm::dyn_cast<llvm::StoreInst>(user);
      return store == nullptr || store->getValueOperand() == &variable;
    });
  }

  void copy() {
    Function& old = *plan_.function;
    made_ = Function::Create(llvm::FunctionType::get(llvm::Type::getVoidTy(module_.getContext()), false), llvm::GlobalValue::ExternalLinkage,
                             plan_.name, module_);
    for (llvm::Argument& argument : old.args())
      map_[&argument] = argument.getPointeeInMemoryValueType() != nullptr ? static_cast<llvm::Value*>(room(argument))
                                                                          : llvm::PoisonValue::get(argument.getType());
    for (const InputVariable& each : variables_)
      if (llvm::isa<llvm::Argument>(each.storage)) map_[each.storage] = &inputOf(each);
    llvm::SmallVector<llvm::ReturnInst*, 4> returns;
    llvm::CloneFunctionInto(made_, &old, map_, llvm::CloneFunctionChangeType::LocalChangesOnly, returns);
    made_->setAttributes(llvm::AttributeList::get(module_.getContext(), old.getAttributes().getFnAttrs(), {}, {}));
    made_->setComdat(nullptr);
    made_->setLinkage(llvm::GlobalValue::ExternalLinkage);
    giveSubprogram();
  }

  // Memory of the caller's.
  llvm::GlobalVariable* room(const llvm::Argument& argument) {
    llvm::Type* type = argument.getPointeeInMemoryValueType();
    return new llvm::GlobalVariable(module_, type, false, llvm::GlobalValue::InternalLinkage, llvm::Constant::getNullValue(type), "cleave.room");
  }

  // Lines of the copy are those of the source; its variables are nobody's.
  void giveSubprogram() {
    const llvm::DISubprogram& old = *plan_.function->getSubprogram();
    llvm::DIBuilder builder(module_, true, old.getUnit());
    llvm::DISubprogram* own = builder.createFunction(old.getUnit(), plan_.name, plan_.name, old.getFile(), old.getLine(),
                                                     builder.createSubroutineType(builder.getOrCreateTypeArray({nullptr})), old.getScopeLine(),
                                                     llvm::DINode::FlagZero, llvm::DISubprogram::SPFlagDefinition);
    made_->setSubprogram(own);
    std::vector<Instruction*> debug;
    for (Instruction& inst : llvm::instructions(*made_)) {
      inst.dropDbgRecords();
      if (llvm::isa<llvm::DbgInfoIntrinsic>(inst)) debug.push_back(&inst);
      const llvm::DILocation* at = inst.getDebugLoc().get();
      inst.setDebugLoc(llvm::DILocation::get(module_.getContext(), at != nullptr ? at->getLine() : 0, at != nullptr ? at->getColumn() : 0, own));
      inst.setMetadata(llvm::LLVMContext::MD_loop, nullptr);
    }
    for (Instruction* inst : debug) inst->eraseFromParent();
    builder.finalize();
  }

  Instruction* mapped(const Instruction* inst) { return llvm::cast<Instruction>(static_cast<llvm::Value*>(map_[inst])); }

  // --- recording

  void recordIn(Instruction* first, Instruction* root) {
    llvm::IRBuilder<> before(first);
    const auto withPlace = [&](llvm::IRBuilder<>& builder) { builder.SetCurrentDebugLocation(root->getDebugLoc()); };
    withPlace(before);
    countUp(before, "r");
    if (plan_.keepsOld) {
      llvm::IRBuilder<> here(root);
      withPlace(here);
      auto* store = llvm::cast<llvm::StoreInst>(root);
      keep(here, {"o", here.CreateLoad(store->getValueOperand()->getType(), store->getPointerOperand())}, *root, slotOf(here));
    }
    const bool isEarly = plan_.isEarly && llvm::isa<llvm::CallBase>(root) && !llvm::isa<llvm::MemIntrinsic>(root);
    llvm::IRBuilder<> behind(isEarly || root->isTerminator() ? root : root->getNextNode());
    if (auto* invoke = llvm::dyn_cast<llvm::InvokeInst>(root); invoke != nullptr && !isEarly) behind.SetInsertPoint(&*invoke->getNormalDest()->getFirstInsertionPt());
    withPlace(behind);
    llvm::Value* slot = slotOf(behind);
    for (const Kept& kept : keptOf(*root)) keep(behind, kept, *root, slot);
    countUp(behind, "n");
  }

  llvm::Value* slotOf(llvm::IRBuilder<>& builder) {
    llvm::Value* done = builder.CreateLoad(builder.getInt32Ty(), &marks_.of(plan_.number, "n", builder.getInt32Ty(), false));
    return builder.CreateSelect(builder.CreateICmpULT(done, builder.getInt32(kOccurrences)), done, builder.getInt32(kOccurrences));
  }

  void countUp(llvm::IRBuilder<>& builder, const char* what) {
    llvm::GlobalVariable& mark = marks_.of(plan_.number, what, builder.getInt32Ty(), false);
    builder.CreateStore(builder.CreateAdd(builder.CreateLoad(builder.getInt32Ty(), &mark), builder.getInt32(1)), &mark);
  }

  void keep(llvm::IRBuilder<>& builder, const Kept& kept, Instruction& root, llvm::Value* slot) {
    if (kept.value == nullptr) {
      llvm::Type* bytes = llvm::ArrayType::get(builder.getInt8Ty(), kept.copied);
      llvm::GlobalVariable& mark = marks_.of(plan_.number, kept.what, bytes, true);
      llvm::Value* place = builder.CreateGEP(mark.getValueType(), &mark, {builder.getInt32(0), slot});
      builder.CreateMemCpy(place, llvm::Align(1), kept.from, llvm::Align(1), kept.copied);
      return;
    }
    llvm::Value* value = kept.value;
    if (auto* choice = llvm::dyn_cast<llvm::SwitchInst>(&root)) value = wayOf(builder, *choice);
    value = widened(builder, value);
    llvm::GlobalVariable& mark = marks_.of(plan_.number, kept.what, value->getType(), true);
    builder.CreateStore(value, builder.CreateGEP(mark.getValueType(), &mark, {builder.getInt32(0), slot}));
  }

  void recordElsewhere() { recordIn(plan_.target->first, plan_.target->root); }

  // --- the beginning, and the ends

  void begin() {
    start_ = mapped(plan_.start);
    if (plan_.dummy != nullptr) return recordDummy();
    if (plan_.target == nullptr) return endAtOnce();
    const bool isHere = plan_.targetFunction == plan_.function;
    Instruction* first = isHere ? mapped(plan_.target->first) : nullptr;
    Instruction* root = isHere ? mapped(plan_.target->root) : nullptr;
    if (isHere) recordIn(first, root);
    // The mark of the target may stand before the start now.
    Instruction* from = start_;
    if (first == start_)
      for (Instruction* each = start_->getPrevNode(); each != nullptr && isOurs(*each); each = each->getPrevNode()) from = each;
    enterAt(from);
    endBehind(isHere ? std::vector<Instruction*>{lastMark()} : callsOfTarget());
  }

  // Nothing that this version does is looked at.
  void endAtOnce() {
    BasicBlock* rest = start_->getParent()->splitBasicBlock(start_, "cleave.rest");
    BasicBlock* head = rest->getSinglePredecessor();
    replaceBy(rest);
    enterAt(head->getTerminator());
  }

  std::vector<Instruction*> callsOfTarget() {
    const Callers callers(*plan_.targetFunction);
    std::vector<Instruction*> calls;
    for (Instruction& inst : llvm::instructions(*made_))
      if (callers.mayCome(inst)) calls.push_back(&inst);
    return calls;
  }

  // The three instructions of countUp.
  bool isOurs(const Instruction& inst) const {
    const auto* mark = module_.getNamedGlobal(markOf(plan_.number, "r"));
    if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&inst)) return load->getPointerOperand() == mark;
    if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&inst)) return store->getPointerOperand() == mark;
    return llvm::isa<llvm::BinaryOperator>(inst) && inst.getNextNode() != nullptr && isOursStore(*inst.getNextNode(), *mark);
  }
  static bool isOursStore(const Instruction& inst, const llvm::GlobalVariable& mark) {
    const auto* store = llvm::dyn_cast<llvm::StoreInst>(&inst);
    return store != nullptr && store->getPointerOperand() == &mark;
  }

  void enterAt(Instruction* from) {
    BasicBlock* tail = from->getParent()->splitBasicBlock(from, "cleave.start");
    BasicBlock& old = made_->getEntryBlock();
    BasicBlock* entry = BasicBlock::Create(module_.getContext(), "cleave.entry", made_, &old);
    llvm::BranchInst* jump = llvm::BranchInst::Create(tail, entry);
    jump->setDebugLoc(from->getDebugLoc());
    std::vector<llvm::AllocaInst*> variables;
    for (Instruction& inst : old)
      if (auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&inst)) variables.push_back(variable);
    for (llvm::AllocaInst* variable : variables) variable->moveBefore(jump);
    const llvm::DominatorTree tree(*plan_.function);
    for (const Instruction* live : liveAt(tree)) {
      Instruction* mine = mapped(live);
      Instruction* again = readAgain(mine, jump);
      mine->replaceUsesWithIf(again, [&](const llvm::Use& use) { return !again_.contains(llvm::cast<Instruction>(use.getUser())); });
    }
  }

  // A copy in the entry, with copies of what it is computed from.
  Instruction* readAgain(Instruction* inst, Instruction* before) {
    Instruction* copy = inst->clone();
    for (llvm::Use& use : copy->operands())
      if (auto* operand = llvm::dyn_cast<Instruction>(use.get()); operand != nullptr && !llvm::isa<llvm::AllocaInst>(operand) && !again_.contains(operand))
        use.set(readAgain(operand, before));
    copy->insertBefore(before);
    again_.insert(copy);
    return copy;
  }

  void recordDummy() {
    Instruction* from = start_;
    llvm::IRBuilder<> builder(from);
    builder.SetCurrentDebugLocation(from->getDebugLoc());
    Instruction* first = nullptr;
    countUp(builder, "r");
    first = firstOfOurs(*from);
    auto* storage = llvm::cast<llvm::Value>(static_cast<llvm::Value*>(map_[plan_.dummy->storage]));
    llvm::Type* type = llvm::cast<llvm::AllocaInst>(plan_.dummy->storage)->getAllocatedType();
    llvm::Value* value = widened(builder, builder.CreateLoad(type, storage));
    llvm::GlobalVariable& mark = marks_.of(plan_.number, "v", value->getType(), true);
    builder.CreateStore(value, builder.CreateGEP(mark.getValueType(), &mark, {builder.getInt32(0), builder.getInt32(0)}));
    countUp(builder, "n");
    BasicBlock* rest = from->getParent()->splitBasicBlock(from, "cleave.rest");
    replaceBy(rest);
    enterAt(first);
  }

  Instruction* firstOfOurs(Instruction& behind) {
    Instruction* first = &behind;
    for (Instruction* each = behind.getPrevNode(); each != nullptr && isOurs(*each); each = each->getPrevNode()) first = each;
    return first;
  }

  // The jump into the block becomes the end.
  void replaceBy(BasicBlock* rest) {
    Instruction* jump = rest->getSinglePredecessor()->getTerminator();
    llvm::ReturnInst* end = llvm::ReturnInst::Create(module_.getContext(), nullptr, jump->getIterator());
    end->setDebugLoc(jump->getDebugLoc());
    jump->eraseFromParent();
  }

  // Ways that never come to one of these any more end at once.
  void endBehind(const std::vector<Instruction*>& last) {
    if (last.empty()) return;
    std::set<BasicBlock*> reaches;
    for (Instruction* each : last) {
      reaches.insert(each->getParent());
      if (!each->isTerminator() && !llvm::isa<llvm::ReturnInst>(each->getNextNode()))
        each->getParent()->splitBasicBlock(each->getNextNode(), "cleave.behind");
    }
    std::vector<BasicBlock*> work(reaches.begin(), reaches.end());
    while (!work.empty()) {
      BasicBlock* at = work.back();
      work.pop_back();
      for (BasicBlock* each : llvm::predecessors(at))
        if (reaches.insert(each).second) work.push_back(each);
    }
    BasicBlock* done = BasicBlock::Create(module_.getContext(), "cleave.done", made_);
    llvm::ReturnInst* end = llvm::ReturnInst::Create(module_.getContext(), done);
    end->setDebugLoc(last.front()->getDebugLoc());
    for (BasicBlock& block : *made_) {
      if (!reaches.contains(&block)) continue;
      Instruction* leaving = block.getTerminator();
      for (unsigned k = 0; k < leaving->getNumSuccessors(); ++k)
        if (BasicBlock* next = leaving->getSuccessor(k); !reaches.contains(next) && !next->isEHPad()) {
          next->removePredecessor(&block);
          leaving->setSuccessor(k, done);
        }
    }
  }

  // Where the target is done.
  Instruction* lastMark() {
    const auto* mark = module_.getNamedGlobal(markOf(plan_.number, "n"));
    for (Instruction& inst : llvm::instructions(*made_))
      if (isOursStore(inst, *mark)) return &inst;
    UNREACHABLE("a target without its marks");
  }

  // --- variables

  llvm::GlobalVariable& inputOf(const InputVariable& variable) {
    const std::string name = "cleave_at_" + std::to_string(plan_.change) + "." + variable.name;
    if (llvm::GlobalVariable* known = module_.getNamedGlobal(name)) return *known;
    const auto* own = llvm::dyn_cast<llvm::AllocaInst>(variable.storage);
    const auto* argument = llvm::dyn_cast<llvm::Argument>(variable.storage);
    llvm::Type* type = own != nullptr ? own->getAllocatedType() : argument->getPointeeInMemoryValueType();
    auto* global = new llvm::GlobalVariable(module_, type, false, llvm::GlobalValue::ExternalLinkage, llvm::Constant::getNullValue(type), name);
    llvm::DICompileUnit* unit = plan_.function->getSubprogram()->getUnit();
    llvm::DIBuilder builder(module_, true, unit);
    auto* shown = const_cast<llvm::DIType*>(typeOf(*variable.storage, *plan_.function));
    global->addDebugInfo(builder.createGlobalVariableExpression(unit, variable.name, "", unit->getFile(), 0, shown, false));
    builder.finalize();
    return *global;
  }

  void bindVariables() {
    for (const InputVariable& each : variables_) {
      if (!llvm::isa<llvm::AllocaInst>(each.storage)) continue;
      auto* own = llvm::dyn_cast_or_null<llvm::AllocaInst>(static_cast<llvm::Value*>(map_[each.storage]));
      if (own == nullptr) continue;
      own->replaceAllUsesWith(&inputOf(each));
      own->eraseFromParent();
    }
  }

  void finish() {
    std::vector<llvm::ReturnInst*> ends;
    for (BasicBlock& block : *made_)
      if (auto* end = llvm::dyn_cast<llvm::ReturnInst>(block.getTerminator()); end != nullptr && end->getReturnValue() != nullptr) ends.push_back(end);
    for (llvm::ReturnInst* end : ends) {
      llvm::ReturnInst* plain = llvm::ReturnInst::Create(module_.getContext(), nullptr, end->getIterator());
      plain->setDebugLoc(end->getDebugLoc());
      end->eraseFromParent();
    }
    llvm::removeUnreachableBlocks(*made_);
  }

  const PartialPlan& plan_;
  const std::vector<InputVariable>& variables_;
  llvm::Module& module_;
  Marks marks_;
  Function* made_ = nullptr;
  Instruction* start_ = nullptr;
  std::set<Instruction*> again_;
  llvm::ValueToValueMapTy map_;
};

}  // namespace

std::string markOf(uint32_t number, const std::string& what) { return "cleave_property_" + std::to_string(number) + "_" + what; }

std::vector<InputVariable> variablesAt(const llvm::Instruction& place) {
  auto& function = *const_cast<Function*>(place.getFunction());
  const llvm::DILocation* location = place.getDebugLoc().get();
  for (const Instruction* next = &place; location == nullptr && next != nullptr; next = next->getNextNode()) location = next->getDebugLoc().get();
  const llvm::DIScope* scope = location != nullptr ? location->getScope() : function.getSubprogram();
  const llvm::DominatorTree tree(function);
  std::map<std::string, std::pair<int, const llvm::Value*>> nearest;
  std::vector<std::string> order;
  for (const DeclaredHere& each : declarationsIn(function)) {
    const int far = scopesBetween(scope, each.variable->getScope());
    if (far < 0 || each.storage == nullptr) continue;
    const auto* argument = llvm::dyn_cast<llvm::Argument>(each.storage);
    if (!llvm::isa<llvm::AllocaInst>(each.storage) && (argument == nullptr || argument->getPointeeInMemoryValueType() == nullptr)) continue;
    // One that is declared right there, or later, has no value yet.
    const bool isDeclared = each.variable->getArg() != 0 || (each.place != nullptr && each.place != &place && tree.dominates(each.place, &place));
    if (!isDeclared) continue;
    const std::string name = each.variable->getName().str();
    if (name.empty()) continue;
    const auto [known, isNew] = nearest.try_emplace(name, far, each.storage);
    if (isNew) order.push_back(name);
    if (far < known->second.first) known->second = {far, each.storage};
  }
  std::vector<InputVariable> variables;
  for (const std::string& name : order) variables.push_back({name, nearest.at(name).second});
  return variables;
}

std::string parameterName(Function& function, unsigned number) {
  for (const DeclaredHere& each : declarationsIn(function))
    if (each.variable->getArg() == number) return each.variable->getName().str();
  return "";
}

std::string addPartial(const PartialPlan& plan, const std::vector<InputVariable>& variables) { return Maker(plan, variables).run(); }

bool canKeepOld(const CodeStatement& statement) {
  const auto* store = llvm::dyn_cast<llvm::StoreInst>(statement.root);
  return store != nullptr && isKeepable(store->getValueOperand()->getType()) && !store->isVolatile();
}

std::vector<std::string> valuesOf(const CodeStatement& statement) {
  std::vector<std::string> values;
  for (const Kept& kept : keptOf(*statement.root)) values.push_back(kept.what);
  return values;
}

}  // namespace cleave::statements
