// The record of a build: a directory that the drivers fill, many at a time, and that is read when the build has ended. Each piece is a file
// of its own that appears whole; two that mean the same have the same name.
//
//   units/ID.json, units/ID.bc   a translation unit, and its code if there is any
//   links/HASH.json              what was linked into the file of which HASH is the digest of the path; the last link counts
//   code/HASH                    the units of an object that is LLVM code (-flto), which has no place for marks, by its contents
//   headers/HASH                 the source of a precompiled header, by its path
//   tmp/                         files on their way
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "project/project.h"
#include "support/expected.h"

namespace cleave::project {

struct Link {
  OutputKind kind = OutputKind::Program;
  std::filesystem::path output;
  std::vector<std::string> units;   // ids, in the order of the linker
  std::string soname;               // of a shared library
  std::vector<std::string> needed;  // sonames of those that are loaded with it
  std::vector<Opaque> opaque;       // what else of the project went into it
  std::vector<std::string> notes;   // what the linker was told that is not taken into account
};

class Record {
 public:
  explicit Record(std::filesystem::path directory) : directory_(std::move(directory)) {}
  Status create(const std::filesystem::path& root) const;  // its folders
  Expected<std::filesystem::path> root() const;            // of the project; an error: this is no record

  const std::filesystem::path& directory() const { return directory_; }
  std::filesystem::path temporaryFile(const std::string& suffix) const;  // a name that nobody else has

  // Takes the unit's code (a file that is moved into the record; empty: none) and fills in id and bitcode.
  Status keep(Unit& unit, const std::filesystem::path& code) const;
  Status keep(const Link& link) const;
  Status keepCode(const std::filesystem::path& object, const std::vector<std::string>& units) const;
  Status keepHeader(const std::filesystem::path& precompiled, const std::filesystem::path& source) const;

  std::vector<Unit> units() const;  // by id
  std::vector<Link> links() const;  // by output
  void forget(const Unit& unit) const;
  void forget(const Link& link) const;
  std::vector<std::string> unitsOfCode(const std::string& contents) const;
  std::optional<std::string> headerOf(const std::filesystem::path& precompiled) const;

 private:
  std::filesystem::path directory_;
};

}  // namespace cleave::project
