// A walk over instructions, with queues by distance: edges within a statement (through registers) cost nothing, all others one step. Each
// instruction is taken once, at its least distance, so it ends. Where a written place is read is searched forward over the blocks from the
// write on, until it is overwritten for sure; into functions that are called, where the place is a global or lies behind a pointer, and
// into callers, where it outlives the function.
#include "statements/private/dependence.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <set>

#include "statements/private/locations.h"

namespace cleave::statements {

using llvm::BasicBlock;
using llvm::Function;
using llvm::Instruction;

// Which blocks run or not as a branch decides.
struct Dependence::Flow {
  llvm::PostDominatorTree tree;

  explicit Flow(Function& function) : tree(function) {}

  std::vector<BasicBlock*> controlledBy(const Instruction& branch) const {
    std::vector<BasicBlock*> blocks;
    auto* block = const_cast<BasicBlock*>(branch.getParent());
    const llvm::DomTreeNode* own = tree.getNode(block);
    const llvm::DomTreeNode* stop = own != nullptr ? own->getIDom() : nullptr;
    for (BasicBlock* next : llvm::successors(block))
      for (const llvm::DomTreeNode* node = tree.getNode(next); node != nullptr && node != stop && node->getBlock() != nullptr; node = node->getIDom())
        if (std::ranges::find(blocks, node->getBlock()) == blocks.end()) blocks.push_back(node->getBlock());
    return blocks;
  }
};

class Dependence::Walk {
 public:
  // `alsoLater`: also what functions read that were left, where they are called again.
  Walk(Dependence& all, unsigned most, bool alsoLater) : all_(all), layout_(all.module_.getDataLayout()), most_(most), alsoLater_(alsoLater), queues_(most + 1) {}

  void seed(Instruction& inst) { reach(inst, 0); }

  std::map<Instruction*, unsigned> run() {
    for (unsigned distance = 0; distance <= most_; ++distance)
      for (size_t k = 0; k < queues_[distance].size(); ++k) {  // grows meanwhile
        Instruction* inst = queues_[distance][k];
        if (distances_.at(inst) == distance) follow(*inst, distance);
      }
    return std::move(distances_);
  }

 private:
  void reach(Instruction& inst, unsigned distance) {
    if (distance > most_ || llvm::isa<llvm::AllocaInst>(inst) || llvm::isa<llvm::DbgInfoIntrinsic>(inst)) return;
    const auto [known, isNew] = distances_.emplace(&inst, distance);
    if (!isNew && known->second <= distance) return;
    known->second = distance;
    queues_[distance].push_back(&inst);
  }

  // A new statement is a step away.
  void step(Instruction& inst, unsigned distance) {
    if (distance < most_) reach(inst, distance + 1);
  }

  void follow(Instruction& inst, unsigned distance) {
    for (llvm::User* user : inst.users())
      if (auto* next = llvm::dyn_cast<Instruction>(user)) reach(*next, distance);
    for (const Location& written : writesOf(inst, layout_)) followMemory(inst, written, distance);
    if (inst.isTerminator() && inst.getNumSuccessors() > 1 && !llvm::isa<llvm::InvokeInst>(inst)) followControl(inst, distance);
    if (auto* call = llvm::dyn_cast<llvm::CallBase>(&inst)) followCall(*call, distance);
    if (auto* end = llvm::dyn_cast<llvm::ReturnInst>(&inst); end != nullptr && end->getReturnValue() != nullptr) followReturn(*end, distance);
  }

  void followControl(Instruction& branch, unsigned distance) {
    const FunctionStatements& statements = all_.statementsOf(*branch.getFunction());
    const uint32_t own = statements.of(branch);
    // What an expression chooses from is within the statement.
    if (own != FunctionStatements::kNone)
      for (Instruction* inst : statements.all()[own].instructions)
        if (llvm::isa<llvm::PHINode>(inst)) reach(*inst, distance);
    for (BasicBlock* block : all_.flowOf(*branch.getFunction()).controlledBy(branch))
      for (Instruction& inst : *block)
        if (const uint32_t k = statements.of(inst); k == own) {
          reach(inst, distance);
        } else if (k != FunctionStatements::kNone) {
          step(inst, distance);
        }
  }

  // --- calls

