#include "explore/unseen.h"

#include <algorithm>
#include <set>
#include <vector>

#include "explore/class_tables.h"
#include "flow/points_to.h"
#include "program/containers.h"
#include "program/environment.h"
#include "program/meaning.h"

namespace cleave::explore {

using flow::Site;
using flow::SiteId;
using flow::SiteSet;
using program::Function;
using program::FunctionId;
using program::Instruction;
using program::Op;

namespace {

constexpr const char* kLeavesEntry = "cleave_vm_threw";  // its first argument is the exception

class Version {
 public:
  Version(const Task& task, const Tracking* tracking, Side side)
      : task_(task),
        tracking_(tracking),
        side_(side),
        program_(side == Side::Before ? task.before : task.after),
        binding_(side == Side::Before ? task.entry.before : task.entry.after),
        pointsTo_(program_, binding_.function),
        tables_(task) {}

  // The name of a function that differs, and may be pointed to by what is shown; empty: there is none. Adds what counts as the same although it
  // leads to such a function.
  std::string shownFunction(Unseen& unseen) const {
    SiteSet alike, other;
    const SiteSet shown = behind(roots(), &alike, &other);
    SiteSet strict = behind(thrown(), nullptr, nullptr);  // whoever catches an exception asks it for its text
    strict.add(behind(other, nullptr, nullptr));
    std::vector<FunctionId> seen = differing(strict);
    std::vector<FunctionId> entries;
    for (const FunctionId id : differing(shown)) {
      if (isEntry(id))
        entries.push_back(id);
      else if (!isOfOneVersion(id))
        seen.push_back(id);
    }
    if (!seen.empty()) return program_.function(seen.front()).display;
    for (const FunctionId id : entries) unseen.functions.insert(program_.function(id).display);
    alike.forEach([&](SiteId table) {
      SiteSet own;
      own.add(table);
      if (!differing(behind(own, nullptr, nullptr)).empty())
        unseen.classes.insert(program::classOf(program_.global(tableOf(table))));
    });
    return {};
  }

  // The name of a function that reads or writes a volatile object other than its own local ones; empty: none does.
  std::string volatileAccess() const {
    for (const FunctionId id : pointsTo_.reached())
      for (const Instruction& each : program_.function(id).instructions)
        if ((each.op == Op::Load || each.op == Op::Store) && each.flag != 0 && !isLocal(id, each.op == Op::Load ? each.a : each.b))
          return program_.function(id).display;
    return "";
  }

  // The name of a function of the environment that may be given a pointer to memory of the program that its log has nothing of: behind a
  // `void *` without a size, say, behind a pointer in a structure, or behind the first element of an array. Empty: there is none.
  std::string uncomparedArgument() const {
    for (const FunctionId id : pointsTo_.reached())
      for (const program::EnvironmentFunction& each : program_.environment)
        if (isBodyOf(program_.function(id).name, each) && each.use != program::EnvironmentUse::Ignored &&
            each.use != program::EnvironmentUse::Pure && hidesMemory(id, each))
          return each.display;
    return "";
  }

 private:
  // All that they lead to; tables that stand for their classes in both versions are put aside, and so are others. One that the other version has
  // not tells itself apart, as functions of one version do.
  SiteSet behind(SiteSet shown, SiteSet* alike, SiteSet* other) const {
    for (bool isNew = true; isNew;) {
      SiteSet next;
      shown.forEach([&](SiteId site) {
        pointsTo_.contents(site).forEach([&](SiteId each) {
          if (!isTable(each) || alike == nullptr) {
            if (!isTable(each) || !isInput(site)) next.add(each);
          } else if (!isInput(site) && !alike->contains(each) && !other->contains(each) && tables_.areInBoth(side_, tableOf(each))) {
            (tables_.areAlike(side_, tableOf(each)) ? alike : other)->add(each);
          }
        });
      });
      isNew = shown.add(next);
    }
    return shown;
  }

  // Functions among these that differ.
  std::vector<FunctionId> differing(const SiteSet& shown) const {
    std::vector<FunctionId> found;
    shown.forEach([&](SiteId site) {
      const Site& each = pointsTo_.sites()[site.value];
      if (each.kind == Site::Kind::Function && differs(FunctionId(each.source))) found.push_back(FunctionId(each.source));
    });
    return found;
  }

