// One function after the other, callees first. Accesses are set beside the comparisons of the same function: where an access `p[i]` and a
// comparison share a part of the index (a register, or a member that is loaded twice), what stands on the other side of the comparison,
// and is a parameter or a member, counts what p leads to. Sums are moved to one side first: `len - pos >= k` has len against pos and k.
#include "flow/lengths.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "flow/private/terms.h"
#include "program/facts.h"

namespace cleave::flow {

using program::BlockIndex;
using program::Definition;
using program::Function;
using program::FunctionId;
using program::Instruction;
using program::IntPredicate;
using program::Op;
using program::Operand;
using program::Program;
using program::SourceKind;
using program::SourceTypeId;

namespace {

constexpr size_t kMostFunctions = 300;        // that are looked at for one entry
constexpr size_t kMostInstructions = 60'000;  // in all of them
constexpr uint64_t kMostInFront = 32;         // bytes
constexpr unsigned kMostCalls = 4;            // that a pointer comes out of, one behind the other

// What was found in one function of its parameters. Facts about members are the program's.
struct Facts {
  std::set<std::pair<size_t, size_t>> lengths;  // pointer, length
  std::set<std::pair<size_t, size_t>> ends, endsBehind;
  std::set<size_t> terminated;
  std::map<size_t, std::set<SourceTypeId>> types;
  std::map<size_t, std::set<uint64_t>> fronts;
  std::optional<std::pair<size_t, int64_t>> returned;  // that parameter, and so many bytes
};

// The functions of the program that a call may enter, if they have a body: through a pointer, the first ones whose address is taken and that
// take and return what is given and asked for.
class Callees {
 public:
  explicit Callees(const Program& program) : program_(program) {
    for (const FunctionId id : program::addressTaken(program)) {
      const Function& function = program.function(id);
      if (!function.defined || function.fromModels) continue;
      std::vector<program::Type> parameters;
      for (const program::Parameter& parameter : function.parameters) parameters.push_back(parameter.type);
      byType_[typeOf(parameters, function.results)].push_back(id);
    }
  }

  std::span<const FunctionId> of(const program::CallInfo& call) const {
    if (call.callee.valid()) return {&call.callee, program_.function(call.callee).defined ? size_t{1} : 0};
    const auto fitting = byType_.find(typeOf(call.argumentTypes, call.resultTypes));
    if (fitting == byType_.end()) return {};
    return {fitting->second.data(), std::min(kMostTargets, fitting->second.size())};
  }

 private:
  static constexpr size_t kMostTargets = 8;

  static std::string textOf(std::span<const program::Type> types) {
    std::string text;
    for (const program::Type& each : types) text += std::to_string(static_cast<int>(each.kind)) + ":" + std::to_string(each.width) + " ";
    return text;
  }
  static std::string typeOf(std::span<const program::Type> arguments, std::span<const program::Type> results) {
    return textOf(arguments) + "-> " + textOf(results);
  }

  const Program& program_;
  std::map<std::string, std::vector<FunctionId>> byType_;
};

class FunctionLengths {
 public:
  FunctionLengths(const Program& program, const Function& function, const std::map<FunctionId, Facts>& callees, const Callees& called, Lengths& all)
      : program_(program), function_(function), callees_(callees), called_(called), all_(all), terms_(program, function) {}

  Facts find() {
    findCountdowns();
    for (const Instruction& i : function_.instructions) {
      if (i.op == Op::ICmp) addComparison(i);
      if (i.op == Op::Sub) addDistance(i);
    }
    for (const Instruction& i : function_.instructions) {
      if (i.op == Op::Load) look(i.a), lookInFront(i.a);
      if (i.op == Op::Store) look(i.b), lookInFront(i.b);
      if (i.op == Op::MemCpy || i.op == Op::MemMove) lookAtBytes(i.b, i.c);
      if (i.op == Op::MemCpy || i.op == Op::MemMove || i.op == Op::MemSet) lookAtBytes(i.a, i.c);
      if (i.op == Op::Call) lookAtCall(function_.calls[i.extra]);
      if (i.op == Op::Return && !function_.calls[i.extra].arguments.empty()) {
        takeAs(function_.calls[i.extra].arguments[0], function_.sourceResult);
        noteReturned(function_.calls[i.extra].arguments[0]);
      }
    }
    for (const program::VariableNote& each : function_.notes)
      if (!each.isAddress) takeAs(each.value, function_.variables[each.variable].type);
    return facts_;
  }

 private:
  // --- what is compared

