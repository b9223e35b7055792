// From changed lines to partial functions: which statements changed, where both versions are looked at from, what depends on the change in
// either version, and a partial function of both for each such statement.
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>
#include <map>
#include <memory>
#include <set>

#include "statements/private/context.h"
#include "statements/private/dependence.h"
#include "statements/private/match.h"
#include "statements/private/partial.h"
#include "statements/statements.h"
#include "support/check.h"
#include "support/system_file.h"

namespace cleave::statements {
namespace {

using llvm::Function;
using llvm::Instruction;

constexpr uint32_t kNone = FunctionStatements::kNone;

struct VersionCode {
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> module;
  std::unique_ptr<Dependence> dependence;
};

// A function of both versions.
struct FunctionPairing {
  Both<Function*> function{nullptr, nullptr};
  StatementMatch match;
};

// What became of a change: its statements in each version.
struct ChangedStatements {
  const FunctionPairing* pairing = nullptr;
  Both<std::vector<uint32_t>> statements;
};

class PartialsMaker {
 public:
  explicit PartialsMaker(const PartialRequest& request) : request_(request) {}

  Expected<std::vector<Spread>> run() {
    for (const Side side : kSides)
      if (Status failed = read(side)) return *failed;
    std::vector<Spread> spreads;
    std::vector<ChangedStatements> changed;
    for (const ChangedLines& change : request_.changes) {
      Spread& spread = spreads.emplace_back();
      spread.change = change.id;
      changed.push_back(find(change, spread));
    }
    // From here on it is known what changed. Dependence is looked at before the code grows.
    std::vector<std::vector<Pending>> pending;
    for (size_t k = 0; k < spreads.size(); ++k) pending.push_back(spread(changed, k, spreads[k]));
    for (size_t k = 0; k < spreads.size(); ++k) addPartials(spreads[k], pending[k]);
    for (const Side side : kSides)
      if (Status failed = write(side)) return *failed;
    return spreads;
  }

 private:
  // An affected statement whose partial functions are still to be made.
  struct Pending {
    Affected affected;
    Both<Function*> function{nullptr, nullptr};
    Both<uint32_t> statement{kNone, kNone};
    Both<Instruction*> start{nullptr, nullptr};
    Both<Function*> from{nullptr, nullptr};
  };

  // --- files

  Status read(Side side) {
    VersionCode& version = versions_.of(side);
    llvm::SMDiagnostic problem;
    version.module = llvm::parseIRFile(request_.bitcode.of(side).string(), problem, version.context);
    if (version.module == nullptr) return Error{"cannot read " + request_.bitcode.of(side).string() + ": " + problem.getMessage().str()};
    version.dependence = std::make_unique<Dependence>(*version.module);
    return std::nullopt;
  }

  Status write(Side side) {
    llvm::Module& module = *versions_.of(side).module;
    std::string problems;
    llvm::raw_string_ostream text(problems);
    CHECK(!llvm::verifyModule(module, &text), "partial functions broke the module: " + problems);
    std::error_code error;
    llvm::raw_fd_ostream stream(request_.output.of(side).string(), error);
    if (!error) llvm::WriteBitcodeToFile(module, stream);
    stream.close();
    if (!error && stream.has_error()) error = stream.error();
    stream.clear_error();
    if (error) return Error{"cannot write " + request_.output.of(side).string() + ": " + error.message()};
    return std::nullopt;
  }

  // --- what changed

  const FunctionStatements& statements(Side side, Function* function) { return versions_.of(side).dependence->statementsOf(*function); }

  const FunctionPairing* pairingOf(const std::string& before, const std::string& after) {
    const auto [known, isNew] = pairings_.try_emplace({before, after});
    if (!isNew) return known->second.get();
    Function* x = versions_.before.module->getFunction(before);
    Function* y = versions_.after.module->getFunction(after);
    if (x == nullptr || y == nullptr || !hasStatements(*x) || !hasStatements(*y)) return nullptr;
    known->second = std::make_unique<FunctionPairing>();
    known->second->function = {x, y};
    known->second->match = matchStatements(statements(Side::Before, x), statements(Side::After, y));
    return known->second.get();
  }

  std::string partnerName(Side side, const std::string& name) const {
    for (const auto& [before, after] : request_.pairs)
      if ((side == Side::Before ? before : after) == name) return side == Side::Before ? after : before;
    return name;
  }

