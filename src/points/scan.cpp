#include "points/private/scan.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <array>
#include <filesystem>

#include "points/private/paths.h"
#include "probes/log_format.h"

namespace cleave::points {
namespace {

using probes::PointKind;
using probes::Role;

const llvm::DILocalScope* scopeOf(const llvm::DILocation* location) {
  return location != nullptr ? location->getScope()->getNonLexicalBlockFileScope() : nullptr;
}

// How many scopes lie between, counting from the inner one; -1 when the outer does not contain it.
int distance(const llvm::DILocalScope* inner, const llvm::DILocalScope* outer) {
  outer = outer->getNonLexicalBlockFileScope();
  int steps = 0;
  for (const llvm::DIScope* scope = inner; scope != nullptr; scope = scope->getScope(), ++steps)
    if (scope == outer) return steps;
  return -1;
}

// As the compiler was given it; in code that a build kept, where directories are named from the project's root, from there.
std::string fileOf(const llvm::DIFile* file) {
  if (file == nullptr) return "";
  const std::filesystem::path directory = file->getDirectory().str(), name = file->getFilename().str();
  if (name.is_absolute() || directory.empty() || directory.is_absolute()) return name.string();
  return (directory / name).lexically_normal().string();
}

const llvm::DILocation* locationIn(const llvm::BasicBlock& block) {
  for (const llvm::Instruction& inst : block)
    if (inst.getDebugLoc() && !llvm::isa<llvm::DbgInfoIntrinsic>(inst)) return inst.getDebugLoc().get();
  return nullptr;
}

// Code that reads variables is code to be compiled: behind the calls of a function that has very many of them there is less of it.
constexpr size_t kMostReads = 1500;

class Scanner {
 public:
  explicit Scanner(llvm::Function& function)
      : function_(function),
        subprogram_(*function.getSubprogram()),
        tree_(function),
        loops_(tree_),
        declared_(declaredIn(function)),
        globals_(globalsOf(function)) {
    std::multimap<const llvm::Instruction*, const llvm::AllocaInst*> clears;
    for (const Declared& each : declared_)
      if (!each.isParameter && each.storage != nullptr) clears.insert({each.place, each.storage});
    result_.function = &function;
    result_.initialised = std::make_unique<Initialised>(function, clears);
  }

  FunctionSites run(const std::vector<StatementPlace>& statements) {
    addEntry();
    addExits();
    addLoops();
    addCalls();
    for (const StatementPlace& each : statements) addStatement(each);
    return std::move(result_);
  }

  FunctionSites runWithSteps() {
    addEntry();
    addExits();
    addLoops();
    addCalls();
    addSteps();
    return std::move(result_);
  }

 private:
  void addEntry() {
    llvm::BasicBlock& block = function_.getEntryBlock();
    auto place = std::find_if(block.begin(), block.end(), [](const llvm::Instruction& inst) {
      return inst.isTerminator() || (inst.getDebugLoc() && !llvm::isa<llvm::DbgInfoIntrinsic>(inst) && !llvm::isa<llvm::AllocaInst>(inst));
    });
    for (const Declared& each : declared_)
      if (each.isParameter && each.place->getParent() == &block && place->comesBefore(each.place))
        place = const_cast<llvm::Instruction*>(each.place)->getIterator();
    Site& site = add(PointKind::Entry, *place, nullptr);
    site.point.line = subprogram_.getLine();
    addParameters(site);
    addAll(site, globals_);
    finish(site);
  }

  void addExits() {
    for (llvm::BasicBlock& block : function_) {
      llvm::Instruction* end = block.getTerminator();
      const bool returns = llvm::isa<llvm::ReturnInst>(end);
      if (!tree_.isReachableFromEntry(&block) || (!returns && !llvm::isa<llvm::ResumeInst>(end))) continue;
      if (block.getTerminatingMustTailCall() != nullptr) continue;  // nothing may stand behind it
      Site& site = add(returns ? PointKind::Exit : PointKind::Throw, *end, end->getDebugLoc().get());
      if (returns) addReturn(site, *llvm::cast<llvm::ReturnInst>(end));
      addParameters(site);
      addAll(site, globals_);
      finish(site);
      addOnEntry(site);
    }
  }

