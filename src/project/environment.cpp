#include "project/environment.h"

#include <cstdlib>

#include "support/text.h"

namespace cleave::project {

namespace {

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string() : std::string(value);
}

// So that splitWords gives the words back.
std::string asText(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) {
    if (!text.empty()) text += ' ';
    for (const char c : word) {
      if (c == ' ' || c == '\t' || c == '\n' || c == '\\' || c == '"' || c == '\'') text += '\\';
      text += c;
    }
  }
  return text;
}

}  // namespace

DriverSettings settingsFromEnvironment() {
  DriverSettings settings;
  settings.record = variable("CLEAVE_RECORD");
  settings.root = variable("CLEAVE_ROOT");
  settings.wraps = variable("CLEAVE_OVERFLOW") != "undefined";
  settings.instrumentation = {variable("CLEAVE_PLUGIN"), variable("CLEAVE_PLUGIN_OPTIONS"), splitWords(variable("CLEAVE_COMPILE_FLAGS")),
                              splitWords(variable("CLEAVE_LINK_INPUTS"))};
  return settings;
}

Variables toVariables(const DriverSettings& settings) {
  const Instrumentation& added = settings.instrumentation;
  return {{"CLEAVE_RECORD", settings.record.string()},
          {"CLEAVE_ROOT", settings.root.string()},
          {"CLEAVE_OVERFLOW", settings.wraps ? "wrap" : "undefined"},
          {"CLEAVE_PLUGIN", added.plugin.string()},
          {"CLEAVE_PLUGIN_OPTIONS", added.pluginOptions},
          {"CLEAVE_COMPILE_FLAGS", asText(added.compileFlags)},
          {"CLEAVE_LINK_INPUTS", asText(added.linkInputs)}};
}

}  // namespace cleave::project
