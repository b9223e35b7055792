#include "program/program.h"

#include <fmt/format.h>

namespace cleave::program {

FunctionId Program::findFunction(std::string_view name) const {
  for (size_t i = 0; i < functions.size(); ++i)
    if (functions[i].name == name) return FunctionId(i);
  return FunctionId();
}

bool isFile(const Global& global) { return global.fromModels && std::string_view(global.name).starts_with("cleave_file_"); }

bool isPropertyMark(const Global& global) { return global.fromModels && std::string_view(global.name).starts_with(kPropertyMark); }

bool isVolatileEvent(const Global& global) {
  constexpr std::string_view prefix = "cleave_input.user.volatile.";
  const std::string_view name = global.name;
  return global.fromModels && name.starts_with(prefix) && name.substr(prefix.size()) != "reads";
}

bool isEnvironmentLog(const Global& global) {
  return global.fromModels && (global.name == environmentGlobal("used") || global.name == environmentGlobal("words"));
}

bool isObservable(const Global& global) {
  if (!global.fromModels) return true;
  if (global.isUnseen) return false;
  if (global.library != LibraryState::None) return global.isRead;
  for (const std::string_view prefix : {kInputMemory, "cleave_file_", kPropertyMark})
    if (std::string_view(global.name).starts_with(prefix)) return true;
  return false;
}

GlobalId Program::findGlobal(std::string_view name) const {
  for (size_t i = 0; i < globals.size(); ++i)
    if (globals[i].name == name) return GlobalId(i);
  return GlobalId();
}

std::string Program::locText(const SourceLoc& loc) const {
  if (!loc.known() || loc.file >= files.size()) return "?";
  return fmt::format("{}:{}", files[loc.file], loc.line);
}

}  // namespace cleave::program