  void addComparison(const Instruction& i) {
    if (i.type.isPointer()) return comparePointers(i);
    if (!i.type.isInt() || i.type.width > 64) return;
    noteTerminator(i);
    Sum sum = terms_.sumOf(i.a);
    const Sum right = terms_.sumOf(i.b);
    for (const auto& [reg, positive] : right.registers) sum.registers.emplace(reg, !positive);
    for (const auto& [term, positive] : right.terms) sum.terms.emplace(term, !positive);
    if (sum.terms.empty()) return;
    for (const auto& [reg, positive] : sum.registers) byRegister_[reg].push_back(comparisons_.size());
    for (const auto& [term, positive] : sum.terms) byTerm_[term].push_back(comparisons_.size());
    comparisons_.push_back(std::move(sum));
  }

  // `end - p`
  void addDistance(const Instruction& i) {
    const Instruction *left = terms_.definition(i.a), *right = terms_.definition(i.b);
    if (left == nullptr || right == nullptr || left->op != Op::PtrToInt || right->op != Op::PtrToInt) return;
    addEnds(terms_.wayOf(right->a), terms_.wayOf(left->a));
  }

  // `p < end`, `p < p + n`; `p != end` where p steps on.
  void comparePointers(const Instruction& i) {
    Way first = terms_.wayOf(i.a), second = terms_.wayOf(i.b);
    if (first.roots.empty() || second.roots.empty()) return;
    const auto predicate = static_cast<IntPredicate>(i.flag);
    const bool isEquality = predicate == IntPredicate::Eq || predicate == IntPredicate::Ne;
    if (first.steps == second.steps ? predicate == IntPredicate::UGt || predicate == IntPredicate::SGt : second.steps)
      std::swap(first, second);
    if (isEquality && !first.steps && !second.steps) return;
    addEnds(first, second);
    for (const Way* way : {&first, &second})
      for (const Operand index : way->indices)
        for (const auto& [term, positive] : terms_.sumOf(index).terms)
          for (const Term& root : way->roots)
            if (positive && first.roots.contains(root) && second.roots.contains(root)) addLength(root, term);
  }

  // A byte behind a pointer that is compared with zero.
  void noteTerminator(const Instruction& i) {
    if (!i.b.isConstant() || function_.constants[i.b.index()].kind != program::Constant::Kind::Bits ||
        function_.constants[i.b.index()].bits != 0)
      return;
    const Instruction* load = terms_.definition(terms_.withoutCasts(i.a));
    if (load == nullptr || load->op != Op::Load || load->type.width != 8) return;
    for (const Term& root : terms_.wayOf(load->a).roots) terminates(root);
  }

  void terminates(const Term& root) {
    if (root.isBehind) return;
    if (root.isParameter())
      facts_.terminated.insert(root.parameter);
    else
      all_.terminatedMembers.emplace(root.type, root.member);
  }

  // Numbers that start as a term and go down with each round, by the block of their phi.
  void findCountdowns() {
    for (BlockIndex b = 0; b < function_.blocks.size(); ++b)
      for (const program::Phi& phi : function_.blocks[b].phis) {
        if (!phi.type.isInt()) continue;
        const Sum sum = terms_.sumOf(Operand::reg(phi.dst));
        const bool goesDown = std::ranges::any_of(phi.incoming, [&](const auto& incoming) {
          const Instruction* i = terms_.definition(incoming.second);
          if (i == nullptr || (i->op != Op::Sub && i->op != Op::Add)) return false;
          const Sum next = terms_.sumOf(incoming.second);
          return next.registers.contains(phi.dst) && (i->op == Op::Sub || next.minusConstant);
        });
        if (!goesDown) continue;
        for (const auto& [term, positive] : sum.terms)
          if (positive) countdowns_[b].insert(term);
      }
  }

  // --- what is accessed

  void look(Operand pointer) {
    const Way way = terms_.wayOf(pointer);
    if (way.roots.empty()) return;
    if (!seen_.insert(pointer.index()).second) return;
    Sum index;
    for (const Operand each : way.indices) {
      Sum sum = terms_.sumOf(each);
      index.registers.merge(sum.registers);
      index.terms.merge(sum.terms);
      index.minusConstant = index.minusConstant || sum.minusConstant;
    }
    std::set<Term> found;
    const auto comparedWith = [&](size_t number, bool sign) {
      for (const auto& [term, positive] : comparisons_[number].terms)
        if (positive != sign && !index.terms.contains(term)) found.insert(term);
    };
    for (const auto& [reg, ignored] : index.registers)
      if (const auto place = byRegister_.find(reg); place != byRegister_.end())
        for (const size_t number : place->second) comparedWith(number, comparisons_[number].registers.at(reg));
    for (const auto& [term, ignored] : index.terms)
      if (const auto place = byTerm_.find(term); place != byTerm_.end())
        for (const size_t number : place->second) comparedWith(number, comparisons_[number].terms.at(term));
    addCountdowns(way, index, found);
    addIndexItself(way, index, found);
    for (const Term& root : way.roots)
      for (const Term& length : found) addLength(root, length);
  }

