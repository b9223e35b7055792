#include "explore/entry.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "flow/extents.h"
#include "flow/points_to.h"
#include "inputs/writes.h"
#include "program/meaning.h"

namespace cleave::explore {

namespace {

using PointsToBoth = Both<flow::PointsToCache>;

using inputs::Cell;
using inputs::Plan;
using program::Function;
using program::FunctionId;
using program::Program;
using result::Premise;
using result::sentence;

using Alignment = std::vector<std::optional<size_t>>;  // by parameter of before: that of after

// As callers see them: by position. Where their number changed no caller stays as it is: then parameters of one name correspond, provided
// that they come in the same order.
Alignment alignParameters(const Function& x, const Function& y) {
  const auto& own = x.sourceParameters;
  const auto& others = y.sourceParameters;
  Alignment byName(own.size()), byPosition(own.size());
  for (size_t j = 0; j < own.size() && j < others.size(); ++j) byPosition[j] = j;
  if (own.size() == others.size()) return byPosition;
  size_t next = 0;
  bool inOrder = true, any = false;
  for (size_t j = 0; j < own.size(); ++j) {
    const auto isPartner = [&](const program::SourceParameter& each) { return !each.name.empty() && each.name == own[j].name; };
    const auto found = std::find_if(others.begin(), others.end(), isPartner);
    if (found == others.end()) continue;
    const auto k = static_cast<size_t>(found - others.begin());
    inOrder = inOrder && k >= next;
    any = true;
    next = k + 1;
    byName[j] = k;
  }
  return inOrder && any ? byName : byPosition;
}

// A pointer may have become a reference, or the other way round.
bool isReference(const Program& program, const Function& function, size_t k) {
  const program::SourceTypeId type = function.sourceParameters[k].type;
  return type.valid() && program.sourceType(type).name.ends_with('&');
}

void nameParameters(const Both<const Program&>& programs, const Function& x, const Function& y, inputs::Partners& before,
                    inputs::Partners& after, std::vector<std::string>& assumptions) {
  const auto slot = [](const std::string& what, size_t k) { return what + " " + std::to_string(k); };
  if (x.hasSourceSignature != y.hasSourceSignature) {
    const Function& described = x.hasSourceSignature ? x : y;
    for (size_t k = 0; k < described.parameters.size(); ++k) {
      const std::string own = described.plainParameters && k < described.sourceParameters.size() ? described.sourceParameters[k].name : "";
      before.parameters.push_back({own.empty() ? "arg" + std::to_string(k) : own, slot("parameter", k)});
    }
    after.parameters = before.parameters;
    before.byRegisters = after.byRegisters = true;
  }
  if (!x.hasSourceSignature || !y.hasSourceSignature) return;
  const Alignment alignment = alignParameters(x, y);
  for (size_t k = 0; k < y.sourceParameters.size(); ++k) {
    const std::string& own = y.sourceParameters[k].name;
    after.parameters.push_back({own, slot("parameter", k)});
    const auto partner = std::find(alignment.begin(), alignment.end(), std::optional(k));
    if (own.empty() && partner != alignment.end())
      after.parameters.back().name = x.sourceParameters[static_cast<size_t>(partner - alignment.begin())].name;
  }
  for (size_t j = 0; j < alignment.size(); ++j) {
    const std::string& own = x.sourceParameters[j].name;
    if (!alignment[j]) {
      before.parameters.push_back({own, slot("parameter of before", j)});
      continue;
    }
    after.parameters[*alignment[j]].isReference = isReference(programs.before, x, j) || isReference(programs.after, y, *alignment[j]);
    before.parameters.push_back(after.parameters[*alignment[j]]);
    const std::string& other = y.sourceParameters[*alignment[j]].name;
    if (!own.empty() && !other.empty() && own != other) assumptions.push_back(sentence(Premise::ParameterRenamed, own, other));
  }
}

// What the versions have in common besides parameters.
void matchPrograms(const Program& before, FunctionId beforeFunction, const Program& after, FunctionId afterFunction,
                   const change::Changes& changes, bool withReached, PointsToBoth& known, inputs::Partners& ofBefore,
                   inputs::Partners& ofAfter) {
  ofBefore.isPair = ofAfter.isPair = true;
  for (const change::FunctionPair& pair : changes.functions) {
    const Function &x = before.function(pair.before), &y = after.function(pair.after);
    if (!x.defined || !y.defined) continue;
    ofBefore.functions[x.name] = ofAfter.functions[y.name] = pair.after.value;
    if (!pair.sameDeep) ofAfter.changed.insert(pair.after.value);
  }
  ofBefore.changed = ofAfter.changed;
  for (const change::GlobalMatch& match : changes.globals) {
    const std::string& name = after.global(match.after).name;
    ofBefore.globals[before.global(match.before).name] = name;
    ofAfter.globals[name] = name;
  }
  constexpr std::string_view kTable = "vtable for ";
  std::set<std::string> tables;
  for (const program::Global& global : before.globals)
    if (global.defined && global.display.starts_with(kTable)) tables.insert(global.display.substr(kTable.size()));
  for (const program::Global& global : after.globals)
    if (global.defined && global.display.starts_with(kTable) && tables.contains(global.display.substr(kTable.size()))) {
      ofBefore.classes.insert(global.display.substr(kTable.size()));
      ofAfter.classes.insert(global.display.substr(kTable.size()));
    }
  if (!withReached) return;
  const std::vector<program::GlobalId> x = inputs::globalsReached(known.before.from(beforeFunction)),
                                       y = inputs::globalsReached(known.after.from(afterFunction));
  for (const change::GlobalMatch& match : changes.globals) {
    if (std::find(x.begin(), x.end(), match.before) == x.end() && std::find(y.begin(), y.end(), match.after) == y.end()) continue;
    ofBefore.reached.push_back(before.global(match.before).name);
    ofAfter.reached.push_back(after.global(match.after).name);
  }
}

class CellMerger {
 public:
  CellMerger(Entry& entry, expr::ExprPool& pool) : entry_(entry), pool_(pool) {}