  // Nothing of the other version has its name: where a pointer to it is shown, the other one shows something else, or has no place for it.
  bool isOfOneVersion(FunctionId id) const {
    const program::Program& other = side_ == Side::Before ? task_.after : task_.before;
    return task_.changes.pairOf(side_, id) == nullptr &&
           std::ranges::none_of(other.functions, [&](const Function& each) { return each.display == program_.function(id).display; });
  }

  bool isEntry(FunctionId id) const {
    const change::FunctionPair* pair = task_.changes.pairOf(side_, id);
    return pair != nullptr && pair->isEntry;
  }

  bool isInput(SiteId id) const {
    const Site& site = pointsTo_.sites()[id.value];
    return site.kind == Site::Kind::Global && program_.globals[site.source].name.starts_with(program::kInputMemory);
  }

  // Of virtual functions. An object that the caller passed in is of a class of its own choice: which one is compared, and its virtual functions
  // are no matter of the entry, like other functions that the caller could call with it.
  bool isTable(SiteId id) const {
    const Site& site = pointsTo_.sites()[id.value];
    return site.kind == Site::Kind::Global && program::isVirtualTable(program_.globals[site.source]);
  }

  program::GlobalId tableOf(SiteId id) const { return program::GlobalId(pointsTo_.sites()[id.value].source); }

  // A variadic function has a body for each row of arguments, with a letter for each further one.
  static bool isBodyOf(const std::string& name, const program::EnvironmentFunction& function) {
    const std::string own = program::kEnvironmentBody + function.name;
    return name == own || (function.variadic && name.starts_with(own + "."));
  }

  bool hidesMemory(FunctionId id, const program::EnvironmentFunction& described) const {
    using Behind = program::EnvironmentPointee::Kind;
    const Function& body = program_.function(id);
    const std::string letters = described.variadic ? body.name.substr(body.name.rfind('.') + 1) : "";
    for (size_t k = 0; k < body.parameters.size(); ++k) {
      const SiteSet& behind = pointsTo_.behind(id, program::Operand::reg(body.parameters[k].reg));
      if (k >= described.parameters.size()) {
        const size_t further = k - described.parameters.size();
        if ((further >= letters.size() || letters[further] == 'p') && isOfProgram(behind)) return true;
        continue;
      }
      const program::EnvironmentValue& value = described.parameters[k];
      if (value.kind != program::EnvironmentValue::Kind::Pointer || value.behind.isOutput) continue;
      if (value.behind.kind == Behind::Token && isOfProgram(behind)) return true;
      const bool isWhole = value.behind.numbers.size() < program::kEnvironmentNumbers;  // else there may be more members
      if (value.behind.kind == Behind::Object && (isWhole ? isMoreThan(value.behind.size, behind) : isOfProgram(behind))) return true;
      if (value.behind.kind == Behind::Object && std::ranges::any_of(value.behind.numbers, &program::EnvironmentNumber::isPointer) &&
          leadsToProgram(behind))
        return true;
    }
    return false;
  }

  // One object of its type is compared; there may be an array, or a structure that it is a part of.
  bool isMoreThan(uint64_t size, const SiteSet& objects) const {
    bool found = false;
    objects.forEach([&](SiteId id) {
      const Site& site = pointsTo_.sites()[id.value];
      if (site.kind == Site::Kind::Global) {
        found = found || (program_.globals[site.source].size != size && !isUntouched(program::GlobalId(site.source)));
      } else {
        const Instruction* made =
            site.kind == Site::Kind::Alloca ? &program_.functions[site.source].instructions[site.instruction] : nullptr;
        found = found || made == nullptr || made->b.present() || made->imm != static_cast<int64_t>(size);
      }
    });
    return found;
  }

  bool leadsToProgram(const SiteSet& objects) const {
    bool leads = false;
    objects.forEach([&](SiteId site) { leads = leads || isOfProgram(pointsTo_.contents(site)); });
    return leads;
  }