  ChangedStatements find(const ChangedLines& change, Spread& spread) {
    std::set<std::pair<std::string, std::string>> names;  // before, after
    for (const std::string& name : change.functions.before) names.emplace(name, partnerName(Side::Before, name));
    for (const std::string& name : change.functions.after) names.emplace(partnerName(Side::After, name), name);
    ChangedStatements best;
    for (const auto& [before, after] : names) {
      const FunctionPairing* pairing = pairingOf(before, after);
      if (pairing == nullptr) continue;
      ChangedStatements found = statementsOn(change, *pairing, true);
      if (found.statements.before.empty() && found.statements.after.empty()) found = statementsOn(change, *pairing, false);
      const bool isSome = !found.statements.before.empty() || !found.statements.after.empty();
      if (isSome && best.pairing == nullptr) best = found;
    }
    if (names.empty()) {
      spread.failure = "it is no change of a function";
    } else if (best.pairing == nullptr) {
      const auto isAlone = [&](const auto& name) {
        return versions_.before.module->getFunction(name.first) == nullptr || versions_.after.module->getFunction(name.second) == nullptr;
      };
      spread.isOneSided = std::ranges::all_of(names, isAlone);
      spread.failure = spread.isOneSided ? "one version does not have the function; what calls it is looked at" : "no statement stands there";
    }
    return best;
  }

  ChangedStatements statementsOn(const ChangedLines& change, const FunctionPairing& pairing, bool changedOnly) {
    ChangedStatements found;
    found.pairing = &pairing;
    Both<std::set<uint32_t>> chosen;
    for (const Side side : kSides) {
      const auto [first, last] = change.lines.of(side);
      const std::vector<CodeStatement>& all = statements(side, pairing.function.of(side)).all();
      for (uint32_t k = 0; k < all.size(); ++k) {
        if (first == 0) continue;
        const bool isChanged = pairing.match.isChanged.of(side)[k];
        const bool isThere = first <= all[k].shown.line && all[k].shown.line <= last && (isChanged || !changedOnly);
        if (isThere || (isChanged && choosesOnLines(*all[k].root, all[k].shown.line, first, last))) chosen.of(side).insert(k);
      }
    }
    // Whatever is changed has a changed partner, if it has one.
    for (const Side side : kSides)
      for (const uint32_t k : chosen.of(side))
        if (const uint32_t partner = pairing.match.partner.of(side)[k]; partner != kNone) chosen.of(otherSide(side)).insert(partner);
    for (const Side side : kSides) found.statements.of(side).assign(chosen.of(side).begin(), chosen.of(side).end());
    return found;
  }

  // A label has no code: another `case` is another switch, which stands above it.
  static bool choosesOnLines(const Instruction& root, uint32_t line, uint32_t first, uint32_t last) {
    const auto* choice = llvm::dyn_cast<llvm::SwitchInst>(&root);
    if (choice == nullptr) return false;
    uint32_t end = line;
    for (const llvm::BasicBlock* successor : llvm::successors(choice))
      for (const Instruction& inst : *successor)
        if (inst.getDebugLoc() && inst.getDebugLoc().getLine() != 0) {
          end = std::max(end, inst.getDebugLoc().getLine());
          break;
        }
    return line <= last && first <= end;
  }

  // --- where both versions are looked at from

  // Just before the first changed statement; where a version has none, at the place that corresponds to that of the other version.
  Instruction* startOf(Side side, const ChangedStatements& changed) {
    const FunctionPairing& pairing = *changed.pairing;
    const std::vector<CodeStatement>& all = statements(side, pairing.function.of(side)).all();
    if (!changed.statements.of(side).empty()) return all[changed.statements.of(side).front()].first;
    const Side other = otherSide(side);
    const std::vector<CodeStatement>& others = statements(other, pairing.function.of(other)).all();
    const uint32_t from = changed.statements.of(other).front();
    const auto partner = [&](uint32_t k) { return pairing.match.partner.of(other)[k]; };
    // Behind the statement that comes before it in its block.
    if (from > 0 && others[from - 1].root->getParent() == others[from].first->getParent() && partner(from - 1) != kNone)
      if (Instruction* root = all[partner(from - 1)].root; !root->isTerminator()) return root->getNextNode();
    // Before the one that comes behind, in its block.
    for (uint32_t k = from + 1; k < others.size() && others[k].first->getParent() == others[from].first->getParent(); ++k)
      if (partner(k) != kNone) return all[partner(k)].first;
    // Where the branch leads to that comes before it.
    const llvm::BasicBlock* block = others[from].first->getParent();
    if (const llvm::BasicBlock* above = block->getSinglePredecessor()) {
      const uint32_t branch = statements(other, pairing.function.of(other)).of(*above->getTerminator());
      if (branch != kNone && partner(branch) != kNone) {
        Instruction* end = all[partner(branch)].root;
        for (unsigned k = 0; k < above->getTerminator()->getNumSuccessors() && k < end->getNumSuccessors(); ++k)
          if (above->getTerminator()->getSuccessor(k) == block) return &*end->getSuccessor(k)->getFirstInsertionPt();
      }
    }
    return nextOf(changed, side, from);
  }

