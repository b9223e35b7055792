#include "common_options.h"

#include "sources_options.h"

namespace cleave::tools {

void CommonOptions::addTo(CLI::App& command, const char* observe) {
  inputs_.addTo(command);
  criterion_.addTo(command, observe);
  exploration_.addTo(command);
}

Status CommonOptions::read(const char* argv0, driver::Options& options) const {
  const auto explore = exploration_.options();
  if (!explore) return explore.error();
  const auto models = findModels(argv0);
  if (!models) return models.error();
  const auto inputs = inputs_.options();
  if (!inputs) return inputs.error();
  options.explore = *explore;
  options.models = *models;
  options.inputs = *inputs;
  options.criterion = criterion_.criterion();
  return std::nullopt;
}

}  // namespace cleave::tools
