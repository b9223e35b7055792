// Instructions and variables are found again in the copy by marks (metadata), which copying and inlining take along.
#include "statements/private/context.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <algorithm>
#include <deque>
#include <map>
#include <set>

namespace cleave::statements {
namespace {

using llvm::CallBase;
using llvm::Function;
using llvm::Instruction;

constexpr const char* kStart = "cleave.start";
constexpr const char* kCall = "cleave.call";
constexpr const char* kFirst = "cleave.first";
constexpr const char* kRoot = "cleave.root";
constexpr const char* kVariable = "cleave.variable";

void mark(Instruction& inst, const char* kind, const std::string& text = "") {
  inst.setMetadata(kind, llvm::MDNode::get(inst.getContext(), llvm::MDString::get(inst.getContext(), text)));
}

Instruction* findMarked(Function& function, const char* kind) {
  for (Instruction& inst : llvm::instructions(function))
    if (inst.getMetadata(kind) != nullptr) return &inst;
  return nullptr;
}

std::vector<CallBase*> directCalls(Function& caller) {
  std::vector<CallBase*> calls;
  for (Instruction& inst : llvm::instructions(caller))
    if (auto* call = llvm::dyn_cast<CallBase>(&inst); call != nullptr && !llvm::isa<llvm::IntrinsicInst>(call))
      if (Function* callee = call->getCalledFunction(); callee != nullptr && !callee->isDeclaration()) calls.push_back(call);
  return calls;
}

// All marks that are set, to be taken away again.
class Marked {
 public:
  void add(Instruction& inst, const char* kind, const std::string& text = "") {
    mark(inst, kind, text);
    marked_.emplace_back(&inst, kind);
  }
  ~Marked() {
    for (const auto& [inst, kind] : marked_) inst->setMetadata(kind, nullptr);
  }

 private:
  std::vector<std::pair<Instruction*, const char*>> marked_;
};

void markVariables(Marked& marked, const std::vector<InputVariable>& variables, const std::string& prefix) {
  for (const InputVariable& each : variables)
    if (auto* storage = llvm::dyn_cast<llvm::AllocaInst>(const_cast<llvm::Value*>(each.storage))) marked.add(*storage, kVariable, prefix + each.name);
}

}  // namespace

bool isCalledFrom(Function& callee, Function& caller) {
  std::set<Function*> seen{&caller};
  std::vector<Function*> work{&caller};
  while (!work.empty()) {
    Function* at = work.back();
    work.pop_back();
    if (at == &callee) return true;
    for (CallBase* call : directCalls(*at))
      if (seen.insert(call->getCalledFunction()).second) work.push_back(call->getCalledFunction());
  }
  return false;
}

std::vector<CallBase*> callsBetween(Function& caller, Function& callee, const CodeStatement& before) {
  std::map<Function*, CallBase*> from;  // the call by which it is entered
  std::deque<Function*> work{&caller};
  std::set<Function*> seen{&caller};
  while (!work.empty() && !from.contains(&callee)) {
    Function* at = work.front();
    work.pop_front();
    for (CallBase* call : directCalls(*at)) {
      Function* next = call->getCalledFunction();
      if (seen.insert(next).second) {
        from[next] = call;
        work.push_back(next);
      } else if (at == &caller && from.contains(next) && from[next]->getFunction() == &caller &&
                 std::ranges::find(before.instructions, call) != before.instructions.end()) {
        from[next] = call;  // the statement's own
      }
    }
  }
  std::vector<CallBase*> calls;
  for (Function* at = &callee; at != &caller; at = calls.back()->getFunction()) {
    const auto call = from.find(at);
    if (call == from.end() || calls.size() > 3) return {};
    calls.push_back(call->second);
  }
  std::ranges::reverse(calls);
  return calls;
}

Context makeContext(const std::vector<CallBase*>& calls, Instruction& start, const CodeStatement& target) {
  Context context;
  Function& caller = *calls.front()->getFunction();
  {
    Marked marked;
    marked.add(start, kStart);
    marked.add(*target.first, kFirst);
    marked.add(*target.root, kRoot);
    for (size_t k = 0; k < calls.size(); ++k) {
      marked.add(*calls[k], kCall, std::to_string(k));
      markVariables(marked, variablesAt(*calls[k]), calls[k]->getFunction()->getSubprogram()->getName().str() + "::");
    }
    markVariables(marked, variablesAt(start), "");
    llvm::ValueToValueMapTy map;
    context.function = llvm::CloneFunction(&caller, map);
    for (size_t k = 0; k < calls.size() && context.failure.empty(); ++k) {
      Instruction* next = nullptr;
      for (Instruction& inst : llvm::instructions(*context.function)) {
        const llvm::MDNode* node = inst.getMetadata(kCall);
        if (node != nullptr && llvm::cast<llvm::MDString>(node->getOperand(0))->getString() == std::to_string(k)) next = &inst;
      }
      llvm::InlineFunctionInfo info;
      if (next == nullptr || !llvm::InlineFunction(*llvm::cast<CallBase>(next), info).isSuccess()) context.failure = "the call cannot be followed back";
    }
  }
  context.start = findMarked(*context.function, kStart);
  context.target = target;
  context.target.first = findMarked(*context.function, kFirst);
  context.target.root = findMarked(*context.function, kRoot);
  // The first instruction of a statement may have been the call itself.
  if (context.target.first == nullptr) context.target.first = context.target.root;
  if (context.failure.empty() && (context.start == nullptr || context.target.root == nullptr)) context.failure = "the call cannot be followed back";
  for (Instruction& inst : llvm::instructions(*context.function))
    if (const llvm::MDNode* node = inst.getMetadata(kVariable))
      context.variables.push_back({llvm::cast<llvm::MDString>(node->getOperand(0))->getString().str(), &inst});
  return context;
}

}  // namespace cleave::statements