  void addLoops() {
    for (llvm::BasicBlock& block : function_) {
      const llvm::Loop* loop = loops_.getLoopFor(&block);
      if (loop == nullptr || loop->getHeader() != &block || block.isEHPad()) continue;
      const llvm::DILocation* inside = locationIn(block);
      const llvm::DILocation* start = loop->getStartLoc().get();
      Site& site = add(PointKind::LoopHead, *block.getFirstInsertionPt(), start != nullptr ? start : inside);
      addVisible(site, inside);
      finish(site);
    }
  }

  void addCalls() {
    std::vector<llvm::CallBase*> calls;
    for (llvm::Instruction& inst : llvm::instructions(function_))
      if (auto* call = llvm::dyn_cast<llvm::CallBase>(&inst); call != nullptr && isOfInterest(*call)) calls.push_back(call);
    for (llvm::CallBase* call : calls) {
      llvm::Instruction* place = placeAfter(*call);
      if (place == nullptr) continue;
      Site& site = add(PointKind::AfterCall, *place, call->getDebugLoc().get());
      const llvm::Function* callee = call->getCalledFunction();
      const llvm::DISubprogram* known = callee != nullptr ? callee->getSubprogram() : nullptr;
      if (callee != nullptr)
        site.point.callee = known != nullptr && !known->getName().empty() ? known->getName().str() : callee->getName().str();
      addResult(site, *call, known);
      addVisible(site, call->getDebugLoc().get());
      finish(site);
    }
  }

  void addStatement(const StatementPlace& place) {
    if (function_.getName() != place.function) return;
    for (llvm::Instruction& inst : llvm::instructions(function_)) {
      const llvm::DILocation* at = inst.getDebugLoc().get();
      if (at == nullptr || at->getLine() != place.line || at->getColumn() != place.column) continue;
      if (llvm::isa<llvm::DbgInfoIntrinsic>(inst) || llvm::isa<llvm::AllocaInst>(inst) || inst.isEHPad() || llvm::isa<llvm::PHINode>(inst) ||
          !tree_.isReachableFromEntry(inst.getParent()))
        continue;
      Site& site = add(PointKind::Statement, inst, at);
      addVisible(site, at);
      if (site.readable.size() > kCleaveMostVariables) site.readable.resize(kCleaveMostVariables);
      addPaths(site, at, place.reads);
      finish(site);
      return;
    }
  }

  // What is not there already, as itself or as an element of a sequence.
  void addPaths(Site& site, const llvm::DILocation* location, const std::vector<std::string>& paths) {
    const FindRoot find = [&](std::string_view name) -> std::optional<PathRoot> {
      for (const Declared* each : visibleAt(site, location))
        if (each->name == name) return PathRoot{each->type, each->access, each->isParameter ? Role::Parameter : Role::Local};
      return globalRoot(*function_.getParent(), name);
    };
    for (const std::string& path : paths) {
      const std::string sequence = path.substr(0, path.rfind('[')) + "[0..";
      const auto isIt = [&](const Readable& each) {
        return each.variable.name == path || (path.ends_with(']') && each.variable.name.starts_with(sequence));
      };
      if (std::ranges::any_of(site.readable, isIt)) continue;
      std::optional<Readable> found = readableOnPath(path, find);
      if (!found) found = readableOfInput(path);
      if (found) site.readable.push_back(std::move(*found));
    }
  }

  void addSteps() {
    for (llvm::BasicBlock& block : function_) {
      if (!tree_.isReachableFromEntry(&block)) continue;
      const llvm::CallInst* last = block.getTerminatingMustTailCall();  // nothing may stand behind it
      const llvm::DILocation* known = nullptr;
      for (llvm::Instruction& inst : block) {
        const llvm::DILocation* here = inst.getDebugLoc().get();
        if (here == nullptr || here->getLine() == 0 || llvm::isa<llvm::DbgInfoIntrinsic, llvm::PHINode, llvm::AllocaInst>(inst)) continue;
        if (inst.isEHPad()) continue;
        if (known == nullptr || known->getLine() != here->getLine() || known->getFilename() != here->getFilename()) {
          Site& site = add(PointKind::Step, inst, here);
          addVisible(site, here);
          finish(site);
        }
        known = here;
        if (&inst == last) break;
      }
    }
  }