  // A pointer, or an index, that goes up in the same loop.
  void addCountdowns(const Way& way, const Sum& index, std::set<Term>& found) const {
    const auto add = [&](program::Reg reg) {
      const Definition& defined = function_.facts.definitions[reg];
      if (defined.kind != Definition::Kind::Phi) return;
      if (const auto place = countdowns_.find(defined.index); place != countdowns_.end())
        found.insert(place->second.begin(), place->second.end());
    };
    for (const program::Reg reg : way.registers) add(reg);
    for (const auto& [reg, ignored] : index.registers) add(reg);
  }

  // `p[n - 1]`; and a member that is an index into its neighbour, and compared with nothing.
  static void addIndexItself(const Way& way, const Sum& index, std::set<Term>& found) {
    const bool isGuarded = !found.empty();
    for (const auto& [term, positive] : index.terms) {
      if (!positive) continue;
      const bool isNeighbour =
          std::ranges::any_of(way.roots, [&](const Term& root) { return !root.isParameter() && root.type == term.type; });
      if (index.minusConstant || (isNeighbour && !isGuarded)) found.insert(term);
    }
  }

  void lookAtBytes(Operand pointer, Operand count) {
    look(pointer);
    addCounted(pointer, count);
  }

  void addCounted(Operand pointer, Operand count) {
    for (const Term& root : terms_.wayOf(pointer).roots)
      for (const auto& [term, positive] : terms_.sumOf(count).terms)
        if (positive) addLength(root, term);
  }

  void lookAtCall(const program::CallInfo& call) {
    if (call.callee.valid())
      if (const Function& callee = program_.function(call.callee); callee.plainParameters)
        for (size_t k = 0; k < std::min(call.arguments.size(), callee.sourceParameters.size()); ++k)
          takeAs(call.arguments[k], callee.sourceParameters[k].type);
    for (const FunctionId callee : called_.of(call))
      if (const auto known = callees_.find(callee); known != callees_.end()) lookAtCall(call, known->second);
  }

  void lookAtCall(const program::CallInfo& call, const Facts& callee) {
    const auto argument = [&](size_t k) { return k < call.arguments.size() ? call.arguments[k] : Operand{}; };
    for (const auto& [pointer, length] : callee.lengths) addCounted(argument(pointer), argument(length));
    for (const auto& [pointer, end] : callee.ends) addEnds(terms_.wayOf(argument(pointer)), terms_.wayOf(argument(end)));
    for (const auto& [pointer, end] : callee.endsBehind) addEnds(terms_.wayBehind(argument(pointer)), terms_.wayOf(argument(end)));
    for (const auto& [pointer, all] : callee.fronts)
      if (const std::optional<Distance> place = distanceOf(argument(pointer)); place && place->bytes == 0)
        for (const uint64_t each : all) addFront(place->from, each);
    for (const auto& [pointer, types] : callee.types)
      for (const SourceTypeId each : types) takeAs(argument(pointer), each);
    for (const size_t pointer : callee.terminated)
      for (const Term& root : terms_.wayOf(argument(pointer)).roots) terminates(root);
  }

  // --- what stands in front of where pointers lead

  struct Distance {
    Term from;
    int64_t bytes = 0;
  };

  // Through functions that return what they are given, moved.
  std::optional<Distance> distanceOf(Operand pointer) const {
    int64_t bytes = 0;
    for (unsigned k = 0; k < kMostCalls && pointer.present() && program::isRegister(pointer); ++k) {
      const Terms::Distance own = terms_.distanceOf(pointer);
      bytes += own.bytes;
      if (const std::optional<Term> term = terms_.of(own.from)) return Distance{*term, bytes};
      const Instruction* i = terms_.definition(own.from);
      if (i == nullptr || i->op != Op::Call) return std::nullopt;
      const program::CallInfo& call = function_.calls[i->extra];
      const auto callee = call.callee.valid() ? callees_.find(call.callee) : callees_.end();
      if (callee == callees_.end() || !callee->second.returned || callee->second.returned->first >= call.arguments.size()) return std::nullopt;
      bytes += callee->second.returned->second;
      pointer = call.arguments[callee->second.returned->first];
    }
    return std::nullopt;
  }

  void noteReturned(Operand pointer) {
    const std::optional<Distance> place = distanceOf(pointer);
    if (place && place->from.isParameter() && !place->from.isBehind) facts_.returned = {place->from.parameter, place->bytes};
  }

  void lookInFront(Operand pointer) {
    if (const std::optional<Distance> place = distanceOf(pointer); place && place->bytes < 0) addFront(place->from, static_cast<uint64_t>(-place->bytes));
  }

