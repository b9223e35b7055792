#include "audit/solver_process.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <sstream>

#include <fmt/format.h>

#include "support/process.h"
#include "support/text.h"

namespace cleave::audit {

namespace {

// The first number with dots of a program's --version.
std::string versionIn(const std::string& text) {
  const auto digit = [](char c) { return c >= '0' && c <= '9'; };
  for (size_t i = 0; i < text.size(); ++i) {
    if (!digit(text[i])) continue;
    size_t end = i;
    while (end < text.size() && (digit(text[end]) || text[end] == '.')) ++end;
    if (text.substr(i, end - i).find('.') != std::string::npos) return text.substr(i, end - i);
    i = end;
  }
  return {};
}

std::optional<std::string> versionOf(const std::string& program, const StopFlag* stop) {
  ProcessRequest request;
  request.command = {program, "--version"};
  request.timeLimit = Seconds(20);
  request.stop = stop;
  const Expected<ProcessResult> result = runProcess(request);
  if (!result || result->end != ProcessResult::End::Exited || result->code != 0) return std::nullopt;
  return versionIn(result->output);
}

// How each solver is told to read from standard input, to take several questions, and to limit each. Whether it is one that we know.
bool addFlags(std::vector<std::string>& command, Seconds perQuestion) {
  const std::string program = std::filesystem::path(command.front()).filename().string();
  const long milliseconds = std::max(1L, std::lround(perQuestion.count() * 1000));
  if (program.find("cvc5") != std::string::npos) {
    for (const std::string& flag : {std::string("--lang=smt2"), std::string("--incremental"), fmt::format("--tlimit-per={}", milliseconds)})
      command.push_back(flag);
  } else if (program.find("z3") != std::string::npos) {
    for (const std::string& flag : {std::string("-in"), std::string("-smt2"), fmt::format("-t:{}", milliseconds)}) command.push_back(flag);
  } else {
    return false;
  }
  return true;
}

}  // namespace

Expected<SolverProcess> SolverProcess::find(const std::string& command, Seconds perQuestion, const StopFlag* stop) {
  std::vector<std::vector<std::string>> candidates{{"cvc5"}, {"z3"}};
  if (!command.empty()) candidates = {splitWords(command)};
  for (std::vector<std::string>& words : candidates) {
    if (words.empty()) continue;
    const std::optional<std::string> version = versionOf(words.front(), stop);
    if (!version) continue;
    SolverProcess solver;
    solver.name_ = std::filesystem::path(words.front()).filename().string() + (version->empty() ? "" : " " + *version);
    solver.command_ = std::move(words);
    solver.perQuestion_ = perQuestion;
    solver.stop_ = stop;
    if (solver.command_.size() == 1 && addFlags(solver.command_, perQuestion))
      solver.sessions_ = std::make_unique<SolverSessions>(solver.command_);
    return solver;
  }
  if (command.empty()) return Error{"no solver is installed: install the package cvc5 or z3, or name one with --solver"};
  return Error{"the solver '" + command + "' does not run (it is asked for its --version)"};
}

namespace {

// What a solver printed.
SolverProcess::Reply read(const std::string& output) {
  SolverProcess::Reply reply;
  std::istringstream lines(output);
  for (std::string line; std::getline(lines, line);) {
    // Some solvers go on after an assertion that they could not read, and answer another question than was asked.
    if (reply.answers.empty() && startsWith(line, "(error")) {
      reply.problem = line.substr(0, 300);
      return reply;
    }
    if (line == "sat" || line == "unsat" || line == "unknown" || line == "timeout") {
      reply.answers.push_back(line == "timeout" ? "unknown" : line);
    } else {
      reply.rest += line + "\n";
    }
  }
  return reply;
}

bool isSure(const SolverProcess::Reply& reply, size_t questions) {
  return reply.problem.empty() && reply.answers.size() == questions && reply.rest.find("(error") == std::string::npos &&
         std::ranges::count(reply.answers, "unknown") == 0;
}

}  // namespace

Expected<SolverProcess::Reply> SolverProcess::ask(const std::string& script, size_t questions) const {
  if (sessions_ != nullptr)
    if (const std::optional<std::string> said = sessions_->ask(script, limitFor(questions), stop_))
      if (Reply reply = read(*said); isSure(reply, questions)) return reply;
  if (stop_ != nullptr && stop_->requested()) return Error{"interrupted"};
  return askAlone(script, questions);
}

Expected<SolverProcess::Reply> SolverProcess::askAlone(const std::string& script, size_t questions) const {
  ProcessRequest request;
  request.command = command_;
  request.input = script;
  request.timeLimit = limitFor(questions);
  request.memoryLimit = uint64_t{8} << 30;
  request.stop = stop_;
  const Expected<ProcessResult> result = runProcess(request);
  if (!result) return result.error();
  if (result->end == ProcessResult::End::Stopped) return Error{"interrupted"};
  Reply reply = read(result->output);
  if (!reply.problem.empty() || reply.answers.size() >= questions) return reply;
  const std::string said = reply.rest + result->errors;
  reply.problem = result->end == ProcessResult::End::TimedOut ? "it took too long"
                  : said.empty()                              ? fmt::format("it ended with status {}", result->code)
                                                              : said.substr(0, std::min<size_t>(said.find('\n'), 300));
  return reply;
}

std::optional<std::vector<std::vector<U128>>> parseValues(const std::string& text, size_t count) {
  // Each list holds `count` values. A value stands behind its name, |cell N|; whatever else is printed is no value.
  std::vector<std::vector<U128>> models;
  std::vector<U128> values;
  for (size_t at = text.find("|cell "); at != std::string::npos; at = text.find("|cell ", at + 1)) {
    const size_t close = text.find('|', at + 1);
    const size_t hash = close == std::string::npos ? close : text.find_first_not_of(" \n", close + 1);
    if (hash == std::string::npos || text[hash] != '#' || hash + 1 >= text.size()) return std::nullopt;
    if (text.substr(at + 6, close - at - 6) != std::to_string(values.size())) return std::nullopt;
    const unsigned shift = text[hash + 1] == 'x' ? 4 : text[hash + 1] == 'b' ? 1 : 0;
    const size_t end = text.find(')', hash);
    if (shift == 0 || end == std::string::npos) return std::nullopt;
    U128 value = 0;
    for (const char c : text.substr(hash + 2, end - hash - 2)) {
      const int digit = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : c >= 'A' && c <= 'F' ? c - 'A' + 10 : 99;
      if (digit >= 1 << shift) return std::nullopt;
      value = value << shift | static_cast<unsigned>(digit);
    }
    values.push_back(value);
    if (values.size() < count) continue;
    models.push_back(std::move(values));
    values.clear();
  }
  if (!values.empty()) return std::nullopt;
  return models;
}

}  // namespace cleave::audit