  void merge(const Plan& before, const Plan& after) {
    for (const Cell& cell : after.cells) {
      const auto partner = std::find_if(before.cells.begin(), before.cells.end(), [&](const Cell& each) { return each.key == cell.key; });
      if (partner == before.cells.end() || partner->isFloat != cell.isFloat || (cell.isFloat && cell.bits != partner->bits)) {
        entry_.after.cellOfParameter.push_back(add(cell));
        if (partner == before.cells.end()) alone(cell, "after");
        continue;
      }
      const Cell& narrower = partner->bits < cell.bits ? *partner : cell;
      const bool onlyBoth = isReadOtherwise(*partner, cell);
      if (partner->bits != cell.bits || onlyBoth)
        entry_.bounds.push_back(
            sentence(Premise::InputNarrowed, cell.name, partner->type, cell.type, onlyBoth ? std::string("both") : narrower.type));
      else if (partner->isSigned != cell.isSigned)
        entry_.assumptions.push_back(sentence(Premise::InputConverted, cell.name, partner->type, cell.type));
      entry_.after.cellOfParameter.push_back(add(narrower));
      if (partner->isLimited() && cell.isLimited()) limit(*partner);
      if (onlyBoth) forbidNegative();
    }
    for (const Cell& cell : before.cells) {
      const auto found = std::find_if(after.cells.begin(), after.cells.end(), [&](const Cell& each) { return each.key == cell.key; });
      const bool shared = found != after.cells.end() && found->isFloat == cell.isFloat && (!cell.isFloat || found->bits == cell.bits);
      if (shared) {
        entry_.before.cellOfParameter.push_back(entry_.after.cellOfParameter[static_cast<size_t>(found - after.cells.begin())]);
        continue;
      }
      entry_.before.cellOfParameter.push_back(add(cell));
      alone(cell, "before");
    }
    for (const inputs::Keys& each : before.keys) relateKeys(each, entry_.before.cellOfParameter);
    for (const inputs::Keys& each : after.keys) relateKeys(each, entry_.after.cellOfParameter);
  }

 private:
  void alone(const Cell& cell, const std::string& version) {
    entry_.assumptions.push_back(sentence(Premise::InputOfOneVersion, cell.name, version));
  }

  // A negative number in memory that the other version takes for unsigned is not the same input. An argument is: C converts it.
  static bool isReadOtherwise(const Cell& x, const Cell& y) {
    if (x.isFloat || x.isParameter || y.isParameter || x.isSigned == y.isSigned) return false;
    const Cell &asSigned = x.isSigned ? x : y, &asUnsigned = x.isSigned ? y : x;
    return asSigned.bits <= asUnsigned.bits;
  }

  // The cell that was added last.
  void forbidNegative() {
    const vm::InputCell& added = entry_.space.cells.back();
    entry_.domain.push_back(pool_.notOf(pool_.binary(expr::Op::SLt, pool_.symbolExpr(added.symbol), pool_.bits(added.sort.width, 0))));
  }

  uint32_t add(const Cell& cell) {
    std::string name = cell.name;
    const auto clashes = [&](const vm::InputCell& each) { return each.name == name; };
    while (std::any_of(entry_.space.cells.begin(), entry_.space.cells.end(), clashes)) name += "_";
    const expr::Sort sort = cell.isFloat ? expr::Sort::floating(cell.bits) : expr::Sort::bits(cell.bits);
    vm::InputCell added{name, cell.type, sort, cell.isSigned, {}};
    added.symbol = pool_.addSymbol({name, sort, cell.isSigned});
    added.low = cell.low;
    added.high = cell.high;
    added.isParameter = cell.isParameter;
    entry_.space.cells.push_back(added);
    if (cell.isLimited()) limit(cell);
    return static_cast<uint32_t>(entry_.space.cells.size() - 1);
  }

