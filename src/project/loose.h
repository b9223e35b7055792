// Units of which nobody says what they are linked into: what belongs together is told by the names they define and use, as a linker would
// take them from an archive.
#pragma once

#include "frontend/symbols.h"
#include "project/project.h"

namespace cleave::project {

// For each unit that has a `main` the program that it makes with the others, and of all that is left as few groups as names allow, of the
// kind `rest`. With OutputKind::Objects nothing is taken for a program.
void addGroups(Project& project, const std::vector<size_t>& units, OutputKind rest);

// Programs and shared libraries get what their units need of the archives that they are linked with, and the linker did not: optimised code
// calls less than ours.
void completeFromArchives(Project& project);

// The units that each unit of a list needs, itself included, by what they define for others; those of the list alone.
std::vector<std::vector<size_t>> neededUnits(const std::vector<const frontend::FileSymbols*>& symbols);

}  // namespace cleave::project
