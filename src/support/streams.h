// The parent's side of a child's standard streams: feeds its input and keeps what it prints, up to a limit, without ever waiting for it.
#pragma once

#include <cstdint>
#include <string>

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

class Streams {
 public:
  Streams(const std::string& input, uint64_t limit) : input_(input), limit_(limit) {}
  bool open() const { return in.open() && out.open() && err.open(); }

  void closeChildsEnds();
  // Waits until there is something to do, on the streams or for the descriptor (-1: none), or for a moment, and does it for the streams.
  void exchange(int alsoReadable);
  // What is still there when the child has ended. A grandchild may hold the streams open, so their end is not waited for.
  void finish();

  Pipe in, out, err;
  std::string output;
  std::string errors;

 private:
  void feed();
  const std::string& input_;
  uint64_t limit_;
  size_t written_ = 0;
  bool outOpen_ = true;
  bool errOpen_ = true;
};

}  // namespace cleave