  // Keys of a container, as far as there are so many.
  void relateKeys(const inputs::Keys& keys, const std::vector<uint32_t>& numbers) {
    using Relation = inputs::Keys::Relation;
    const expr::ExprId count = symbolOf(keys.count, numbers);
    std::vector<std::vector<KeyPart>> parts;
    for (const inputs::Keys::Key& key : keys.keys) parts.push_back(keyParts(key, numbers));
    const auto add = [&](size_t last, expr::ExprId holds) {
      const expr::ExprId isThere = pool_.binary(expr::Op::ULt, pool_.bits(pool_.sort(count).width, last), count);
      const expr::ExprId literal = pool_.orOf(pool_.notOf(isThere), holds);
      if (!pool_.isConstant(literal)) entry_.domain.push_back(literal);
    };
    for (size_t k = 1; k < parts.size(); ++k) switch (keys.relation) {
        case Relation::Increasing:
          add(k, isLess(parts[k - 1], parts[k]));
          break;
        case Relation::NotDecreasing:
          add(k, pool_.notOf(isLess(parts[k], parts[k - 1])));
          break;
        case Relation::Distinct:
          for (size_t j = 0; j < k; ++j) add(k, pool_.notOf(isSame(parts[j], parts[k])));
          break;
        case Relation::Together:
          for (size_t j = 0; j + 1 < k; ++j) add(k, pool_.orOf(pool_.notOf(isSame(parts[j], parts[k])), isSame(parts[k - 1], parts[k])));
          break;
      }
  }

  struct KeyPart {
    expr::ExprId value;
    bool isSigned = false;
  };

  expr::ExprId isLess(const std::vector<KeyPart>& one, const std::vector<KeyPart>& other) {
    expr::ExprId result = pool_.boolean(false);
    for (size_t k = one.size(); k-- > 0;) {
      const expr::ExprId less = pool_.binary(one[k].isSigned ? expr::Op::SLt : expr::Op::ULt, one[k].value, other[k].value);
      result = pool_.orOf(less, pool_.andOf(pool_.binary(expr::Op::Equal, one[k].value, other[k].value), result));
    }
    return result;
  }

  expr::ExprId isSame(const std::vector<KeyPart>& one, const std::vector<KeyPart>& other) {
    expr::ExprId result = pool_.boolean(true);
    for (size_t k = 0; k < one.size(); ++k) result = pool_.andOf(result, pool_.binary(expr::Op::Equal, one[k].value, other[k].value));
    return result;
  }

  expr::ExprId symbolOf(uint32_t cell, const std::vector<uint32_t>& numbers) { return pool_.symbolExpr(entry_.space.cells[numbers[cell]].symbol); }

  std::vector<KeyPart> keyParts(const inputs::Keys::Key& key, const std::vector<uint32_t>& numbers) {
    std::vector<KeyPart> result;
    for (const inputs::Keys::Part& part : key) {
      const bool isNumber = part.length == inputs::kNone;
      result.push_back({isNumber ? asBits(symbolOf(part.cells[0], numbers)) : textExpr(part, numbers),
                        isNumber && entry_.space.cells[numbers[part.cells[0]]].isSigned});
    }
    return result;
  }

  expr::ExprId asBits(expr::ExprId e) { return pool_.sort(e).kind == expr::SortKind::Bool ? pool_.ite(e, pool_.bits(8, 1), pool_.bits(8, 0)) : e; }

  // Of a string its characters, those behind its end as zero, and its length: as numbers they are in the order of strings.
  expr::ExprId textExpr(const inputs::Keys::Part& text, const std::vector<uint32_t>& numbers) {
    const expr::ExprId length = symbolOf(text.length, numbers);
    const unsigned width = pool_.sort(length).width;
    expr::ExprId result;
    for (size_t k = 0; k < text.cells.size(); ++k) {
      const expr::ExprId isThere = pool_.binary(expr::Op::ULt, pool_.bits(width, k), length);
      const expr::ExprId byte = pool_.ite(isThere, symbolOf(text.cells[k], numbers), pool_.bits(8, 0));
      result = result.valid() ? pool_.binary(expr::Op::Concat, result, byte) : byte;
    }
    return result.valid() ? pool_.binary(expr::Op::Concat, result, length) : length;
  }

