// Which file is which. Two files of a version may each have a static of the same name; the linker tells them apart by numbers, in the order
// in which it meets the files. Here each gets the name of its file instead: `h` of util.c is `h:util.c` for all that follows (a report says
// `util.c:h`). So equal names mean the same thing in both versions, whatever the order of the files, and no stage below need know of files.
//
// A name is changed only where it would be ambiguous in one of the versions.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "frontend/compile.h"

namespace llvm {
class Module;
}

namespace cleave::frontend {

// Names the jobs of one version after their files: as short as tells them apart, the same in whatever order they come.
void nameUnits(std::vector<CompileJob>& jobs);

// Gives files of before that are files of after the names that these have: those with the same name, then those that define the same
// functions, last one that is left alone. The jobs must have run.
void matchUnits(std::vector<CompileJob>& before, const std::vector<CompileJob>& after);

// Names that are local to a file, and that another file of the version has, too. The jobs must have run.
std::set<std::string> ambiguousNames(const std::vector<CompileJob>& jobs);

// Puts the unit's name behind those of its local symbols that are ambiguous.
void renameLocals(llvm::Module& module, const std::string& unit, const std::set<std::string>& ambiguous);

}  // namespace cleave::frontend
