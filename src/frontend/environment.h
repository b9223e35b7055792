// Functions of the environment (program/environment.h): which they are, and the bodies that they get, in both versions and natively alike.
// [decision 022](../../docs/decisions/022-environment.md)
#pragma once

#include <llvm/IR/Module.h>

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "frontend/link.h"
#include "frontend/prototypes.h"
#include "program/environment.h"

namespace cleave::frontend {

// Functions that the user says are to be taken as the environment's lose their bodies: `said` are their names, as the source has them.
// What is known of their types goes to `prototypes`.
void dropBodies(llvm::Module& module, const std::vector<std::string>& said, Prototypes& prototypes);

// Names of functions that a module declares and uses and that have neither a model nor a builtin.
std::set<std::string> undefinedFunctions(const llvm::Module& module, const std::set<std::string>& models);
std::set<std::string> functionsOfModels(const std::filesystem::path& models);

// A module and what is known of the functions that it declares.
struct Declares {
  llvm::Module* module = nullptr;
  Prototypes prototypes;
};
// Of all versions: what one of them defines, or knows otherwise than another one, is none.
Expected<std::vector<program::EnvironmentFunction>> environmentOf(const std::vector<Declares>& versions,
                                                                  const std::set<std::string>& models, const EnvironmentSaid& said);

// Gives them bodies. What the bodies share is in the models.
Status writeEnvironment(LoadedModule& loaded, const std::vector<program::EnvironmentFunction>& functions,
                        const std::filesystem::path& models);

}  // namespace cleave::frontend
