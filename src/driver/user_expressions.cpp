#include "driver/user_expressions.h"

#include <algorithm>

#include <fmt/format.h>

#include "support/text.h"

namespace cleave::driver {

namespace {

// A parameter of that name is meant where there is one.
bool hasParameter(const program::Function& function, const std::string& name) {
  return std::ranges::any_of(function.sourceParameters, [&](const program::SourceParameter& each) { return each.name == name; });
}

std::string listed(const std::vector<std::string>& names) { return names.empty() ? "none" : join(names, ", "); }

}  // namespace

// Said where an expression cannot be compiled.
std::string UserExpressions::namesIn(const harness::ExpressionRequest& request) const {
  const program::Function& entry = versions_.after.program.function(request.entry);
  std::vector<std::string> parameters, results;
  for (const program::SourceParameter& each : entry.sourceParameters) parameters.push_back(each.name == "this" ? "self" : each.name);
  for (const harness::NamedResult& each : request.results) results.push_back(each.name);
  return fmt::format("an expression is C over the parameters of {} ({}), the globals of its file, and what the versions return ({})", entry.display,
                     listed(parameters), listed(results));
}

bool speaksOfOne(const Options& options) {
  return !options.inputs.assume.empty() || std::ranges::any_of(options.intended, [](const auto& each) { return each.entry.empty(); });
}

Status checkExpressions(const Options& options, size_t explored) {
  if (!options.inputs.assume.empty() && explored != 1)
    return Error{explored == 0 ? "--assume: there is nothing to explore" : "--assume speaks of one function: say which with --entry"};
  const auto isOfOne = [](const Options::Intended& each) { return each.entry.empty(); };
  if (explored > 1 && std::ranges::any_of(options.intended, isOfOne)) return Error{"--intend speaks of one function: say which with --entry"};
  return std::nullopt;
}

Status UserExpressions::add(const EntryPair& functions, size_t index, bool isOnly, EntryHarness& planned) {
  if (!planned.plans.after.unsupported.empty()) return std::nullopt;
  if (isOnly && !options_.inputs.assume.empty()) {
    harness::ExpressionRequest request{"cleave_assumption", functions.after, {{options_.inputs.assume, "--assume"}}, {}};
    if (Status failed = make(Kind::Assumption, index, std::move(request), planned)) return failed;
  }
  const program::Program &before = versions_.before.program, &after = versions_.after.program;
  harness::ExpressionRequest request{fmt::format("cleave_intention_{}", index), functions.after, {}, {}};
  for (const Options::Intended& each : options_.intended)
    if (each.entry.empty() ? isOnly : isNamed(after, functions.after, each.entry)) request.alternatives.push_back(each.expression);
  if (request.alternatives.empty()) return std::nullopt;
  for (const Side side : {Side::Before, Side::After}) {
    const auto result =
        side == Side::Before ? harness::resultOf(before, functions.before, "before") : harness::resultOf(after, functions.after, "after");
    if (!result || hasParameter(after.function(functions.after), result->name)) continue;
    planned.namedResults.of(side) = true;
    request.results.push_back(*result);
  }
  for (const harness::Stated& each : request.alternatives) planned.intended.push_back(each.text);
  return make(Kind::Intention, index, std::move(request), planned);
}

Status UserExpressions::make(Kind kind, size_t index, harness::ExpressionRequest request, EntryHarness& planned) {
  const auto compiled = harness::compileExpression(versions_.after, options_.after, request, load_);
  if (!compiled) return Error{compiled.error().message + "\n" + namesIn(request)};
  Made made{kind, &planned, fmt::format("{}.harness.{}", request.name, index), request.alternatives.front().where, planned.plans.after, *compiled};
  made.plan.entry = request.name;
  made.plan.isMain = false;
  for (const harness::NamedResult& each : request.results) {
    inputs::Argument argument;
    argument.value.cell = static_cast<uint32_t>(made.plan.cells.size());
    argument.value.bits = each.cell.bits;
    argument.value.isFloat = each.cell.isFloat;
    made.plan.cells.push_back(each.cell);
    made.plan.arguments.push_back(argument);
  }
  made_.push_back(std::move(made));
  return std::nullopt;
}

std::vector<harness::Request> UserExpressions::requests() const {
  std::vector<harness::Request> requests;
  for (const Made& each : made_) requests.push_back({each.harness, &each.plan, each.bitcode});
  return requests;
}

Status UserExpressions::find(const std::vector<std::string>& problems) {
  for (size_t k = 0; k < made_.size(); ++k) {
    const Made& made = made_[k];
    if (!problems[k].empty()) return Error{made.where + ": " + problems[k]};
    (made.kind == Kind::Assumption ? made.entry->assumption : made.entry->intention) = versions_.after.program.findFunction(made.harness);
  }
  return std::nullopt;
}

}  // namespace cleave::driver