  bool isOfInterest(const llvm::CallBase& call) const {
    return !llvm::isa<llvm::IntrinsicInst>(call) && !call.isInlineAsm() && !llvm::isa<llvm::CallBrInst>(call) && call.getDebugLoc() &&
           !call.doesNotReturn() && !call.isMustTailCall() && tree_.isReachableFromEntry(call.getParent());
  }

  // Behind the call, and behind the store of its result where that is the next thing. Null when that is no place of its own.
  static llvm::Instruction* placeAfter(llvm::CallBase& call) {
    if (auto* invoke = llvm::dyn_cast<llvm::InvokeInst>(&call)) {
      llvm::BasicBlock* next = invoke->getNormalDest();
      if (next->getSinglePredecessor() == nullptr) return nullptr;
      return &*next->getFirstInsertionPt();
    }
    llvm::Instruction* place = call.getNextNode();
    for (const llvm::Value* value = &call; place != nullptr; place = place->getNextNode()) {
      if (llvm::isa<llvm::DbgInfoIntrinsic>(place)) continue;
      if (llvm::isa<llvm::CastInst>(place) && place->getOperand(0) == value) {
        value = place;
      } else if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(place); store != nullptr && store->getValueOperand() == value) {
        return place->getNextNode();
      } else {
        break;
      }
    }
    return call.getNextNode();
  }

  Site& add(PointKind kind, llvm::Instruction& before, const llvm::DILocation* location) {
    Site& site = result_.sites.emplace_back();
    site.before = &before;
    probes::Point& point = site.point;
    point.function = function_.getName();
    point.display = subprogram_.getName();
    if (subprogram_.getUnit() != nullptr) point.unit = subprogram_.getUnit()->getFilename();
    point.kind = kind;
    point.ordinal = ordinals_.at(size_t(kind))++;
    point.file = fileOf(location != nullptr ? location->getFile() : subprogram_.getFile());
    point.line = location != nullptr ? location->getLine() : subprogram_.getLine();
    point.column = location != nullptr ? location->getColumn() : 0;
    return site;
  }

  static void addAll(Site& site, const std::vector<Readable>& readable) {
    site.readable.insert(site.readable.end(), readable.begin(), readable.end());
  }

  void addParameters(Site& site) {
    for (const Declared& each : declared_)
      if (each.isParameter && tree_.dominates(each.place, site.before))
        addAll(site, each.readable);
      else if (each.isParameter && each.place == site.before)
        addAll(site, each.readable);
  }

  // What the source can name at the location: parameters, locals (of two with one name the inner one).
  std::vector<const Declared*> visibleAt(const Site& site, const llvm::DILocation* location) const {
    const llvm::DILocalScope* scope = scopeOf(location);
    std::vector<std::pair<int, const Declared*>> visible;
    for (const Declared& each : declared_) {
      const int far = scope != nullptr ? distance(scope, each.scope) : each.isParameter ? 0 : -1;
      const bool isDeclared = each.place == site.before || tree_.dominates(each.place, site.before);
      if (far < 0 || !isDeclared) continue;
      const auto hidden = std::find_if(visible.begin(), visible.end(), [&](const auto& other) { return other.second->name == each.name; });
      if (hidden == visible.end()) {
        visible.push_back({far, &each});
      } else if (far < hidden->first) {
        *hidden = {far, &each};
      }
    }
    std::vector<const Declared*> found;
    for (const auto& [far, each] : visible) found.push_back(each);
    return found;
  }

  // And globals.
  void addVisible(Site& site, const llvm::DILocation* location) {
    const std::vector<const Declared*> visible = visibleAt(site, location);
    for (const bool parameters : {true, false})
      for (const Declared* each : visible)
        if (each->isParameter == parameters) addAll(site, each->readable);
    addAll(site, globals_);
  }

