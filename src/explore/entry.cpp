#include "explore/entry.h"

#include <algorithm>
#include <optional>

namespace cleave::explore {

namespace {

using program::Function;
using program::Parameter;
using program::Program;
using program::SourceKind;

struct Scalar {
  std::string name;
  std::string type;
  expr::Sort sort;
  bool isSigned = true;
};

std::string irTypeName(program::Type type) {
  if (type.isFloat()) return type.width == 32 ? "float" : "double";
  return "i" + std::to_string(type.width);
}

// The parameters as scalars, or why they are none.
std::optional<std::string> scalarsOf(const Program& program, const Function& function, std::vector<Scalar>& scalars) {
  if (function.variadic) return function.display + " takes a variable number of arguments";
  size_t index = 0;
  for (const Parameter& parameter : function.parameters) {
    if (parameter.structReturn) continue;
    Scalar scalar;
    scalar.name = "arg" + std::to_string(index);
    scalar.type = irTypeName(parameter.type);
    const bool described = function.hasSourceSignature && index < function.sourceParameters.size();
    if (described) {
      const program::SourceParameter& source = function.sourceParameters[index];
      if (!source.name.empty()) scalar.name = source.name;
      if (source.type.valid()) {
        const program::SourceType& type = program.sourceType(source.type);
        scalar.type = type.name;
        scalar.isSigned = type.isSigned;
      }
    }
    if (parameter.type.isPointer() || parameter.byValueSize != 0 || (described && !function.plainParameters))
      return "parameter " + scalar.name + " of " + function.display + " has the type " + scalar.type +
             ", which is not supported as an input yet";
    scalar.sort = parameter.type.isFloat() ? expr::Sort::floating(parameter.type.width) : expr::Sort::bits(parameter.type.width);
    scalars.push_back(std::move(scalar));
    ++index;
  }
  return std::nullopt;
}

bool sameKind(const Scalar& a, const Scalar& b) { return a.sort.kind == b.sort.kind && (a.sort.isBits() || a.sort == b.sort); }

// For each parameter of after, the one of before that it shares its cell with; by name first, then by position among those left.
std::vector<int> match(const std::vector<Scalar>& before, const std::vector<Scalar>& after) {
  std::vector<int> partner(after.size(), -1);
  std::vector<bool> taken(before.size(), false);
  for (size_t k = 0; k < after.size(); ++k)
    for (size_t j = 0; j < before.size(); ++j)
      if (!taken[j] && partner[k] < 0 && before[j].name == after[k].name && sameKind(before[j], after[k])) {
        partner[k] = static_cast<int>(j);
        taken[j] = true;
      }
  for (size_t k = 0; k < after.size(); ++k)
    if (partner[k] < 0 && k < before.size() && !taken[k] && sameKind(before[k], after[k])) {
      partner[k] = static_cast<int>(k);
      taken[k] = true;
    }
  return partner;
}

class PlanBuilder {
 public:
  PlanBuilder(Entry& entry, expr::ExprPool& pool) : entry_(entry), pool_(pool) {}

  uint32_t addCell(const Scalar& scalar) {
    std::string name = scalar.name;
    const auto clashes = [&](const vm::InputCell& cell) { return cell.name == name; };
    while (std::any_of(entry_.plan.cells.begin(), entry_.plan.cells.end(), clashes)) name += "_";
    vm::InputCell cell{name, scalar.type, scalar.sort, scalar.isSigned, {}};
    cell.symbol = pool_.addSymbol({name, scalar.sort, scalar.isSigned});
    entry_.plan.cells.push_back(cell);
    return static_cast<uint32_t>(entry_.plan.cells.size() - 1);
  }

  uint32_t addShared(const Scalar& before, const Scalar& after) {
    const Scalar& narrower = before.sort.width < after.sort.width ? before : after;
    if (before.sort.width != after.sort.width || before.isSigned != after.isSigned)
      entry_.assumptions.push_back("parameter " + after.name + " is " + before.type + " before and " + after.type +
                                   " after: compared on the values of " + narrower.type);
    else if (before.name != after.name)
      entry_.assumptions.push_back("parameter " + before.name + " of before is taken as " + after.name + " of after");
    return addCell(narrower);
  }

 private:
  Entry& entry_;
  expr::ExprPool& pool_;
};

}  // namespace

Entry makeEntry(const Program& before, program::FunctionId beforeFunction, const Program& after, program::FunctionId afterFunction,
                expr::ExprPool& pool) {
  Entry entry;
  entry.name = after.function(afterFunction).display;
  entry.before.function = beforeFunction;
  entry.after.function = afterFunction;
  std::vector<Scalar> beforeScalars, afterScalars;
  std::optional<std::string> why = scalarsOf(after, after.function(afterFunction), afterScalars);
  if (!why) why = scalarsOf(before, before.function(beforeFunction), beforeScalars);
  if (why) {
    entry.unsupported = *why;
    return entry;
  }
  PlanBuilder plan(entry, pool);
  const std::vector<int> partner = match(beforeScalars, afterScalars);
  entry.before.cellOfParameter.assign(beforeScalars.size(), UINT32_MAX);
  for (size_t k = 0; k < afterScalars.size(); ++k) {
    if (partner[k] < 0) {
      entry.after.cellOfParameter.push_back(plan.addCell(afterScalars[k]));
      entry.assumptions.push_back("parameter " + afterScalars[k].name + " is read by after alone");
      continue;
    }
    const uint32_t cell = plan.addShared(beforeScalars[static_cast<size_t>(partner[k])], afterScalars[k]);
    entry.after.cellOfParameter.push_back(cell);
    entry.before.cellOfParameter[static_cast<size_t>(partner[k])] = cell;
  }
  for (size_t j = 0; j < beforeScalars.size(); ++j) {
    if (entry.before.cellOfParameter[j] != UINT32_MAX) continue;
    entry.before.cellOfParameter[j] = plan.addCell(beforeScalars[j]);
    entry.assumptions.push_back("parameter " + beforeScalars[j].name + " is read by before alone");
  }
  return entry;
}

}  // namespace cleave::explore
