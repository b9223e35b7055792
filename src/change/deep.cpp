// A graph of what may influence what: nodes are the pairs of functions and of globals, and one node for "some function whose address is
// taken", which every call through a pointer leads to. A function leads to its callees and to what it mentions, a global to what its
// initialiser mentions. The nodes that differ by themselves are known; whatever leads to one of them differs deeply. Since the marks only
// ever grow and are propagated once per edge, this ends; what is left unmarked is the greatest set that is closed under "leads to", hence
// the same on both sides by induction over a run.
#include "change/deep.h"

#include <unordered_map>

#include "change/same_code.h"
#include "flow/library.h"
#include "program/facts.h"
#include "support/check.h"

namespace cleave::change {

using program::Constant;
using program::Function;
using program::FunctionId;
using program::GlobalId;
using program::Instruction;
using program::Op;
using program::Operand;
using program::Program;

namespace {

bool leadsToFunctions(const Program& program, const Constant& constant, int depth = 0) {
  if (constant.kind == Constant::Kind::Function || depth > 8) return true;
  if (constant.kind != Constant::Kind::Global) return false;
  const auto& global = program.globals[constant.target];
  if (!global.constant) return true;  // may hold anything by now
  for (const auto& relocation : global.relocations)
    if (leadsToFunctions(program, relocation.target, depth + 1)) return true;
  return false;
}

// The constants of a function that its phis and instructions use: in operands, and as callees.
struct Mentions {
  std::vector<FunctionId> callees;    // of direct calls
  std::vector<FunctionId> functions;  // whose address is taken
  std::vector<GlobalId> globals;
  bool callsUnknown = false;  // calls through a pointer, or hands a pointer to code without a body, which may call through it
};

class MentionCollector {
 public:
  MentionCollector(const Program& program, const Function& function) : program_(program), function_(function) {}

  Mentions run() {
    for (const auto& block : function_.blocks) {
      for (const auto& phi : block.phis)
        for (const auto& [predecessor, value] : phi.incoming) operand(value);
      for (auto i = block.first; i < block.end; ++i) instruction(function_.instructions[i]);
    }
    return std::move(mentions_);
  }

 private:
  void instruction(const Instruction& i) {
    for (Operand o : program::operandsOf(program_, function_, i)) operand(o);
    if (i.op == Op::Unsupported) mentions_.callsUnknown = true;
    if (i.op != Op::Call) return;
    const auto& info = function_.calls[i.extra];
    if (!info.callee.valid()) {
      mentions_.callsUnknown = true;
      return;
    }
    mentions_.callees.push_back(info.callee);
    if (program_.function(info.callee).defined) return;
    // Of what the VM carries out itself only an end of the program calls back: exit what was registered, an exception whoever catches it.
    const flow::LibraryFunction* library = flow::findLibraryFunction(program_.function(info.callee).name);
    if (library != nullptr && !library->ends) return;
    for (size_t k = 0; k < info.arguments.size(); ++k)
      mentions_.callsUnknown |= info.argumentTypes[k].isPointer() && mayCarryFunction(info.arguments[k]);
  }

  bool mayCarryFunction(Operand o) const { return !o.isConstant() || leadsToFunctions(program_, function_.constants[o.index()]); }

  void operand(Operand o) {
    if (!o.isConstant()) return;
    const Constant& constant = function_.constants[o.index()];
    if (constant.kind == Constant::Kind::Function) mentions_.functions.push_back(FunctionId(constant.target));
    if (constant.kind == Constant::Kind::Global) mentions_.globals.push_back(GlobalId(constant.target));
  }

  const Program& program_;
  const Function& function_;
  Mentions mentions_;
};

std::vector<Mentions> mentionsOf(const Program& program) {
  std::vector<Mentions> mentions;
  for (const Function& function : program.functions) mentions.push_back(MentionCollector(program, function).run());
  return mentions;
}

class Influence {
 public:
  // `proved`, by pair: these are the same whatever they lead to.
  Influence(const Both<KeyedVersion>& versions, const std::vector<GlobalMatch>& globals, const std::vector<FunctionPair>& functions,
            const std::vector<bool>& proved)
      : versions_(versions),
        after_(versions.after),
        globals_(globals),
        functions_(functions),
        proved_(proved),
        indirect_(static_cast<uint32_t>(functions.size() + globals.size())) {
    readers_.resize(indirect_ + 1);
    differs_.assign(indirect_ + 1, false);
    for (uint32_t k = 0; k < globals.size(); ++k) globalNode_[globals[k].after.value] = static_cast<uint32_t>(functions.size()) + k;
  }

