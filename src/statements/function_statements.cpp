#include "statements/private/function_statements.h"

#include <llvm/Analysis/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>
#include <memory>
#include <numeric>
#include <set>

namespace cleave::statements {
namespace {

using llvm::Instruction;

bool isCode(const Instruction& inst) { return !llvm::isa<llvm::DbgInfoIntrinsic>(inst) && !llvm::isa<llvm::AllocaInst>(inst); }

// The compiler's own: marks of lifetimes and the like, and cleaning up.
bool isSilentCall(const Instruction& inst) {
  const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&inst);
  return call != nullptr && !llvm::isa<llvm::MemIntrinsic>(call) && call->getType()->isVoidTy();
}

bool isSpill(const Instruction& inst) {
  const auto* store = llvm::dyn_cast<llvm::StoreInst>(&inst);
  return store != nullptr && llvm::isa<llvm::Argument>(store->getValueOperand()) && llvm::isa<llvm::AllocaInst>(store->getPointerOperand()) &&
         inst.getParent() == &inst.getFunction()->getEntryBlock() && !inst.getDebugLoc();
}

// Leaves something behind, so that a statement ends here.
bool isRoot(const Instruction& inst, const llvm::AllocaInst* result) {
  if (isSpill(inst) || isSilentCall(inst)) return false;
  if (const auto* branch = llvm::dyn_cast<llvm::BranchInst>(&inst)) return branch->isConditional();
  if (llvm::isa<llvm::SwitchInst>(inst)) return true;
  if (const auto* end = llvm::dyn_cast<llvm::ReturnInst>(&inst)) {
    if (end->getReturnValue() == nullptr) return false;
    const auto* load = llvm::dyn_cast<llvm::LoadInst>(end->getReturnValue());
    return load == nullptr || result == nullptr || load->getPointerOperand() != result;
  }
  if (llvm::isa<llvm::StoreInst>(inst) || llvm::isa<llvm::MemIntrinsic>(inst) || llvm::isa<llvm::AtomicRMWInst>(inst) ||
      llvm::isa<llvm::AtomicCmpXchgInst>(inst))
    return true;
  return llvm::isa<llvm::CallBase>(inst) && inst.use_empty();
}

// Trees of instructions as sets that grow together.
class Sets {
 public:
  explicit Sets(size_t size) : parent_(size) { std::iota(parent_.begin(), parent_.end(), 0u); }
  uint32_t of(uint32_t k) {
    while (parent_[k] != k) k = parent_[k] = parent_[parent_[k]];
    return k;
  }
  void join(uint32_t a, uint32_t b) { parent_[of(a)] = of(b); }

 private:
  std::vector<uint32_t> parent_;
};

class Finder {
 public:
  Finder(llvm::Function& function) : function_(function), result_(resultSlot(function)) {
    for (Instruction& inst : llvm::instructions(function)) {
      if (!isCode(inst) || isSpill(inst) || isLoadedOnce(inst)) continue;
      numbers_[&inst] = static_cast<uint32_t>(code_.size());
      code_.push_back(&inst);
    }
  }

  std::vector<CodeStatement> run() {
    Sets sets(code_.size());
    for (uint32_t k = 0; k < code_.size(); ++k)
      for (const llvm::Use& use : code_[k]->operands())
        if (const auto* operand = llvm::dyn_cast<Instruction>(use.get()); operand != nullptr && numbers_.contains(operand))
          sets.join(k, numbers_.at(operand));
    for (llvm::BasicBlock& block : function_)
      for (llvm::PHINode& phi : block.phis()) joinBranches(block, phi, sets);
    std::map<uint32_t, std::vector<Instruction*>> trees;
    for (uint32_t k = 0; k < code_.size(); ++k) trees[sets.of(k)].push_back(code_[k]);
    std::vector<CodeStatement> statements;
    for (const auto& [set, tree] : trees) add(tree, statements);
    std::ranges::sort(statements, {}, [&](const CodeStatement& each) { return numbers_.at(each.first); });
    return statements;
  }

 private:
  // The branches that choose among the values of a phi: those between its block and the one that dominates it.
  void joinBranches(llvm::BasicBlock& block, llvm::PHINode& phi, Sets& sets) {
    if (!numbers_.contains(&phi)) return;
    const llvm::DomTreeNode* node = tree().getNode(&block);
    if (node == nullptr || node->getIDom() == nullptr) return;
    llvm::BasicBlock* top = node->getIDom()->getBlock();
    std::set<llvm::BasicBlock*> seen;
    std::vector<llvm::BasicBlock*> work(llvm::pred_begin(&block), llvm::pred_end(&block));
    while (!work.empty()) {
      llvm::BasicBlock* at = work.back();
      work.pop_back();
      if (!seen.insert(at).second) continue;
      if (numbers_.contains(at->getTerminator())) sets.join(numbers_.at(&phi), numbers_.at(at->getTerminator()));
      if (at != top) work.insert(work.end(), llvm::pred_begin(at), llvm::pred_end(at));
    }
  }

