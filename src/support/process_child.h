// The child's side of support/process.h: what happens between fork and exec. All of it is system calls on what was made before the fork,
// since the child of a threaded process may do nothing else.
#pragma once

#include <string>
#include <vector>

#include "support/process.h"

namespace cleave {

// A pipe whose ends are closed with it. Close-on-exec, so that children of other threads do not hold it open.
class Pipe {
 public:
  Pipe();
  ~Pipe();
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  bool open() const { return ends_[0] >= 0; }
  int readEnd() const { return ends_[0]; }
  int writeEnd() const { return ends_[1]; }
  void closeRead() { closeEnd(ends_[0]); }
  void closeWrite() { closeEnd(ends_[1]); }

 private:
  static void closeEnd(int& end);
  int ends_[2];
};

// Between parent and child.
struct Pipes {
  Pipe in, out, err;
  Pipe failure;  // a ChildFailure, or the end of the file when the command runs
  Pipe go;       // a byte when the parent has done its part; only with namespaces
  Pipe ending;   // how the command ended, as waitpid tells; only with namespaces
  bool open() const { return in.open() && out.open() && err.open() && failure.open() && go.open() && ending.open(); }
};

struct ChildFailure {
  const char* step;  // a literal: the child is a copy of the parent, so it stands at the same address there
  int why;           // errno
};

// What execve needs.
struct ExecImage {
  std::vector<char*> arguments;
  std::vector<std::string> environmentTexts;
  std::vector<char*> environment;
  explicit ExecImage(const ProcessRequest& request);
};

[[noreturn]] void becomeChild(const ProcessRequest& request, const ExecImage& image, Pipes& pipes);

}  // namespace cleave