  // By pair.
  std::vector<bool> run() {
    const Both<std::vector<Mentions>> mentions = makeBoth([&](Side side) { return mentionsOf(versions_.of(side).program); });
    for (uint32_t k = 0; k < functions_.size(); ++k) keyNode_[after_.keys.functions[functions_[k].after.value]] = k;
    // What is addressed on the other side counts too: a pointer may lead there in one version only.
    addAddressTaken(after_, mentions.after);
    addAddressTaken(versions_.before, mentions.before);
    for (uint32_t k = 0; k < functions_.size(); ++k) addFunction(k, mentions.after[functions_[k].after.value]);
    for (uint32_t k = 0; k < globals_.size(); ++k) addGlobal(k);
    propagate();
    // How its result is read matters to who looks at the function itself; its callers are looked at through types of their own.
    std::vector<bool> same;
    for (uint32_t k = 0; k < functions_.size(); ++k) same.push_back(!differs_[k] && functions_[k].sameMeaning);
    return same;
  }

 private:
  void addAddressTaken(const KeyedVersion& version, const std::vector<Mentions>& mentions) {
    for (const Mentions& each : mentions)
      for (FunctionId id : each.functions) addEdgeTo(version, indirect_, id);
    for (const auto& global : version.program.globals)
      for (const auto& relocation : global.relocations)
        if (relocation.target.kind == Constant::Kind::Function) addEdgeTo(version, indirect_, FunctionId(relocation.target.target));
  }

  void mark(uint32_t node) {
    if (differs_[node]) return;
    differs_[node] = true;
    todo_.push_back(node);
  }

  void addEdgeTo(const KeyedVersion& version, uint32_t from, FunctionId to) {
    auto found = keyNode_.find(version.keys.functions[to.value]);
    if (found == keyNode_.end()) return mark(from);  // on one side only
    readers_[found->second].push_back(from);
  }

  void addEdgeTo(uint32_t from, GlobalId to) {
    auto found = globalNode_.find(to.value);
    if (found == globalNode_.end()) return mark(from);
    readers_[found->second].push_back(from);
  }

  // The code of a pair that is the same on both sides also mentions the same on both, so after's is enough.
  void addFunction(uint32_t node, const Mentions& mentions) {
    if (proved_[node]) return;
    if (!functions_[node].sameCode) return mark(node);
    for (FunctionId id : mentions.callees) addEdgeTo(after_, node, id);
    for (FunctionId id : mentions.functions) addEdgeTo(after_, node, id);
    for (GlobalId id : mentions.globals) addEdgeTo(node, id);
    if (mentions.callsUnknown) readers_[indirect_].push_back(node);
  }

  void addGlobal(uint32_t index) {
    uint32_t node = static_cast<uint32_t>(functions_.size()) + index;
    if (!globals_[index].same) return mark(node);
    for (const auto& relocation : after_.program.global(globals_[index].after).relocations) {
      if (relocation.target.kind == Constant::Kind::Function) addEdgeTo(after_, node, FunctionId(relocation.target.target));
      if (relocation.target.kind == Constant::Kind::Global) addEdgeTo(node, GlobalId(relocation.target.target));
    }
  }

  void propagate() {
    while (!todo_.empty()) {
      uint32_t node = todo_.back();
      todo_.pop_back();
      for (uint32_t reader : readers_[node]) mark(reader);
    }
  }