  // The next statement of the other version that this one has, too, if nothing but it can come next.
  Instruction* nextOf(const ChangedStatements& changed, Side side, uint32_t from) {
    const FunctionPairing& pairing = *changed.pairing;
    const Side other = otherSide(side);
    const FunctionStatements& theirs = statements(other, pairing.function.of(other));
    const llvm::BasicBlock* block = theirs.all()[from].root->getParent();
    // The statement itself may decide; then what both ways come to.
    std::set<const llvm::BasicBlock*> seen;
    while (block != nullptr && seen.insert(block).second) {
      for (const Instruction& inst : *block) {
        const uint32_t k = theirs.of(inst);
        if (k != kNone && k > from && pairing.match.partner.of(other)[k] != kNone)
          return statements(side, pairing.function.of(side)).all()[pairing.match.partner.of(other)[k]].first;
      }
      block = block->getSingleSuccessor();
    }
    return nullptr;
  }

  // --- what depends on it

  std::vector<Pending> spread(const std::vector<ChangedStatements>& all, size_t index, Spread& into) {
    const ChangedStatements& changed = all[index];
    if (!into.failure.empty()) return {};
    const FunctionPairing& pairing = *changed.pairing;
    Both<Instruction*> start;
    for (const Side side : kSides) {
      start.of(side) = startOf(side, changed);
      if (start.of(side) == nullptr) {
        into.failure = std::string("no place of ") + nameOf(side) + " corresponds to it";
        return {};
      }
      const FunctionStatements& own = statements(side, pairing.function.of(side));
      if (const uint32_t k = own.of(*start.of(side)); k != kNone) into.start.of(side) = own.all()[k].shown;
    }
    into.function = pairing.function.after->getName();
    if (into.function == "main") {
      into.wordCount = parameterName(*pairing.function.after, 1);
      into.words = parameterName(*pairing.function.after, 2);
    }
    for (const Instruction* inst = start.after; inst != nullptr && into.line == 0; inst = inst->getNextNode())
      if (inst->getDebugLoc()) {
        into.line = inst->getDebugLoc().getLine();
        into.column = inst->getDebugLoc().getCol();
      }
    const std::vector<InputVariable> variables = variablesAt(*start.after);
    for (const InputVariable& each : variables) into.variables.push_back(each.name);

    std::vector<Pending> pending, later;
    for (const Side side : {Side::After, Side::Before}) {
      Dependence& dependence = *versions_.of(side).dependence;
      Function& function = *pairing.function.of(side);
      const std::vector<uint32_t>& from = changed.statements.of(side);
      for (const Dependence::Reached& each : dependence.from(function, from, request_.distance)) pending.push_back(pendingAt(side, each));
      for (const Dependence::Reached& each : dependence.later(function, from, request_.distance)) later.push_back(pendingAt(side, each));
    }
    into.reaches = reachedChanges(all, index, pending);
    for (Pending& each : later) {
      each.affected.isLater = true;
      pending.push_back(std::move(each));
    }
    for (Pending& each : pending) {
      each.start = start;
      each.from = pairing.function;
    }
    return unique(std::move(pending), into);
  }

  // With its partner in the other version, if it has one.
  Pending pendingAt(Side side, const Dependence::Reached& reached) {
    Pending next;
    next.function.of(side) = reached.function;
    next.statement.of(side) = reached.statement;
    next.affected.distance = reached.distance;
    const std::string own = reached.function->getName().str(), partner = partnerName(side, own);
    const FunctionPairing* here = side == Side::Before ? pairingOf(own, partner) : pairingOf(partner, own);
    if (here == nullptr) return next;
    if (const uint32_t k = here->match.partner.of(side)[reached.statement]; k != kNone) {
      next.function.of(otherSide(side)) = here->function.of(otherSide(side));
      next.statement.of(otherSide(side)) = k;
    }
    return next;
  }