  void addFront(const Term& pointer, uint64_t bytes) {
    if (pointer.isBehind || bytes > kMostInFront) return;
    if (pointer.isParameter())
      facts_.fronts[pointer.parameter].insert(bytes);
    else
      all_.memberFronts[{pointer.type, pointer.member}].insert(bytes);
  }

  // --- what pointers to anything are taken for

  void takeAs(Operand pointer, SourceTypeId type) {
    if (!pointer.present() || !program::isRegister(pointer) || !type.valid()) return;
    const program::SourceType& own = program_.sourceType(type);
    if (own.kind != SourceKind::Pointer || !own.element.valid() || program_.sourceType(own.element).sizeBytes == 0) return;
    const Way way = terms_.wayOf(pointer);
    if (way.steps) return;
    for (const Term& root : way.roots) {
      if (root.isBehind) continue;
      if (root.isParameter())
        facts_.types[root.parameter].insert(type);
      else
        all_.memberTypes[{root.type, root.member}].insert(type);
    }
  }

  // --- facts

  void addLength(const Term& pointer, const Term& length) {
    if (pointer == length || pointer.type != length.type || pointer.isBehind || length.isBehind) return;
    if (pointer.isParameter())
      facts_.lengths.emplace(pointer.parameter, length.parameter);
    else
      all_.members.insert({pointer.type, pointer.member, length.member});
  }

  void addEnds(const Way& from, const Way& to) {
    if (from.roots.size() != 1 || to.roots.size() != 1) return;
    const Term &begin = *from.roots.begin(), &end = *to.roots.begin();
    if (begin == end || begin.type != end.type || end.isBehind) return;
    if (begin.isParameter())
      (begin.isBehind ? facts_.endsBehind : facts_.ends).emplace(begin.parameter, end.parameter);
    else
      all_.memberEnds.insert({begin.type, begin.member, end.member});
  }

  const Program& program_;
  const Function& function_;
  const std::map<FunctionId, Facts>& callees_;
  const Callees& called_;
  Lengths& all_;
  Terms terms_;
  Facts facts_;
  std::vector<Sum> comparisons_;  // left side minus right side
  std::map<program::Reg, std::vector<size_t>> byRegister_;
  std::map<Term, std::vector<size_t>> byTerm_;
  std::map<BlockIndex, std::set<Term>> countdowns_;
  std::set<uint32_t> seen_;
};

// Callees first; a cycle is cut where it is met.
std::vector<FunctionId> inOrder(const Program& program, FunctionId entry, const Callees& called) {
  std::vector<FunctionId> order;
  std::set<FunctionId> met{entry};
  size_t instructions = 0;
  std::vector<std::pair<FunctionId, bool>> work{{entry, false}};
  while (!work.empty()) {
    const auto [id, isDone] = work.back();
    work.pop_back();
    if (isDone) {
      order.push_back(id);
      continue;
    }
    work.emplace_back(id, true);
    const Function& function = program.function(id);
    instructions += function.instructions.size();
    for (const program::CallInfo& call : function.calls)
      for (const FunctionId callee : called.of(call)) {
        if (met.size() > kMostFunctions || instructions > kMostInstructions) continue;
        if (met.insert(callee).second) work.emplace_back(callee, false);
      }
  }
  return order;
}

// Whether the parameter is a pointer, or a number that can count.
bool isKind(const Program& program, const Function& function, size_t parameter, bool asPointer) {
  if (parameter >= function.sourceParameters.size() || !function.sourceParameters[parameter].type.valid()) return false;
  const program::SourceType& type = program.sourceType(function.sourceParameters[parameter].type);
  if (asPointer) return type.kind == program::SourceKind::Pointer;
  return type.kind == program::SourceKind::Int && type.sizeBytes <= 8;
}

}  // namespace

Lengths findLengths(const Program& program, FunctionId entry) {
  Lengths all;
  std::map<FunctionId, Facts> facts;
  const Callees called(program);
  for (const FunctionId id : inOrder(program, entry, called))
    if (program.function(id).defined) facts[id] = FunctionLengths(program, program.function(id), facts, called, all).find();
  const Function& function = program.function(entry);
  const auto own = facts.find(entry);
  if (own == facts.end() || !function.plainParameters) return all;
  for (const auto& [pointer, length] : own->second.lengths)
    if (isKind(program, function, pointer, true) && isKind(program, function, length, false)) all.parameters.insert({pointer, length});
  for (const auto& [pointer, end] : own->second.ends)
    if (isKind(program, function, pointer, true) && isKind(program, function, end, true)) all.ends.insert({pointer, end});
  for (const auto& [pointer, end] : own->second.endsBehind)
    if (isKind(program, function, pointer, true) && isKind(program, function, end, true)) all.endsBehind.insert({pointer, end});
  all.types = own->second.types;
  all.fronts = own->second.fronts;
  all.terminated = own->second.terminated;
  return all;
}

}  // namespace cleave::flow