  static Function* calleeOf(const llvm::CallBase& call) {
    Function* callee = call.getCalledFunction();
    return callee != nullptr && !callee->isDeclaration() ? callee : nullptr;
  }

  void followCall(llvm::CallBase& call, unsigned distance) {
    Function* callee = calleeOf(call);
    if (callee == nullptr) return;
    for (llvm::Argument& argument : callee->args()) {
      if (argument.getArgNo() >= call.arg_size() || !isReached(call.getArgOperand(argument.getArgNo()), call)) continue;
      for (llvm::User* user : argument.users())
        if (auto* next = llvm::dyn_cast<Instruction>(user)) reach(*next, distance);
    }
  }

  // Of a call that was reached for its own sake (it is a change, or is run or not) all arguments count.
  bool isReached(const llvm::Value* value, const llvm::CallBase& call) const {
    const auto* inst = llvm::dyn_cast<Instruction>(value);
    if (inst != nullptr && distances_.contains(const_cast<Instruction*>(inst))) return true;
    for (const llvm::Use& use : call.args())
      if (const auto* other = llvm::dyn_cast<Instruction>(use.get()); other != nullptr && distances_.contains(const_cast<Instruction*>(other)))
        return false;
    return true;
  }

  void followReturn(llvm::ReturnInst& end, unsigned distance) {
    for (llvm::User* user : end.getFunction()->users())
      if (auto* call = llvm::dyn_cast<llvm::CallBase>(user); call != nullptr && call->getCalledFunction() == end.getFunction() && !call->use_empty())
        step(*call, distance);
  }

  // --- memory

  void followMemory(Instruction& from, const Location& place, unsigned distance) {
    // What a function keeps to return is read by its return, which is no statement of its own.
    const llvm::AllocaInst* result = resultSlot(*from.getFunction());
    if (result != nullptr && place.object == result) {
      for (llvm::User* user : const_cast<llvm::AllocaInst*>(result)->users())
        if (auto* load = llvm::dyn_cast<llvm::LoadInst>(user)) reach(*load, distance);
      return;
    }
    std::set<const Function*> entered;
    left_.clear();
    searchFrom(from, place, distance, entered);
  }

  // `from`: it reads and writes nothing of interest itself.
  void searchFrom(Instruction& from, const Location& place, unsigned distance, std::set<const Function*>& entered) {
    std::set<BasicBlock*> seen;
    std::vector<BasicBlock*> work;
    bool leaves = search(from.getNextNode(), place, distance, entered);
    if (leaves) work.assign(llvm::succ_begin(from.getParent()), llvm::succ_end(from.getParent()));
    bool returns = leaves && llvm::isa<llvm::ReturnInst>(from.getParent()->getTerminator());
    while (!work.empty()) {
      BasicBlock* block = work.back();
      work.pop_back();
      if (!seen.insert(block).second) continue;
      if (!search(&block->front(), place, distance, entered)) continue;
      returns = returns || llvm::isa<llvm::ReturnInst>(block->getTerminator());
      work.insert(work.end(), llvm::succ_begin(block), llvm::succ_end(block));
    }
    if (returns && !place.isLocal) searchCallers(*from.getFunction(), place, distance, entered);
  }

  // From the instruction to the end of its block; false: the place was overwritten.
  bool search(Instruction* from, const Location& place, unsigned distance, std::set<const Function*>& entered) {
    for (Instruction* inst = from; inst != nullptr; inst = inst->getNextNode()) {
      for (const Location& read : readsOf(*inst, layout_))
        if (mayOverlap(read, place)) step(*inst, distance);
      for (const Location& written : writesOf(*inst, layout_))
        if (overwrites(written, place)) return false;
      const auto* call = llvm::dyn_cast<llvm::CallBase>(inst);
      if (call == nullptr || place.isLocal || llvm::isa<llvm::IntrinsicInst>(call)) continue;
      Function* callee = calleeOf(*call);
      if (callee == nullptr) continue;
      const Location inside = placeIn(*callee, *call, place);
      searchFunction(*callee, inside, distance, entered);
    }
    return true;
  }

