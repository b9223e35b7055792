#include "driver/show_inputs.h"

#include "driver/entries.h"
#include "inputs/toml.h"
#include "support/temp_dir.h"

namespace cleave::driver {

Expected<std::string> showInputs(const frontend::Sources& sources, const std::vector<std::string>& entries, const inputs::Options& options,
                                 const std::filesystem::path& models, const StopFlag* stop) {
  Expected<TempDir> work = TempDir::create("inputs");
  if (!work) return work.error();
  Expected<frontend::Version> version = frontend::load(sources, "program", {models, work->path(), stop});
  if (!version) return version.error();
  const program::Program& program = version->program;
  std::vector<program::FunctionId> functions;
  for (const std::string& name : entries) {
    const Expected<program::FunctionId> found = findEntry(program, name);
    if (!found) return found.error();
    functions.push_back(*found);
  }
  for (size_t f = 0; entries.empty() && f < program.functions.size(); ++f)
    if (program.functions[f].defined && !program.functions[f].fromModels) functions.push_back(program::FunctionId(f));
  std::string text;
  for (const program::FunctionId function : functions) {
    const inputs::Plan plan = inputs::makePlan(program, function, options);
    if (!plan.unsupported.empty() && functions.size() == 1) return Error{plan.unsupported};
    if (!text.empty()) text += "\n# ----\n\n";
    text += plan.unsupported.empty() ? inputs::printPlan(plan, options) : "# " + plan.unsupported + "\n";
  }
  return text;
}

}  // namespace cleave::driver
