// The file system that a program in its own mount namespace sees: an empty one with the system's libraries, /proc, a few devices, its own
// executable and its own directory, each at the path it has outside. Only that directory can be written.
//
//   NewRoot root(own, readable);   // in the parent: which directories, links and mounts
//   root.enter();                  // in the first process of the namespaces: makes them, and lets go of the rest
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace cleave::sandbox {

class NewRoot {
 public:
  // Absolute paths without links, of what exists.
  NewRoot(const std::filesystem::path& own, const std::vector<std::filesystem::path>& readable);
  const char* enter() const noexcept;  // null, or what failed

  // Where the system's libraries and programs are, and what else every program may read.
  static const std::vector<std::string>& systemPlaces();
  static const std::vector<std::string>& devices();

 private:
  struct Link {
    std::string path;
    std::string target;
  };
  struct Mount {
    std::string source;  // absolute, outside
    std::string target;  // the same, relative to the new root
    bool isDirectory;
  };
  void show(const std::string& path);  // as it is outside: a directory, a file, or a link
  void addParents(const std::string& target);
  const char* build() const noexcept;

  std::vector<std::string> directories_;  // parents come first
  std::vector<Link> links_;
  std::vector<Mount> mounts_;
  Mount writable_;
};

}  // namespace cleave::sandbox