  // The cell that was added last.
  void limit(const Cell& cell) {
    using expr::Op;
    const vm::InputCell& added = entry_.space.cells.back();
    const expr::ExprId symbol = pool_.symbolExpr(added.symbol);
    const Op less = cell.isSigned ? Op::SLt : Op::ULt;
    const auto number = [&](int64_t value) { return pool_.bits(added.sort.width, truncateTo(static_cast<U128>(value), added.sort.width)); };
    const auto add = [&](expr::ExprId literal) {
      if (!pool_.isConstant(literal)) entry_.domain.push_back(literal);
    };
    add(pool_.notOf(pool_.binary(less, number(cell.high), symbol)));
    if (cell.isSigned || cell.low > 0) add(pool_.notOf(pool_.binary(less, symbol, number(cell.low))));
  }

  Entry& entry_;
  expr::ExprPool& pool_;
};

void addUnique(std::vector<std::string>& to, const std::vector<std::string>& from) {
  for (const std::string& each : from)
    if (std::find(to.begin(), to.end(), each) == to.end()) to.push_back(each);
}

// A global that is an input of one version, written or not, is one of the other, too. False: nothing was to be added.
bool shareGlobals(const EntryPlans& plans, const change::Changes& changes, const Program& before, const Program& after,
                  inputs::Partners& ofBefore, inputs::Partners& ofAfter) {
  const auto inputsOf = [](const Plan& plan) {
    std::set<std::string> names;
    for (const inputs::Object& each : plan.objects)
      if (!each.isOwn && !each.global.empty()) names.insert(each.global);
    return names;
  };
  const std::set<std::string> x = inputsOf(plans.before), y = inputsOf(plans.after);
  bool added = false;
  for (const change::GlobalMatch& match : changes.globals) {
    const std::string &own = before.global(match.before).name, &other = after.global(match.after).name;
    if (x.contains(own) == y.contains(other)) continue;
    added = (x.contains(own) ? ofAfter.inputGlobals.insert(other) : ofBefore.inputGlobals.insert(own)).second || added;
  }
  return added;
}

// What one version leaves of stdin, errno or the state of rand is held against what the other one leaves: both are given it. A program
// leaves nothing behind that anybody could look at. Of the time zone the variable TZ tells as well.
bool shareLibraryStates(const EntryPlans& plans, inputs::Partners& ofBefore, inputs::Partners& ofAfter) {
  const auto share = [](bool inBefore, bool inAfter, bool& toBefore, bool& toAfter) {
    if (inBefore == inAfter || toBefore || toAfter) return false;
    return (inBefore ? toAfter : toBefore) = true;
  };
  const bool zone = share(plans.before.asksZone(), plans.after.asksZone(), ofBefore.asksZone, ofAfter.asksZone);
  if (plans.before.isMain && plans.after.isMain) return zone;
  const bool stdin =
      share(plans.before.stdinObject != inputs::kNone, plans.after.stdinObject != inputs::kNone, ofBefore.readsStdin, ofAfter.readsStdin);
  const bool error = share(plans.before.asksErrno(), plans.after.asksErrno(), ofBefore.asksErrno, ofAfter.asksErrno);
  return share(plans.before.asksRandom(), plans.after.asksRandom(), ofBefore.asksRandom, ofAfter.asksRandom) || stdin || error || zone;
}

// Calls of the environment are held against those of the other version, which has the same answers.
bool shareEnvironment(const EntryPlans& plans, inputs::Partners& ofBefore, inputs::Partners& ofAfter) {
  if (plans.before.environment == plans.after.environment) return false;
  ofBefore.environment = plans.after.environment;
  ofAfter.environment = plans.before.environment;
  return true;
}

// What one version has no room for the other one leaves out, too: it would be an input of that one alone, and look like a difference.
bool shareCuts(const EntryPlans& plans, inputs::Partners& ofBefore, inputs::Partners& ofAfter) {
  const size_t known = ofAfter.cuts.size();
  for (const Plan* plan : {&plans.before, &plans.after}) ofAfter.cuts.insert(plan->cuts.begin(), plan->cuts.end());
  ofBefore.cuts = ofAfter.cuts;
  return ofAfter.cuts.size() != known;
}

// A pointer leads to what both versions know under the same number. (A function whose type has changed may fit in one version alone.)
bool shareChoices(const EntryPlans& plans, inputs::Partners& ofBefore, inputs::Partners& ofAfter) {
  bool added = false;
  for (const auto& [name, meaning] : plans.after.choices) {
    const auto other = plans.before.choices.find(name);
    if (other == plans.before.choices.end() || other->second == meaning) continue;
    std::set<std::string> common;
    for (const std::string& each : meaning)
      if (std::ranges::find(other->second, each) != other->second.end()) common.insert(each);
    added = ofAfter.choices.emplace(name, common).second || added;
    ofBefore.choices.emplace(name, common);
  }
  return added;
}

// A global that a version may write, and another leaves as it is: what it holds then is what it held before, so it is an input, unless both
// write all of it for sure. Larger ones are looked at where runs write them (PairRunner::noteKept).
void shareWritten(const Program& before, FunctionId beforeFunction, const Program& after, FunctionId afterFunction,
                  const change::Changes& changes, PointsToBoth& known, inputs::Partners& ofBefore, inputs::Partners& ofAfter) {
  constexpr uint64_t kMostBytes = 64;
  const auto mayMatter = [&](const change::GlobalMatch& each) {
    const program::Global &x = before.global(each.before), &y = after.global(each.after);
    return !x.fromModels && !x.constant && !y.constant && x.size <= kMostBytes && y.size <= kMostBytes;
  };
  if (std::ranges::none_of(changes.globals, mayMatter)) return;
  const inputs::Writes x(known.before.from(beforeFunction)), y(known.after.from(afterFunction));
  for (const change::GlobalMatch& each : changes.globals) {
    if (!mayMatter(each) || !(x.mayWrite(each.before) || y.mayWrite(each.after))) continue;
    if (x.surelyWrites(each.before) && y.surelyWrites(each.after)) continue;
    ofBefore.inputGlobals.insert(before.global(each.before).name);
    ofAfter.inputGlobals.insert(after.global(each.after).name);
  }
}

// An input has any value at the start, whatever its initialiser says.
void noteInitialisers(const Program& before, const Program& after, const change::Changes& changes, PointsToBoth& known, EntryPlans& plans) {
  const auto isInput = [](const Plan& plan, const std::string& name) {
    return std::ranges::any_of(plan.objects, [&](const inputs::Object& each) { return !each.isOwn && each.global == name; });
  };
  std::set<program::GlobalId> made;  // by static constructors that are not the same
  if (!changes.sameStart)
    for (const FunctionId constructor : after.constructors)
      for (const program::GlobalId id : inputs::globalsWritten(known.after.from(constructor))) made.insert(id);
  for (const change::GlobalMatch& match : changes.globals)
    if ((!match.sameStart || made.contains(match.after)) && isInput(plans.before, before.global(match.before).name) &&
        isInput(plans.after, after.global(match.after).name))
      plans.after.bounds.push_back({sentence(Premise::InitialiserNotSeen, after.global(match.after).display), inputs::kNone, 0});
}

// What the parameter leads to, where it is memory of the caller's; null: it is a value of its own.
const inputs::Object* memoryBehind(const Plan& plan, size_t parameter) {
  if (parameter >= plan.arguments.size()) return nullptr;
  const inputs::Value& value = plan.arguments[parameter].value;
  const bool leads = plan.arguments[parameter].byValue == inputs::kNone && value.kind == inputs::Value::Kind::Pointer &&
                     value.object != inputs::kNone && plan.objects[value.object].isOwn;
  return leads ? &plan.objects[value.object] : nullptr;
}

// Gives the other plan the object, and what containers in it own, filled alike, although nobody is told of it there. False: its types or
// contents cannot be had there.
bool addUnused(const Plan& from, const Program& fromProgram, const inputs::Object& object, Plan& to, const Program& toProgram) {
  using inputs::kNone;
  std::vector<Cell> cells = to.cells;
  std::map<uint32_t, uint32_t> numbers;  // of objects, there
  for (uint32_t k = 0; k < from.objects.size(); ++k)
    if (from.objects[k].global == object.global || from.objects[k].storageOf == object.global)
      numbers.emplace(k, static_cast<uint32_t>(to.objects.size() + numbers.size()));
  const auto cellThere = [&](uint32_t& cell) {
    if (cell == kNone) return;
    const Cell own = from.cells[cell];
    const auto known = std::ranges::find(cells, own.key, &Cell::key);
    cell = static_cast<uint32_t>(known - cells.begin());
    if (known == cells.end()) cells.push_back(own);
  };
  std::vector<inputs::Object> copies;
  program::Meanings meanings({fromProgram, toProgram});
  const auto typeThere = [&](program::SourceTypeId type) {
    for (size_t k = 0; type.valid() && k < toProgram.sourceTypes.size(); ++k)
      if (meanings.same(type, program::SourceTypeId(k))) return program::SourceTypeId(k);
    return program::SourceTypeId();
  };
  // What a pointer in it leads to: its own, or what both versions are given anyway.
  const auto objectThere = [&](uint32_t own) {
    if (const auto number = numbers.find(own); number != numbers.end()) return number->second;
    const inputs::Object& object = from.objects[own];
    const auto isIt = [&](const inputs::Object& each) { return each.global == object.global && each.size == object.size && each.isOwn && object.isOwn; };
    const auto found = std::ranges::find_if(to.objects, isIt);
    return found == to.objects.end() ? kNone : static_cast<uint32_t>(found - to.objects.begin());
  };
  for (const auto& [number, there] : numbers) {
    inputs::Object copy = from.objects[number];
    const auto isTaken = [&](const inputs::Object& each) { return each.global == copy.global; };
    if (copy.extra != 0 || std::ranges::any_of(to.objects, isTaken)) return false;
    copy.isHeap = false;  // nobody there could free it
    if (copy.element.valid()) {
      copy.element = typeThere(copy.element);
      if (!copy.element.valid()) return false;
    }
    for (inputs::Fill& fill : copy.fills) {
      inputs::Value& value = fill.value;
      const bool isPlain = value.kind == inputs::Value::Kind::Cell || value.kind == inputs::Value::Kind::Constant;
      const bool isPointer = value.kind == inputs::Value::Kind::Pointer && value.instead.empty();
      if (!isPlain && !isPointer) return false;
      if (isPointer && value.object != kNone && (value.object = objectThere(value.object)) == kNone) return false;
      value.element = typeThere(value.element);
      for (uint32_t* cell : {&value.cell, &value.onlyAbove, &fill.whenCell}) cellThere(*cell);
    }
    copies.push_back(std::move(copy));
  }
  to.cells = std::move(cells);
  for (inputs::Object& copy : copies) to.objects.push_back(std::move(copy));
  return true;
}

// What containers own is watched for writes by its name: where a container became another one, that says nothing.
std::string differentStorage(const EntryPlans& plans) {
  const auto lacks = [](const Plan& one, const Plan& other) -> std::string {
    for (const inputs::Object& each : one.objects) {
      if ((each.storageOf.empty() && !each.isViewed) || each.isHidden) continue;
      const auto isSame = [&](const inputs::Object& its) {
        return its.global == each.global && its.storageOf == each.storageOf && its.size == each.size && its.isHidden == each.isHidden;
      };
      if (std::ranges::none_of(other.objects, isSame)) return each.text;
    }
    return "";
  };
  const std::string name = lacks(plans.before, plans.after);
  return name.empty() ? lacks(plans.after, plans.before) : name;
}

// A parameter that led to the caller's memory and became a value, or the other way round: what one version leaves in that memory is held
// against what it was.
void shareMemory(const Program& before, const Function& x, const Program& after, const Function& y, EntryPlans& plans) {
  if (!x.hasSourceSignature || !y.hasSourceSignature || !plans.before.unsupported.empty() || !plans.after.unsupported.empty()) return;
  const Alignment alignment = alignParameters(x, y);
  for (size_t j = 0; j < alignment.size(); ++j) {
    if (!alignment[j]) continue;
    const inputs::Object *own = memoryBehind(plans.before, j), *other = memoryBehind(plans.after, *alignment[j]);
    if ((own == nullptr) == (other == nullptr)) continue;
    const inputs::Object object = own != nullptr ? *own : *other;
    const bool added = own != nullptr ? addUnused(plans.before, before, object, plans.after, after)
                                      : addUnused(plans.after, after, object, plans.before, before);
    if (!added) plans.after.unsupported = "what " + object.text + " is cannot be compared: only one version is given it";
  }
}

// A global that one version takes as an input and the other keeps as it is, for want of room or of a type: they would start differently.
std::string keptByOne(const Program& before, const Program& after, const change::Changes& changes, const EntryPlans& plans) {
  const auto isInput = [](const Plan& plan, const program::Global& global) {
    return std::ranges::any_of(plan.objects, [&](const inputs::Object& each) { return !each.isOwn && each.global == global.name; });
  };
  const auto isKept = [](const Plan& plan, const program::Global& global) {
    const std::string text = sentence(Premise::GlobalKept, global.display);
    return std::ranges::any_of(plan.bounds, [&](const inputs::Bound& each) { return each.text == text; });
  };
  for (const change::GlobalMatch& match : changes.globals) {
    const program::Global &x = before.global(match.before), &y = after.global(match.after);
    if ((isInput(plans.before, x) && isKept(plans.after, y)) || (isKept(plans.before, x) && isInput(plans.after, y))) return y.display;
  }
  return "";
}

bool isPlainScalar(const Program& program, program::SourceTypeId id) {
  using program::SourceKind;
  if (!id.valid()) return true;  // void
  const SourceKind kind = program.sourceType(id).kind;
  return kind == SourceKind::Bool || kind == SourceKind::Char || kind == SourceKind::Int || kind == SourceKind::Enum ||
         kind == SourceKind::Float;
}

// Without debug information memory is bytes, and with it what its types say: where only one version has it, nothing but scalars that are
// passed and returned are the same things in both.
bool isAlikeWithoutTypes(const Program& before, FunctionId beforeFunction, const Program& after, FunctionId afterFunction,
                         PointsToBoth& known, const EntryPlans& plans) {
  const auto isScalarsAlone = [](const Program& program, FunctionId id, flow::PointsToCache& pointsTo, const Plan& plan) {
    if (!isPlainScalar(program, program.function(id).sourceResult) || program.function(id).results.size() > 1) return false;
    if (plan.isMain) return !plan.hasGlobals;  // its words and its input are what they are, and its globals end with it
    return plan.isDirect() && !inputs::reachesGlobals(pointsTo.from(id));
  };
  return isScalarsAlone(before, beforeFunction, known.before, plans.before) &&
         isScalarsAlone(after, afterFunction, known.after, plans.after);
}

}  // namespace

namespace {

using Row = std::vector<program::Type>;

// With which variable arguments the program calls the function: the longest row of plain ones.
std::optional<Row> longestRow(const Program& program, FunctionId function) {
  std::optional<Row> longest;
  for (const Function& caller : program.functions) {
    if (caller.fromModels) continue;
    for (const program::CallInfo& call : caller.calls) {
      if (call.callee != function || call.fixedArguments > call.arguments.size()) continue;
      const Row row(call.argumentTypes.begin() + call.fixedArguments, call.argumentTypes.end());
      const bool isPlain =
          std::ranges::all_of(row, [](const program::Type each) { return each.width == 32 || each.width == 64 || each.isFloat(); }) &&
          std::all_of(call.byValueSize.begin() + call.fixedArguments, call.byValueSize.end(), [](uint64_t size) { return size == 0; });
      if (isPlain && (!longest || row.size() > longest->size())) longest = row;
    }
  }
  return longest;
}

// The same for both versions. Where neither calls the function: two numbers.
Row variableArguments(const Program& before, FunctionId beforeFunction, const Program& after, FunctionId afterFunction) {
  const std::optional<Row> x = longestRow(before, beforeFunction), y = longestRow(after, afterFunction);
  if (!x && !y) return Row(2, program::Type::integer(32));
  return !x || (y && y->size() > x->size()) ? *y : *x;
}

}  // namespace

EntryPlans planEntry(const Program& before, FunctionId beforeFunction, const Program& after, FunctionId afterFunction,
                     const inputs::Options& options, const change::Changes& changes) {
  EntryPlans plans;
  PointsToBoth known{flow::PointsToCache(before), flow::PointsToCache(after)};
  inputs::Partners ofBefore, ofAfter;
  nameParameters({before, after}, before.function(beforeFunction), after.function(afterFunction), ofBefore, ofAfter, plans.assumptions);
  if (before.function(beforeFunction).variadic || after.function(afterFunction).variadic)
    ofBefore.variableArguments = ofAfter.variableArguments = variableArguments(before, beforeFunction, after, afterFunction);
  for (const bool isBefore : {true, false}) {
    const Program& program = isBefore ? before : after;
    const inputs::Partners& names = isBefore ? ofBefore : ofAfter;
    const auto nameOf = [&](size_t k) { return names.parameters[k].name.empty() ? "arg" + std::to_string(k) : names.parameters[k].name; };
    if (!ofBefore.byRegisters &&
        names.parameters.size() == program.function(isBefore ? beforeFunction : afterFunction).sourceParameters.size())
      ofBefore.counted.add(program, isBefore ? beforeFunction : afterFunction, nameOf);
  }
  ofBefore.counted.settleTypes({&before, &after});
  ofAfter.counted = ofBefore.counted;
  matchPrograms(before, beforeFunction, after, afterFunction, changes, options.aliasAny, known, ofBefore, ofAfter);
  shareWritten(before, beforeFunction, after, afterFunction, changes, known, ofBefore, ofAfter);
  const auto planBoth = [&] {
    do {
      plans.after = inputs::makePlan(after, afterFunction, options, ofAfter, &known.after);
      plans.before = inputs::makePlan(before, beforeFunction, options, ofBefore, &known.before);
    } while (shareGlobals(plans, changes, before, after, ofBefore, ofAfter) || shareLibraryStates(plans, ofBefore, ofAfter) ||
             shareEnvironment(plans, ofBefore, ofAfter) || shareChoices(plans, ofBefore, ofAfter) ||
             (ofBefore.sharesLimits && shareCuts(plans, ofBefore, ofAfter)));
  };
  planBoth();
  if (plans.before.wasFull || plans.after.wasFull) {
    ofBefore.sharesLimits = ofAfter.sharesLimits = true;
    planBoth();
  }
  noteInitialisers(before, after, changes, known, plans);
  shareMemory(before, before.function(beforeFunction), after, after.function(afterFunction), plans);
  if (ofBefore.byRegisters && plans.after.unsupported.empty() &&
      !isAlikeWithoutTypes(before, beforeFunction, after, afterFunction, known, plans))
    plans.after.unsupported =
        "only one version has debug information, which tells what its memory means: compile both with -g, or both without";
  if (const std::string other = differentStorage(plans);
      !other.empty() && plans.before.unsupported.empty() && plans.after.unsupported.empty())
    plans.after.unsupported = other + " is a container whose type has changed: what the versions leave in it cannot be compared";
  if (const std::string kept = keptByOne(before, after, changes, plans); !kept.empty() && plans.after.unsupported.empty())
    plans.after.unsupported =
        kept + " can be an input of one version alone: there are too many, or it has no type in the other (--globals fixed keeps all)";
  for (const auto& [name, meaning] : plans.after.choices)
    if (const auto other = plans.before.choices.find(name); other != plans.before.choices.end() && other->second != meaning)
      plans.after.unsupported = "what " + name.substr(name.rfind(' ') + 1) + " may point to is not the same in both versions";
  return plans;
}

namespace {

// What both versions have is one size.
void addSizes(const Plan& plan, const std::vector<uint32_t>& numbers, std::vector<EntrySize>& sizes) {
  for (EntrySize size : plan.sizes) {
    for (uint32_t& cell : size.cells) cell = numbers[cell];
    const auto isSame = [&](const EntrySize& each) {
      return each.kind == size.kind && each.place == size.place && each.cells == size.cells && each.most == size.most;
    };
    if (std::ranges::none_of(sizes, isSame)) sizes.push_back(std::move(size));
  }
}

}  // namespace

Entry makeEntry(const std::string& name, const EntryPlans& plans, const vm::EntryBinding& before, const vm::EntryBinding& after,
                expr::ExprPool& pool) {
  Entry entry;
  entry.name = name;
  entry.before = before;
  entry.after = after;
  entry.unsupported = !plans.after.unsupported.empty() ? plans.after.unsupported : plans.before.unsupported;
  if (!entry.unsupported.empty()) return entry;
  entry.assumptions = plans.assumptions;
  entry.globalsStartFixed = !plans.before.hasGlobals && !plans.after.hasGlobals;
  entry.startsProgram = plans.before.isMain && plans.after.isMain;
  for (const inputs::Object& object : plans.after.objects)
    if (!object.global.empty()) entry.inputGlobals.insert(object.global);
  for (const inputs::Object& object : plans.before.objects)
    if (object.isOwn && !object.global.empty()) entry.inputGlobals.insert(object.global);
  CellMerger(entry, pool).merge(plans.before, plans.after);
  addSizes(plans.after, entry.after.cellOfParameter, entry.sizes);
  addSizes(plans.before, entry.before.cellOfParameter, entry.sizes);
  for (const Plan* plan : {&plans.after, &plans.before}) {
    addUnique(entry.assumptions, plan->assumptions);
    for (const Plan::Chosen& chosen : plan->chosen)
      if (chosen.options.behind == inputs::Behind::String) entry.firstCharacters.insert(chosen.path + "[0]");
  }
  return entry;
}

std::vector<std::string> boundsThatMatter(const Program& before, const Program& after, const EntryPlans& plans, const Entry& entry) {
  std::vector<std::string> texts;
  const auto look = [&](const Program& program, const Plan& plan, const vm::EntryBinding& binding) {
    if (plan.bounds.empty()) return;
    const flow::PointsTo pointsTo(program, binding.function);
    const flow::Extents extents(pointsTo, binding.function == binding.body ? FunctionId() : binding.function);
    for (const inputs::Bound& bound : plan.bounds) {
      if (bound.object != inputs::kNone) {
        const program::GlobalId global = program.findGlobal(plan.objects[bound.object].global);
        const std::optional<uint64_t> end =
            global.valid() ? extents.of(pointsTo.siteOf(flow::Site::Kind::Global, global.value)) : std::optional<uint64_t>();
        if (end && *end <= bound.from) continue;
      }
      addUnique(texts, {bound.text});
    }
  };
  look(after, plans.after, entry.after);
  look(before, plans.before, entry.before);
  return texts;
}

Entry makePlainEntry(const Program& before, FunctionId beforeFunction, const Program& after, FunctionId afterFunction,
                     expr::ExprPool& pool) {
  inputs::Options options;
  options.globals = inputs::Globals::Fixed;
  EntryPlans plans = planEntry(before, beforeFunction, after, afterFunction, options, change::findChanges(before, after));
  if (!plans.before.isDirect() || !plans.after.isDirect())
    plans.after.unsupported = after.function(afterFunction).display + " takes more than scalars";
  return makeEntry(after.function(afterFunction).display, plans, {beforeFunction, {}, beforeFunction}, {afterFunction, {}, afterFunction},
                   pool);
}

}  // namespace cleave::explore