  void addReturn(Site& site, const llvm::ReturnInst& end) {
    const llvm::DITypeRefArray types = subprogram_.getType() != nullptr ? subprogram_.getType()->getTypeArray() : nullptr;
    const llvm::DIType* type = types && types.size() > 0 ? types[0] : nullptr;
    if (type == nullptr) return;
    for (llvm::Argument& argument : function_.args())
      if (argument.hasStructRetAttr()) return addAll(site, readableAt(argument, type, "return", Role::Return));
    llvm::Value* value = end.getReturnValue();
    if (value == nullptr) return;
    const std::vector<Readable> whole = readableOf(*value, type, "return", Role::Return);
    if (!whole.empty()) return addAll(site, whole);
    // A small record is returned in registers: it lies where it is loaded from.
    if (auto* load = llvm::dyn_cast<llvm::LoadInst>(value))
      if (auto* storage = llvm::dyn_cast<llvm::AllocaInst>(load->getPointerOperand()->stripPointerCasts()))
        addAll(site, readableAt(*storage, type, "return", Role::Return));
  }

  static void addResult(Site& site, llvm::CallBase& call, const llvm::DISubprogram* known) {
    if (call.getType()->isVoidTy() || site.point.callee.empty()) return;
    const llvm::DITypeRefArray types = known != nullptr && known->getType() != nullptr ? known->getType()->getTypeArray() : nullptr;
    const llvm::DIType* type = types && types.size() > 0 ? types[0] : nullptr;
    if (known != nullptr && type == nullptr) return;
    addAll(site, readableOf(call, type, site.point.callee + "()", Role::CallResult));
  }

  // Leaves out what is not written yet, and says of the rest how that is known.
  void finish(Site& site) {
    Initialised::State state = result_.initialised->before(*site.before);
    std::vector<Readable> kept;
    for (Readable& each : site.readable) {
      if (kept.size() == (site.point.kind == PointKind::Statement ? kCleaveMostAtStatement : kCleaveMostVariables)) break;
      if (each.variable.role != Role::CallResult && !each.access.isFixed()) {
        if (site.point.kind == PointKind::AfterCall && reads_ > kMostReads) continue;
        ++reads_;
      }
      Presence presence;
      if (each.access.owner != nullptr) {
        const Mask mask = result_.initialised->maskOf(*each.access.owner, each.access.offset, each.access.ownerBytes);
        const Initialised::Written written = state[each.access.owner];
        if ((written.perhaps & mask) != mask) continue;
        if ((written.sure & mask) != mask) each.variable.sure = false;
        if ((written.always & mask) != mask) presence = {each.access.owner, mask};
      }
      kept.push_back(std::move(each));
      site.presence.push_back(presence);
    }
    site.readable = std::move(kept);
    for (const Readable& each : site.readable) site.point.variables.push_back(each.variable);
  }

  void addOnEntry(Site& site) const {
    for (probes::Variable variable : result_.sites.front().point.variables) {
      variable.onEntry = true;
      site.point.variables.push_back(std::move(variable));
    }
  }

  llvm::Function& function_;
  const llvm::DISubprogram& subprogram_;
  llvm::DominatorTree tree_;
  llvm::LoopInfo loops_;
  std::vector<Declared> declared_;
  std::vector<Readable> globals_;
  size_t reads_ = 0;
  std::array<uint32_t, probes::kPointKindCount> ordinals_ = {};
  FunctionSites result_;
};

}  // namespace

bool hasPoints(const llvm::Function& function) {
  const llvm::DISubprogram* subprogram = function.getSubprogram();
  return !function.isDeclaration() && !function.hasAvailableExternallyLinkage() && subprogram != nullptr && !subprogram->isArtificial() &&
         !function.hasFnAttribute(llvm::Attribute::Naked) && !function.isPresplitCoroutine() && !isSystemFile(subprogram->getFilename()) &&
         !function.getName().starts_with("cleave_");
}

FunctionSites sitesOf(llvm::Function& function, const std::vector<StatementPlace>& statements) { return Scanner(function).run(statements); }
FunctionSites stepsOf(llvm::Function& function) { return Scanner(function).runWithSteps(); }

}  // namespace cleave::points