  // Whether some of it holds what the program has put there, or what differs by version. What is an input, or an answer, and never written
  // is the same in both; functions are compared by their names, and what a stream holds is seen elsewhere.
  bool isOfProgram(const SiteSet& objects) const {
    bool found = false;
    objects.forEach([&](SiteId id) {
      const Site& site = pointsTo_.sites()[id.value];
      if (site.kind == Site::Kind::Function) return;
      found = found || site.kind != Site::Kind::Global || !isUntouched(program::GlobalId(site.source));
    });
    return found;
  }

  bool isUntouched(program::GlobalId id) const {
    const std::string& name = program_.global(id).name;
    if (name.starts_with("cleave_model")) return true;
    if (!name.starts_with(program::kInputMemory) || tracking_ == nullptr) return false;
    return std::ranges::none_of(tracking_->globals(),
                                [&](const Tracking::Watched& each) { return (side_ == Side::Before ? each.before : each.after) == id; });
  }

  bool differs(FunctionId id) const {
    const change::FunctionPair* pair = task_.changes.pairOf(side_, id);
    // The models are the same in both; what they are given, and call, is seen elsewhere.
    if (program_.function(id).fromModels) return false;
    if (pair == nullptr) return program_.function(id).defined;
    return program_.function(id).defined && !pair->sameDeep && !(pair->sameCode && standsAlone(program_.function(id)));
  }

  // It calls nothing and mentions nothing: the same code does the same, however its result is read.
  static bool standsAlone(const Function& function) {
    const auto isMention = [](const program::Constant& each) {
      return each.kind == program::Constant::Kind::Function || each.kind == program::Constant::Kind::Global;
    };
    return std::ranges::none_of(function.constants, isMention) && std::ranges::none_of(function.instructions, [](const Instruction& each) {
             return each.op == Op::Call || each.op == Op::Unsupported;
           });
  }

  bool isLocal(FunctionId function, program::Operand pointer) const {
    bool local = true;
    const SiteSet& behind = pointsTo_.behind(function, pointer);
    behind.forEach([&](SiteId site) { local = local && pointsTo_.sites()[site.value].kind == Site::Kind::Alloca; });
    return local && !behind.empty();
  }

  // Whether what is shown of a thing of this type may show a pointer to a function: things are shown by their types, and numbers that hold
  // an address end a run. What is in a string, say, points nowhere.
  bool maySeeFunction(program::SourceTypeId id, std::set<uint32_t>& seen) const {
    using Kind = program::Container::Kind;
    if (!id.valid()) return true;
    if (!seen.insert(id.value).second) return false;
    const program::SourceType& type = program_.sourceType(id);
    if (const std::optional<program::Container> container = program::containerOf(program_, id)) {
      if (container->kind == Kind::Function) return true;
      if (container->kind == Kind::Parts || container->kind == Kind::Variant)
        return std::ranges::any_of(container->parts, [&](const auto& part) { return maySeeFunction(part.type, seen); });
      return maySeeFunction(container->element, seen);
    }
    switch (type.kind) {
      case program::SourceKind::Void:
      case program::SourceKind::Bool:
      case program::SourceKind::Char:
      case program::SourceKind::Int:
      case program::SourceKind::Enum:
      case program::SourceKind::Float:
        return false;
      case program::SourceKind::Pointer:
      case program::SourceKind::Array:
        return maySeeFunction(type.element, seen);
      case program::SourceKind::Struct:
        return type.sizeBytes == 0 || !type.virtualBases.empty() ||
               std::ranges::any_of(type.members, [&](const program::SourceMember& each) { return !each.isBitField && maySeeFunction(each.type, seen); });
      case program::SourceKind::Union:
      case program::SourceKind::Function:
      case program::SourceKind::Unknown:
        return true;
    }
    return true;
  }
  bool maySeeFunction(program::SourceTypeId id) const {
    std::set<uint32_t> seen;
    return maySeeFunction(id, seen);
  }