  const llvm::DominatorTree& tree() {
    if (tree_ == nullptr) tree_ = std::make_unique<llvm::DominatorTree>(function_);
    return *tree_;
  }

  void add(const std::vector<Instruction*>& tree, std::vector<CodeStatement>& into) const {
    Instruction* root = nullptr;
    for (Instruction* inst : tree)
      if (isRoot(*inst, result_) && (root == nullptr || isBetterRoot(*inst, *root))) root = inst;
    if (root == nullptr) return;
    const llvm::DILocation* location = locationOf(tree, *root);
    if (location == nullptr) return;
    CodeStatement statement;
    statement.root = root;
    statement.first = tree.front();
    statement.instructions = tree;
    Statement& shown = statement.shown;
    shown.function = function_.getName();
    shown.display = function_.getSubprogram()->getName();
    shown.kind = kindOf(*root);
    shown.file = location->getFilename();
    shown.line = location->getLine();
    shown.column = location->getColumn();
    shown.defines = definesOf(*root);
    shown.prints = prints(*root);
    statement.key = std::to_string(static_cast<int>(shown.kind)) + " " + shown.defines;
    for (const Instruction* inst : tree) statement.text += textOf(*inst) + "\n";
    into.push_back(std::move(statement));
  }

  // A branch within an expression is no root of the whole.
  static bool isBetterRoot(const Instruction& inst, const Instruction& than) {
    const bool one = llvm::isa<llvm::BranchInst>(inst), other = llvm::isa<llvm::BranchInst>(than);
    return one == other || other;
  }

  static const llvm::DILocation* locationOf(const std::vector<Instruction*>& tree, const Instruction& root) {
    if (root.getDebugLoc() && root.getDebugLoc().getLine() != 0) return root.getDebugLoc().get();
    for (const Instruction* inst : tree)
      if (inst->getDebugLoc() && inst->getDebugLoc().getLine() != 0) return inst->getDebugLoc().get();
    return nullptr;
  }

  Kind kindOf(const Instruction& root) const {
    if (llvm::isa<llvm::BranchInst>(root) || llvm::isa<llvm::SwitchInst>(root)) return Kind::Branch;
    if (llvm::isa<llvm::ReturnInst>(root)) return Kind::Return;
    if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&root))
      return result_ != nullptr && store->getPointerOperand() == result_ ? Kind::Return : Kind::Assignment;
    return llvm::isa<llvm::CallBase>(root) && !llvm::isa<llvm::MemIntrinsic>(root) ? Kind::Call : Kind::Assignment;
  }

  std::string definesOf(const Instruction& root) const {
    if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&root)) return result_ == store->getPointerOperand() ? "" : placeName(*store->getPointerOperand());
    if (const auto* copy = llvm::dyn_cast<llvm::MemIntrinsic>(&root)) return placeName(*copy->getDest());
    if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&root)) {
      const llvm::Function* callee = call->getCalledFunction();
      if (callee == nullptr) return "";
      return callee->getSubprogram() != nullptr ? callee->getSubprogram()->getName().str() : callee->getName().str();
    }
    return "";
  }

  static bool prints(const Instruction& root) {
    static constexpr std::string_view kPrinting[] = {"printf", "fprintf", "vprintf", "vfprintf", "puts", "fputs", "putchar", "putc", "fputc", "fwrite", "write", "perror"};
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&root);
    const llvm::Function* callee = call != nullptr ? call->getCalledFunction() : nullptr;
    return callee != nullptr && callee->isDeclaration() && std::ranges::find(kPrinting, std::string_view(callee->getName())) != std::end(kPrinting);
  }

  // As the source would say it, roughly: "x", "p->...", "a[...]".
  static std::string placeName(const llvm::Value& pointer) {
    if (const std::string name = variableName(pointer); !name.empty()) return name;
    if (const auto* address = llvm::dyn_cast<llvm::GEPOperator>(&pointer)) {
      const std::string base = placeName(*address->getPointerOperand());
      if (base.empty()) return "";
      const bool isField = address->getSourceElementType()->isStructTy();
      const bool isBehind = llvm::isa<llvm::LoadInst>(address->getPointerOperand());
      return isField ? base + (isBehind ? "->" : ".") + fieldName(*address) : base + "[]";
    }
    if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&pointer)) return placeName(*load->getPointerOperand());
    return "";
  }

  static std::string fieldName(const llvm::GEPOperator& address) {
    if (!address.getName().empty()) {
      const llvm::StringRef name = address.getName();
      return name.rtrim("0123456789").str();
    }
    return "...";
  }

  // --- what an instruction does, without lines and numbers

  std::string textOf(const Instruction& inst) const {
    std::string text = inst.getOpcodeName();
    llvm::raw_string_ostream out(text);
    out << ' ';
    inst.getType()->print(out);
    if (const auto* compare = llvm::dyn_cast<llvm::CmpInst>(&inst)) out << ' ' << llvm::CmpInst::getPredicateName(compare->getPredicate());
    if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&inst)) out << (load->isVolatile() ? " volatile" : "");
    if (const auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(&inst)) {
      out << ' ';
      address->getSourceElementType()->print(out);
    }
    for (const llvm::Use& use : inst.operands()) {
      if (llvm::isa<llvm::BasicBlock>(use.get())) continue;
      out << ", " << operandText(*use.get());
    }
    return out.str();
  }

  std::string operandText(const llvm::Value& value) const {
    std::string text;
    llvm::raw_string_ostream out(text);
    if (const auto* argument = llvm::dyn_cast<llvm::Argument>(&value)) {
      out << "argument " << argument->getArgNo();
    } else if (const auto* global = llvm::dyn_cast<llvm::GlobalVariable>(&value); global != nullptr && global->hasPrivateLinkage() && global->hasInitializer()) {
      global->getInitializer()->printAsOperand(out);  // texts have numbers for names
    } else if (llvm::isa<llvm::GlobalValue>(value)) {
      out << '@' << value.getName();
    } else if (llvm::isa<llvm::AllocaInst>(value)) {
      const std::string name = variableName(value);
      out << '$' << (name.empty() ? value.getName().rtrim("0123456789").str() : name);
    } else if (llvm::isa<Instruction>(value)) {
      out << "value";
    } else if (llvm::isa<llvm::MetadataAsValue>(value)) {
      out << "metadata";
    } else {
      value.printAsOperand(out, true, function_.getParent());
    }
    return out.str();
  }

  llvm::Function& function_;
  const llvm::AllocaInst* result_;
  std::unique_ptr<llvm::DominatorTree> tree_;
  std::vector<Instruction*> code_;
  std::map<const Instruction*, uint32_t> numbers_;
};

}  // namespace