  std::vector<uint32_t> reachedChanges(const std::vector<ChangedStatements>& all, size_t index, const std::vector<Pending>& pending) const {
    std::vector<uint32_t> reached;
    for (size_t k = 0; k < all.size(); ++k) {
      if (k == index || all[k].pairing == nullptr) continue;
      const auto isOf = [&](const Pending& each) {
        return std::ranges::any_of(kSides, [&](Side side) {
          return each.function.of(side) == all[k].pairing->function.of(side) &&
                 std::ranges::find(all[k].statements.of(side), each.statement.of(side)) != all[k].statements.of(side).end();
        });
      };
      if (std::ranges::any_of(pending, isOf)) reached.push_back(request_.changes[k].id);
    }
    return reached;
  }

  // The way may lead through headers of the system (std::string, a framework for tests); what happens in there is no requirement of the user's program.
  bool isOfLibrary(const Pending& each) {
    const Side side = each.statement.after != kNone ? Side::After : Side::Before;
    return isSystemFile(target(side, each)->shown.file);
  }

  std::vector<Pending> unique(std::vector<Pending> pending, Spread& into) {
    std::vector<Pending> kept;
    std::erase_if(pending, [&](const Pending& each) { return isOfLibrary(each); });
    for (Pending& each : pending) {
      const auto same = std::ranges::find_if(kept, [&](const Pending& other) {
        return other.function.before == each.function.before && other.function.after == each.function.after &&
               other.statement.before == each.statement.before && other.statement.after == each.statement.after;
      });
      if (same != kept.end()) {
        if (same->affected.isLater == each.affected.isLater) same->affected.distance = std::min(same->affected.distance, each.affected.distance);
      } else {
        kept.push_back(std::move(each));
      }
    }
    std::ranges::stable_sort(kept, {}, [](const Pending& each) { return std::pair(each.affected.isLater, each.affected.distance); });
    if (kept.size() > request_.most) {
      into.left = kept.size() - request_.most;
      kept.resize(request_.most);
    }
    return kept;
  }

  // --- partial functions

  void addPartials(Spread& into, std::vector<Pending>& pending) {
    for (Pending& each : pending) {
      each.affected.number = ++number_;
      each.affected.entry = "cleave_partial_" + std::to_string(number_);
      std::string why;
      for (const Side side : kSides) {
        if (each.statement.of(side) != kNone) each.affected.statement.of(side) = target(side, each)->shown;
        if (why.empty() && !each.affected.isLater) why = addPartial(side, each, into.change);
      }
      each.affected.failure = why;
      if (each.affected.isLater) addBegin(each);
      const Side shown = each.statement.after != kNone ? Side::After : Side::Before;
      for (const std::string& what : valuesOf(*target(shown, each))) each.affected.values.push_back(what);
      if (each.affected.keepsOld) each.affected.values.emplace_back("o");
      into.affected.push_back(each.affected);
    }
  }

  // Probes stand before the code of after.
  void addBegin(Pending& pending) {
    const CodeStatement* own = target(Side::Before, pending) != nullptr ? target(Side::After, pending) : nullptr;
    pending.affected.failure = own == nullptr ? "only one version has it, and only later calls come to it" : "only later calls come to it";
    for (const Instruction* inst = own != nullptr ? own->first : nullptr; inst != nullptr && pending.affected.line == 0; inst = inst->getNextNode())
      if (inst->getDebugLoc()) {
        pending.affected.line = inst->getDebugLoc().getLine();
        pending.affected.column = inst->getDebugLoc().getCol();
      }
  }

  const CodeStatement* target(Side side, const Pending& pending) {
    if (pending.statement.of(side) == kNone) return nullptr;
    return &statements(side, pending.function.of(side)).all()[pending.statement.of(side)];
  }

  std::string addPartial(Side side, Pending& pending, uint32_t change) {
    const std::vector<InputVariable> variables = variablesAt(*pending.start.of(side));
    PartialPlan plan;
    plan.function = pending.from.of(side);
    plan.start = pending.start.of(side);
    plan.target = target(side, pending);
    plan.targetFunction = pending.function.of(side);
    plan.name = pending.affected.entry;
    plan.number = pending.affected.number;
    plan.change = change;
    // Where a version does not have the assignment, the variable stays as it is.
    if (plan.target == nullptr && pending.affected.distance == 0 && pending.function.of(otherSide(side)) == pending.from.of(otherSide(side)))
      if (const CodeStatement* other = target(otherSide(side), pending); other->shown.kind == Kind::Assignment)
        for (const InputVariable& each : variables)
          if (isPlainStore(*other->root, each)) plan.dummy = &each;
    pending.affected.isDummy = pending.affected.isDummy || plan.dummy != nullptr;
    plan.keepsOld = isWriteAlone(side, pending);
    if (plan.keepsOld) pending.affected.keepsOld = side;
    const auto isBelow = [&](Side each) { return target(each, pending) == nullptr || isCalledFrom(*pending.function.of(each), *pending.from.of(each)); };
    plan.isEarly = isBelow(Side::Before) && isBelow(Side::After);
    if (isBelow(side)) return statements::addPartial(plan, variables);
    return addBehindReturn(plan, pending);
  }