  // Exceptions of the library's classes are shown by their texts alone.
  bool throwsOwnClasses() const {
    constexpr std::string_view kThrown = "cleave_exception_type.", kOfLibrary = "cleave_exception_type._ZTISt";
    const auto isOwn = [&](const program::Constant& each) {
      if (each.kind != program::Constant::Kind::Global) return false;
      const std::string& name = program_.globals[each.target].name;
      return name.starts_with(kThrown) && !name.starts_with(kOfLibrary);
    };
    return std::ranges::any_of(pointsTo_.reached(), [&](FunctionId id) { return std::ranges::any_of(program_.function(id).constants, isOwn); });
  }

  // What a container owns is shown with its holder.
  bool maySeeFunction(const program::Global& global) const {
    const program::GlobalId holder = global.storageOf.empty() ? program::GlobalId() : program_.findGlobal(global.storageOf);
    return maySeeFunction(holder.valid() ? program_.global(holder).type : global.type);
  }

  // What is too narrow for an address shows none: a run that shows a part of one is unfinished.
  void addPointers(SiteSet& roots, FunctionId function, const program::CallInfo& returned) const {
    for (size_t k = 0; k < returned.arguments.size(); ++k)
      if (const program::Type type = returned.argumentTypes[k]; !type.isFloat() && type.width >= program::Type::pointer().width)
        roots.add(pointsTo_.behind(function, returned.arguments[k]));
  }

  // Exceptions that leave the entry.
  SiteSet thrown() const {
    SiteSet roots;
    if (!throwsOwnClasses()) return roots;
    for (const FunctionId id : pointsTo_.reached())
      for (const program::CallInfo& call : program_.function(id).calls)
        if (call.callee.valid() && program_.function(call.callee).name == kLeavesEntry) roots.add(pointsTo_.behind(id, call.arguments[0]));
    return roots;
  }

  // What else is looked at first: results, and globals that a run may have written.
  SiteSet roots() const {
    SiteSet roots;
    for (const FunctionId id : {binding_.function, binding_.body}) {
      if (!id.valid() || !pointsTo_.reaches(id)) continue;
      const Function& function = program_.function(id);
      if (function.hasSourceSignature && (!function.sourceResult.valid() || !maySeeFunction(function.sourceResult))) continue;
      for (const Instruction& each : function.instructions)
        if (each.op == Op::Return) addPointers(roots, id, function.calls[each.extra]);
    }
    const Function& entry = program_.function(binding_.function);
    if (!entry.hasSourceSignature || (entry.sourceResult.valid() && maySeeFunction(entry.sourceResult)))
      roots.add(pointsTo_.siteOf(Site::Kind::Result, 0));
    if (tracking_ != nullptr) {
      for (const Tracking::Watched& each : tracking_->globals())
        if (const program::GlobalId id = side_ == Side::Before ? each.before : each.after; id.valid() && maySeeFunction(program_.global(id)))
          roots.add(pointsTo_.siteOf(Site::Kind::Global, id.value));
    } else {
      for (uint32_t g = 0; g < program_.globals.size(); ++g)
        if (program::isObservable(program_.globals[g]) && !program_.globals[g].constant && maySeeFunction(program_.globals[g])) roots.add(pointsTo_.siteOf(Site::Kind::Global, g));
    }
    return roots;
  }

  const Task& task_;
  const Tracking* tracking_;
  Side side_;
  const program::Program& program_;
  const vm::EntryBinding& binding_;
  flow::PointsTo pointsTo_;
  ClassTables tables_;
};

}  // namespace

Unseen findUnseen(const Task& task, const Tracking* tracking) {
  Unseen unseen;
  if (task.sameCode || (&task.before == &task.after && task.entry.before.function == task.entry.after.function)) return unseen;
  for (const Side side : kSides) {
    const Version version(task, tracking, side);
    if (const std::string name = version.shownFunction(unseen); !name.empty())
      unseen.difference = "a pointer to " + name + " may be shown, and what " + name + " does is not compared there";
    else if (const std::string name = version.uncomparedArgument(); !name.empty())
      unseen.difference = name + " is given memory of the program that it could look into, and what stands there is not compared";
    else if (const std::string name = version.volatileAccess(); !name.empty())
      unseen.difference = name + " reads or writes a volatile object, and how often it does is not compared";
    if (!unseen.difference.empty()) break;
  }
  return unseen;
}

}  // namespace cleave::explore
