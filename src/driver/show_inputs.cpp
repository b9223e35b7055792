#include "driver/show_inputs.h"

#include "driver/entries.h"
#include "driver/prepare.h"
#include "inputs/toml.h"

namespace cleave::driver {

Expected<std::string> showInputs(const Options& options, const Listeners& listeners, const StopFlag* stop) {
  const Expected<Loaded> loaded = loadOne(options, listeners, stop);
  if (!loaded) return loaded.error();
  const program::Program& program = loaded->versions.after.program;
  std::vector<program::FunctionId> functions;
  for (const std::string& name : options.entries) {
    const Expected<program::FunctionId> found = findEntry(program, name);
    if (!found) return found.error();
    functions.push_back(*found);
  }
  for (size_t f = 0; options.entries.empty() && f < program.functions.size(); ++f)
    if (program.functions[f].defined && !program.functions[f].fromModels) functions.push_back(program::FunctionId(f));
  std::string text;
  for (const program::FunctionId function : functions) {
    const inputs::Plan plan = inputs::makePlan(program, function, options.inputs);
    if (!plan.unsupported.empty() && functions.size() == 1) return Error{plan.unsupported};
    if (!text.empty()) text += "\n# ----\n\n";
    text += plan.unsupported.empty() ? inputs::printPlan(plan, options.inputs) : "# " + plan.unsupported + "\n";
  }
  return text;
}

}  // namespace cleave::driver