  // The change is that this version writes somewhere behind a pointer, and does so first of all: what the other one has there is what was there.
  bool isWriteAlone(Side side, const Pending& pending) {
    const CodeStatement* own = target(side, pending);
    if (own == nullptr || target(otherSide(side), pending) != nullptr || pending.affected.distance != 0) return false;
    if (pending.function.of(side) != pending.from.of(side) || own->first != pending.start.of(side)) return false;
    const std::vector<InputVariable> variables = variablesAt(*pending.start.of(side));
    return own->shown.kind == Kind::Assignment && canKeepOld(*own) &&
           std::ranges::none_of(variables, [&](const InputVariable& each) { return isPlainStore(*own->root, each); });
  }

  // The statement is a caller's: its code and that of the changed function are put together.
  std::string addBehindReturn(PartialPlan plan, Pending& pending) {
    pending.affected.isInCaller = true;
    size_t calls = 0;
    for (const llvm::User* user : plan.function->users()) {
      const auto* call = llvm::dyn_cast<llvm::CallBase>(user);
      calls += call != nullptr && call->getCalledFunction() == plan.function ? 1 : 2;
    }
    if (calls > 1) pending.affected.isOnlyCaller = false;
    const std::vector<llvm::CallBase*> path = callsBetween(*plan.targetFunction, *plan.function, *plan.target);
    if (path.empty()) {
      pending.affected.isLater = true;
      return "";
    }
    if (plan.function == pending.from.after) addCallSites(path, *plan.function, pending.affected);
    Context context = makeContext(path, *plan.start, *plan.target);
    std::string why = context.failure;
    if (why.empty()) {
      plan.function = plan.targetFunction = context.function;
      plan.start = context.start;
      plan.target = &context.target;
      why = statements::addPartial(plan, context.variables);
    }
    context.function->eraseFromParent();
    return why;
  }

  // All calls are known, each has a place of its own, and none is under way while another one is made.
  static void addCallSites(const std::vector<llvm::CallBase*>& path, Function& callee, Affected& affected) {
    if (path.size() != 1) return;
    std::vector<CallSite> sites;
    for (llvm::User* user : callee.users()) {
      auto* call = llvm::dyn_cast<llvm::CallBase>(user);
      if (call == nullptr || call->getCalledFunction() != &callee || !call->getDebugLoc() || isCalledFrom(*call->getFunction(), callee)) return;
      const CallSite site{call->getFunction()->getName().str(), call->getDebugLoc().getLine(), call->getDebugLoc().getCol()};
      if (std::ranges::find(sites, site) != sites.end()) return;
      if (call == path.front()) affected.callSite = sites.size();
      sites.push_back(site);
    }
    affected.callSites = std::move(sites);
  }

  // To the whole of a variable with this name and a scalar's type.
  static bool isPlainStore(const Instruction& root, const InputVariable& variable) {
    const auto* store = llvm::dyn_cast<llvm::StoreInst>(&root);
    const auto* storage = llvm::dyn_cast<llvm::AllocaInst>(variable.storage);
    if (store == nullptr || storage == nullptr || variableName(*store->getPointerOperand()) != variable.name) return false;
    const llvm::Type *written = store->getValueOperand()->getType(), *type = storage->getAllocatedType();
    return written->getTypeID() == type->getTypeID() && written->getScalarSizeInBits() == type->getScalarSizeInBits() && type->isSingleValueType();
  }

  const PartialRequest& request_;
  Both<VersionCode> versions_;
  std::map<std::pair<std::string, std::string>, std::unique_ptr<FunctionPairing>> pairings_;
  uint32_t number_ = 0;
};

}  // namespace

Expected<std::vector<Spread>> makePartials(const PartialRequest& request) { return PartialsMaker(request).run(); }

}  // namespace cleave::statements
