// A solver that stays: one process that is given script after script, with (reset) in between, since starting one costs more than most
// questions. Only for solvers that are known to do this.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "support/budget.h"

namespace cleave::audit {

class SolverSession {
 public:
  // Null: it cannot be started.
  static std::unique_ptr<SolverSession> start(const std::vector<std::string>& command);
  ~SolverSession();
  SolverSession(const SolverSession&) = delete;
  SolverSession& operator=(const SolverSession&) = delete;

  // All that it printed on the script. Nothing: it ended, or took too long, and is of no more use.
  std::optional<std::string> ask(const std::string& script, Seconds limit, const StopFlag* stop);
  unsigned asked() const { return asked_; }

 private:
  SolverSession(int process, int socket) : process_(process), socket_(socket) {}

  int process_;
  int socket_;
  unsigned asked_ = 0;
};

// Sessions for several threads.
class SolverSessions {
 public:
  explicit SolverSessions(std::vector<std::string> command) : command_(std::move(command)) {}
  std::optional<std::string> ask(const std::string& script, Seconds limit, const StopFlag* stop);

 private:
  std::vector<std::string> command_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<SolverSession>> free_;
};

}  // namespace cleave::audit
