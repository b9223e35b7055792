#include "explore/entry.h"

#include <algorithm>

#include "flow/extents.h"

namespace cleave::explore {

namespace {

using inputs::Cell;
using inputs::Plan;
using program::Function;
using program::FunctionId;
using program::Program;
using result::Premise;
using result::sentence;

// Scalars of one kind share a cell whatever their widths are; other types must have the same name.
bool sameKind(const Program& before, program::SourceTypeId x, const Program& after, program::SourceTypeId y) {
  if (!x.valid() || !y.valid()) return x.valid() == y.valid();
  const program::SourceType &a = before.sourceType(x), &b = after.sourceType(y);
  const auto isInteger = [](const program::SourceType& type) {
    using Kind = program::SourceKind;
    return type.kind == Kind::Bool || type.kind == Kind::Char || type.kind == Kind::Int || type.kind == Kind::Enum;
  };
  if (isInteger(a) || isInteger(b)) return isInteger(a) && isInteger(b);
  return a.kind == b.kind && (a.kind != program::SourceKind::Float || a.sizeBytes == b.sizeBytes);
}

// For each parameter of before the name of the parameter of after that it stands for; by name first, then by position among those left.
std::vector<std::string> partnerNames(const Program& before, const Function& x, const Program& after, const Function& y,
                                      std::vector<std::string>& assumptions) {
  const auto& own = x.sourceParameters;
  const auto& others = y.sourceParameters;
  std::vector<std::string> names(own.size());
  if (!x.hasSourceSignature || !y.hasSourceSignature) return names;
  std::vector<bool> taken(others.size(), false);
  for (size_t j = 0; j < own.size(); ++j)
    for (size_t k = 0; k < others.size(); ++k)
      if (names[j].empty() && !taken[k] && !own[j].name.empty() && own[j].name == others[k].name &&
          sameKind(before, own[j].type, after, others[k].type)) {
        names[j] = others[k].name;
        taken[k] = true;
      }
  for (size_t j = 0; j < own.size() && j < others.size(); ++j) {
    if (!names[j].empty() || taken[j] || !sameKind(before, own[j].type, after, others[j].type)) continue;
    names[j] = others[j].name;
    taken[j] = true;
    if (!own[j].name.empty() && !names[j].empty()) assumptions.push_back(sentence(Premise::ParameterRenamed, own[j].name, names[j]));
  }
  return names;
}

class CellMerger {
 public:
  CellMerger(Entry& entry, expr::ExprPool& pool) : entry_(entry), pool_(pool) {}

  void merge(const Plan& before, const Plan& after) {
    for (const Cell& cell : after.cells) {
      const auto partner = std::find_if(before.cells.begin(), before.cells.end(), [&](const Cell& each) { return each.name == cell.name; });
      if (partner == before.cells.end() || partner->isFloat != cell.isFloat || (cell.isFloat && cell.bits != partner->bits)) {
        entry_.after.cellOfParameter.push_back(add(cell));
        if (partner == before.cells.end()) alone(cell, "after");
        continue;
      }
      const Cell& narrower = partner->bits < cell.bits ? *partner : cell;
      if (partner->bits != cell.bits || partner->isSigned != cell.isSigned)
        entry_.assumptions.push_back(sentence(Premise::InputNarrowed, cell.name, partner->type, cell.type, narrower.type));
      entry_.after.cellOfParameter.push_back(add(narrower));
      if (partner->isLimited() && cell.isLimited()) limit(*partner);
    }
    for (const Cell& cell : before.cells) {
      const auto found = std::find_if(after.cells.begin(), after.cells.end(), [&](const Cell& each) { return each.name == cell.name; });
      const bool shared = found != after.cells.end() && found->isFloat == cell.isFloat && (!cell.isFloat || found->bits == cell.bits);
      if (shared) {
        entry_.before.cellOfParameter.push_back(entry_.after.cellOfParameter[static_cast<size_t>(found - after.cells.begin())]);
        continue;
      }
      entry_.before.cellOfParameter.push_back(add(cell));
      alone(cell, "before");
    }
  }

 private:
  void alone(const Cell& cell, const std::string& version) {
    entry_.assumptions.push_back(sentence(Premise::InputOfOneVersion, cell.name, version));
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

}  // namespace

EntryPlans planEntry(const Program& before, FunctionId beforeFunction, const Program& after, FunctionId afterFunction,
                     const inputs::Options& options) {
  EntryPlans plans;
  const std::vector<std::string> names =
      partnerNames(before, before.function(beforeFunction), after, after.function(afterFunction), plans.assumptions);
  plans.after = inputs::makePlan(after, afterFunction, options);
  plans.before = inputs::makePlan(before, beforeFunction, options, names);
  return plans;
}

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
  CellMerger(entry, pool).merge(plans.before, plans.after);
  for (const Plan* plan : {&plans.after, &plans.before}) {
    addUnique(entry.assumptions, plan->assumptions);
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
  EntryPlans plans = planEntry(before, beforeFunction, after, afterFunction, options);
  if (!plans.before.isDirect() || !plans.after.isDirect())
    plans.after.unsupported = after.function(afterFunction).display + " takes more than scalars";
  return makeEntry(after.function(afterFunction).display, plans, {beforeFunction, {}, beforeFunction}, {afterFunction, {}, afterFunction},
                   pool);
}

}  // namespace cleave::explore
