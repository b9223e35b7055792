// A project: the translation units that a build compiled, and the programs and libraries that it made of them. This is the front end of all
// commands that take whole projects:
//
//   Expected<Tree> tree = checkOut("HEAD~1", here, stop);           a copy to build in, gone with the value      (project/tree.h)
//   Status failed = build({tree->directory(), "make", ...}, ...);   any build command, under our compiler        (project/build.h)
//   Expected<Project> project = readProject(record);                what it made                                 (here)
//   pairPrograms(before, after)                                     which programs differ, as frontend::Sources  (project/pairs.h)
//
// or all of the first three as openProject (project/open.h), which also takes compile_commands.json. Nothing is written into the user's
// directories. LLVM is not seen here; the code of a unit is a file that src/frontend reads.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "support/expected.h"

namespace cleave::project {

struct Unit {
  std::string id;                   // a digest of all that follows and of the code
  std::filesystem::path source;     // absolute; it need not be there any more
  std::filesystem::path directory;  // where the compiler ran
  std::string language;             // as behind -x: c, c++, assembler, ...
  std::vector<std::string> flags;   // those that matter to the meaning of the code
  std::filesystem::path object;     // absolute; empty: it went into a program at once
  std::filesystem::path bitcode;    // empty: there is none
  std::string problem;              // why not
  std::string contents;             // a digest of what it means: equal in two versions, and the code is the same
};

// A part of a program that is no code we can look into: assembly, an object that another compiler made.
struct Opaque {
  std::string name;      // below the root, or absolute
  std::string why;       // "assembly", ...
  std::string contents;  // a digest
};

enum class OutputKind { Program, SharedLibrary, Archive, Objects };
const char* toText(OutputKind kind);  // "program", "shared library", "archive", "objects"

// What was linked. Objects: those that are part of nothing else.
struct Output {
  OutputKind kind = OutputKind::Program;
  std::string name;            // the path below the root, without version numbers and libtool's folders: the same in both versions
  std::filesystem::path path;  // as it was written
  std::vector<size_t> units;   // in Project::units, with those of the project's own shared libraries that it is linked with, which are
                               // a part of what it does
  std::vector<Opaque> opaque;
  std::vector<std::string> notes;
};

struct Project {
  std::filesystem::path root;  // below it are the sources, and the names of files in reports start there
  std::vector<Unit> units;
  std::vector<Output> outputs;  // programs first, then shared libraries, archives, objects; by name
  std::vector<std::string> notes;

  std::string nameOf(const Unit& unit) const;  // its source, below the root
};

// From the record of a build that has ended.
Expected<Project> readProject(const std::filesystem::path& record);

// A path below another, or as it is.
std::string below(const std::filesystem::path& root, const std::filesystem::path& path);

}  // namespace cleave::project