  // A variable of the caller lies behind some pointer in the function that is called.
  static Location placeIn(const Function&, const llvm::CallBase&, const Location& place) {
    if (place.object == nullptr || llvm::isa<llvm::GlobalVariable>(place.object)) return place;
    Location inside = place;
    inside.object = nullptr;
    inside.offset.reset();
    return inside;
  }

  void searchFunction(Function& function, const Location& place, unsigned distance, std::set<const Function*>& entered) {
    if (!entered.insert(&function).second) return;
    for (Instruction& inst : llvm::instructions(function)) {
      for (const Location& read : readsOf(inst, layout_))
        if (mayOverlap(read, place)) step(inst, distance);
      const auto* call = llvm::dyn_cast<llvm::CallBase>(&inst);
      if (call == nullptr || llvm::isa<llvm::IntrinsicInst>(call)) continue;
      if (Function* callee = calleeOf(*call)) searchFunction(*callee, place, distance, entered);
    }
  }

  void searchCallers(Function& function, const Location& place, unsigned distance, std::set<const Function*>& entered) {
    if (!(alsoLater_ ? left_ : entered).insert(&function).second) return;
    Location outside = place;
    if (place.object != nullptr && !llvm::isa<llvm::GlobalVariable>(place.object)) {
      outside.object = nullptr;
      outside.offset.reset();
    }
    for (llvm::User* user : function.users())
      if (auto* call = llvm::dyn_cast<llvm::CallBase>(user); call != nullptr && call->getCalledFunction() == &function)
        searchFrom(*call, outside, distance, entered);
  }

  Dependence& all_;
  const llvm::DataLayout& layout_;
  unsigned most_;
  bool alsoLater_;
  std::set<const Function*> left_;                 // of the place that is searched for
  std::vector<std::vector<Instruction*>> queues_;  // by distance
  std::map<Instruction*, unsigned> distances_;
};

Dependence::Dependence(llvm::Module& module) : module_(module) {
  for (const Function& function : module) order_.emplace(&function, static_cast<uint32_t>(order_.size()));
}

Dependence::~Dependence() = default;

const FunctionStatements& Dependence::statementsOf(Function& function) {
  std::unique_ptr<FunctionStatements>& known = statements_[&function];
  if (known == nullptr) known = std::make_unique<FunctionStatements>(function);
  return *known;
}

const Dependence::Flow& Dependence::flowOf(Function& function) {
  std::unique_ptr<Flow>& known = flows_[&function];
  if (known == nullptr) known = std::make_unique<Flow>(function);
  return *known;
}

std::map<std::pair<Function*, uint32_t>, unsigned> Dependence::nearest(Function& function, const std::vector<uint32_t>& statements, unsigned most, bool alsoLater) {
  Walk walk(*this, most, alsoLater);
  for (const uint32_t k : statements)
    for (Instruction* inst : statementsOf(function).all()[k].instructions) walk.seed(*inst);
  std::map<std::pair<Function*, uint32_t>, unsigned> nearest;
  for (const auto& [inst, distance] : walk.run()) {
    if (!hasStatements(*inst->getFunction())) continue;
    const uint32_t k = statementsOf(*inst->getFunction()).of(*inst);
    if (k == FunctionStatements::kNone) continue;
    const auto [known, isNew] = nearest.emplace(std::pair(inst->getFunction(), k), distance);
    if (!isNew) known->second = std::min(known->second, distance);
  }
  return nearest;
}

std::vector<Dependence::Reached> Dependence::sorted(const std::map<std::pair<Function*, uint32_t>, unsigned>& found) const {
  std::vector<Reached> reached;
  for (const auto& [at, distance] : found) reached.push_back({at.first, at.second, distance});
  std::ranges::sort(reached, {}, [&](const Reached& each) { return std::tuple(each.distance, order_.at(each.function), each.statement); });
  return reached;
}

std::vector<Dependence::Reached> Dependence::from(Function& function, const std::vector<uint32_t>& statements, unsigned most) {
  return sorted(nearest(function, statements, most, false));
}

std::vector<Dependence::Reached> Dependence::later(Function& function, const std::vector<uint32_t>& statements, unsigned most) {
  const auto known = nearest(function, statements, most, false);
  auto all = nearest(function, statements, most, true);
  std::erase_if(all, [&](const auto& each) { return known.contains(each.first); });
  return sorted(all);
}

}  // namespace cleave::statements
