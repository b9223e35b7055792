#include "support/streams.h"

#include <algorithm>
#include <cerrno>

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

namespace cleave {

namespace {

constexpr int kPollMilliseconds = 20;  // how soon a stop request or a time-out is noticed

// Reads what is there. False at the end of the stream.
bool drain(int fd, std::string& kept, uint64_t limit) {
  char buffer[1 << 16];
  const ssize_t count = ::read(fd, buffer, sizeof buffer);
  if (count < 0) return errno == EINTR || errno == EAGAIN;
  if (count == 0) return false;
  if (kept.size() < limit) kept.append(buffer, std::min<uint64_t>(static_cast<uint64_t>(count), limit - kept.size()));
  return true;
}

}  // namespace

Pipe::Pipe() {
  if (::pipe2(ends_, O_CLOEXEC) != 0) ends_[0] = ends_[1] = -1;
}

Pipe::~Pipe() {
  closeRead();
  closeWrite();
}

void Pipe::closeEnd(int& end) {
  if (end >= 0) ::close(end);
  end = -1;
}

void Streams::closeChildsEnds() {
  in.closeRead();
  out.closeWrite();
  err.closeWrite();
  ::fcntl(in.writeEnd(), F_SETFL, O_NONBLOCK);
  if (input_.empty()) in.closeWrite();
}

// Writes some more of the input; closes the pipe when all is written or nobody reads.
void Streams::feed() {
  while (in.writeEnd() >= 0) {
    if (written_ == input_.size()) return in.closeWrite();
    const ssize_t count = ::write(in.writeEnd(), input_.data() + written_, input_.size() - written_);
    if (count < 0 && errno == EAGAIN) return;
    if (count < 0 && errno != EINTR) return in.closeWrite();
    if (count > 0) written_ += static_cast<size_t>(count);
  }
}

void Streams::exchange(int alsoReadable) {
  pollfd fds[4] = {{outOpen_ ? out.readEnd() : -1, POLLIN, 0},
                   {errOpen_ ? err.readEnd() : -1, POLLIN, 0},
                   {in.writeEnd(), POLLOUT, 0},
                   {alsoReadable, POLLIN, 0}};
  const bool quiet = !outOpen_ && !errOpen_ && in.writeEnd() < 0 && alsoReadable < 0;
  ::poll(fds, 4, quiet ? 1 : kPollMilliseconds);
  if (fds[0].revents != 0) outOpen_ = drain(out.readEnd(), output, limit_);
  if (fds[1].revents != 0) errOpen_ = drain(err.readEnd(), errors, limit_);
  if (fds[2].revents != 0) feed();
}

void Streams::finish() {
  ::fcntl(out.readEnd(), F_SETFL, O_NONBLOCK);
  ::fcntl(err.readEnd(), F_SETFL, O_NONBLOCK);
  size_t before = 0;
  do {
    before = output.size() + errors.size();
    if (outOpen_) outOpen_ = drain(out.readEnd(), output, limit_);
    if (errOpen_) errOpen_ = drain(err.readEnd(), errors, limit_);
  } while (output.size() + errors.size() != before);
}

}  // namespace cleave