  const Both<KeyedVersion>& versions_;
  const KeyedVersion& after_;
  const std::vector<GlobalMatch>& globals_;
  const std::vector<FunctionPair>& functions_;
  const std::vector<bool>& proved_;
  uint32_t indirect_;                           // the node of all functions whose address is taken
  std::vector<std::vector<uint32_t>> readers_;  // by node: those that lead to it
  std::vector<bool> differs_;
  std::vector<uint32_t> todo_;
  std::unordered_map<uint32_t, uint32_t> keyNode_;     // key of a function on both sides -> node
  std::unordered_map<uint32_t, uint32_t> globalNode_;  // GlobalId of after -> node
};

}  // namespace

std::vector<GlobalMatch> pairGlobals(const Both<KeyedVersion>& versions, program::Meanings& meanings) {
  const auto& [before, after] = versions;
  std::unordered_map<uint32_t, uint32_t> beforeOfKey;
  for (uint32_t g = 0; g < before.keys.globals.size(); ++g) beforeOfKey[before.keys.globals[g]] = g;
  std::vector<GlobalMatch> pairs;
  for (uint32_t g = 0; g < after.keys.globals.size(); ++g) {
    auto found = beforeOfKey.find(after.keys.globals[g]);
    if (found == beforeOfKey.end()) continue;
    GlobalMatch pair{{GlobalId(found->second), GlobalId(g)}, false, false};
    pair.sameStart = sameInitialiser(versions, pair);
    pair.same = pair.sameStart && meanings.sameGlobal(before.program.global(pair.before), after.program.global(pair.after));
    pairs.push_back(pair);
  }
  return pairs;
}

bool sameConstructors(const Both<KeyedVersion>& versions, const std::vector<FunctionPair>& functions) {
  const auto& [before, after] = versions;
  const auto& x = before.program.constructors;
  const auto& y = after.program.constructors;
  if (x.size() != y.size()) return false;
  std::unordered_map<uint32_t, bool> deep;
  for (const FunctionPair& pair : functions) deep[pair.after.value] = pair.sameDeep;
  for (size_t k = 0; k < x.size(); ++k)
    if (before.keys.functions[x[k].value] != after.keys.functions[y[k].value] || !deep[y[k].value]) return false;
  return true;
}

void findSameDeep(const Both<KeyedVersion>& versions, const std::vector<GlobalMatch>& globals, std::vector<FunctionPair>& functions) {
  const std::vector<bool> none(functions.size(), false);
  const std::vector<bool> same = Influence(versions, globals, functions, none).run();
  for (size_t k = 0; k < functions.size(); ++k) functions[k].sameDeep = same[k];
  if (sameConstructors(versions, functions)) return;
  for (FunctionPair& pair : functions) pair.sameDeep = false;
}

std::vector<bool> sameGiven(const Both<const Program&>& programs, const Changes& changes, const std::vector<bool>& proved) {
  std::vector<FunctionMatch> matches;
  for (const FunctionPair& pair : changes.functions) matches.push_back({{pair.before, pair.after}, pair.by});
  const Both<SymbolKeys> keys = nameSymbols(programs, matches);
  const Both<KeyedVersion> versions{{programs.before, keys.before, Side::Before}, {programs.after, keys.after, Side::After}};
  return Influence(versions, changes.globals, changes.functions, proved).run();
}

std::vector<uint32_t> changedGlobalBehind(const KeyedVersion& version, const std::vector<GlobalMatch>& globals) {
  const auto& all = version.program.globals;
  std::vector<uint32_t> changed(all.size(), UINT32_MAX);
  std::vector<std::vector<uint32_t>> readers(all.size());
  for (uint32_t g = 0; g < all.size(); ++g)
    for (const auto& relocation : all[g].relocations)
      if (relocation.target.kind == Constant::Kind::Global) readers[relocation.target.target].push_back(g);
  for (uint32_t k = 0; k < globals.size(); ++k) {
    if (globals[k].same) continue;
    std::vector<uint32_t> todo{globals[k].of(version.side).value};
    while (!todo.empty()) {
      uint32_t g = todo.back();
      todo.pop_back();
      if (changed[g] != UINT32_MAX) continue;
      changed[g] = k;
      todo.insert(todo.end(), readers[g].begin(), readers[g].end());
    }
  }
  return changed;
}

}  // namespace cleave::change