bool hasStatements(const llvm::Function& function) {
  const llvm::DISubprogram* subprogram = function.getSubprogram();
  return !function.isDeclaration() && subprogram != nullptr && !function.hasFnAttribute(llvm::Attribute::Naked) &&
         !function.isPresplitCoroutine();
}

bool isLoadedOnce(const llvm::Instruction& inst) {
  const auto* load = llvm::dyn_cast<llvm::LoadInst>(&inst);
  if (load == nullptr || load->getParent() != &load->getFunction()->getEntryBlock()) return false;
  const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(load->getPointerOperand());
  return variable != nullptr && variable->getName() == "this.addr";
}

std::string variableName(const llvm::Value& storage) {
  auto* value = const_cast<llvm::Value*>(&storage);
  if (const auto* global = llvm::dyn_cast<llvm::GlobalVariable>(value)) {
    llvm::SmallVector<llvm::DIGlobalVariableExpression*, 1> known;
    global->getDebugInfo(known);
    return known.empty() ? global->getName().str() : known.front()->getVariable()->getName().str();
  }
  for (const llvm::DbgDeclareInst* declare : llvm::findDbgDeclares(value)) return declare->getVariable()->getName().str();
  for (const llvm::DbgVariableRecord* record : llvm::findDVRDeclares(value)) return record->getVariable()->getName().str();
  return "";
}

const llvm::AllocaInst* resultSlot(const llvm::Function& function) {
  for (const llvm::BasicBlock& block : function)
    if (const auto* end = llvm::dyn_cast<llvm::ReturnInst>(block.getTerminator()))
      if (end->getReturnValue() != nullptr)
        if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(end->getReturnValue()))
          if (const auto* slot = llvm::dyn_cast<llvm::AllocaInst>(load->getPointerOperand()); slot != nullptr && variableName(*slot).empty() && slot->getName() == "retval")
            return slot;
  return nullptr;
}

FunctionStatements::FunctionStatements(llvm::Function& function) : function_(&function), statements_(Finder(function).run()) {
  for (uint32_t k = 0; k < statements_.size(); ++k)
    for (const llvm::Instruction* inst : statements_[k].instructions) statementOf_[inst] = k;
}

uint32_t FunctionStatements::of(const llvm::Instruction& instruction) const {
  const auto found = statementOf_.find(&instruction);
  return found == statementOf_.end() ? kNone : found->second;
}

}  // namespace cleave::statements
