// The audit's report: one line per kind of check, then what disagrees and what is undecided, then what no check covers, then the verdict.
#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "audit/audit.h"
#include "support/check.h"

namespace cleave::audit {

namespace {

using Json = nlohmann::ordered_json;

constexpr size_t kMostShown = 20;  // findings per kind; JSON has all

const char* behaves(const std::string& kind) {
  if (kind == "smt2") return "agree";
  if (kind == "coverage") return "are covered by their partitions";
  if (kind == "groups") return "hold where they say";
  if (kind == "verdicts") return "follow from their partitions";
  if (kind == "files") return "are as cleave wrote them";
  if (kind == "texts") return "say what their conditions say";
  return "behave as claimed";
}

// Control characters must not reach a terminal; bytes beyond ASCII pass.
std::string printable(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }, ' ');
  return text;
}

std::string lineOf(const Check& check, const std::string& solver) {
  const bool asksSolver = check.kind == "smt2" || check.kind == "coverage" || check.kind == "groups";
  if (check.total() == 0) return check.kind + ": nothing to check\n";
  std::string line = fmt::format("{}: {} of {} {}", check.kind, check.agree, check.total(), behaves(check.kind));
  if (!check.disagree.empty()) line += fmt::format(", {} DISAGREE", check.disagree.size());
  if (!check.undecided.empty()) line += fmt::format(", {} undecided", check.undecided.size());
  if (check.notReplayable != 0) line += fmt::format(", {} not replayable", check.notReplayable);
  if (asksSolver && !solver.empty()) line += " (" + solver + ")";
  return line + "\n";
}

void addFindings(std::string& text, const char* label, const std::vector<Finding>& findings) {
  for (size_t i = 0; i < std::min(findings.size(), kMostShown); ++i)
    text += fmt::format("{} {}: {}\n", label, printable(findings[i].where), printable(findings[i].what));
  if (findings.size() > kMostShown) text += fmt::format("{} ... and {} more (--json lists them)\n", label, findings.size() - kMostShown);
}

const char* word(Report::Verdict verdict) {
  switch (verdict) {
    case Report::Verdict::Agrees:
      return "agrees";
    case Report::Verdict::Disagrees:
      return "disagrees";
    case Report::Verdict::Undecided:
      return "undecided";
  }
  UNREACHABLE("a verdict of no kind");
}

std::string verdictLine(const Report& report) {
  size_t disagree = 0, undecided = 0;
  for (const Check& check : report.checks) {
    disagree += check.disagree.size();
    undecided += check.undecided.size();
  }
  switch (report.verdict()) {
    case Report::Verdict::Agrees:
      return "audit: everything that was checked agrees\n";
    case Report::Verdict::Disagrees:
      return fmt::format("audit: DISAGREEMENT: {} failed; do not rely on this result\n",
                         disagree == 1 ? "1 check" : fmt::format("{} checks", disagree));
    case Report::Verdict::Undecided:
      return fmt::format("audit: nothing disagrees, but {} undecided\n",
                         undecided == 1 ? "1 check is" : fmt::format("{} checks are", undecided));
  }
  UNREACHABLE("a verdict of no kind");
}

Json toJson(const std::vector<Finding>& findings) {
  Json list = Json::array();
  for (const Finding& finding : findings) list.push_back({{"where", finding.where}, {"what", finding.what}});
  return list;
}

}  // namespace

std::string toText(const Report& report) {
  std::string text;
  for (const Check& check : report.checks) {
    text += lineOf(check, report.solver);
    addFindings(text, "  DISAGREES", check.disagree);
    addFindings(text, "  undecided", check.undecided);
  }
  for (const std::string& each : report.notCovered) text += "not covered: " + each + "\n";
  return text + verdictLine(report);
}

std::string toJson(const Report& report) {
  Json checks = Json::array();
  for (const Check& check : report.checks)
    checks.push_back({{"kind", check.kind},
                      {"total", check.total()},
                      {"agree", check.agree},
                      {"not_replayable", check.notReplayable},
                      {"disagree", toJson(check.disagree)},
                      {"undecided", toJson(check.undecided)}});
  const Json document = {{"schema", 1},
                         {"verdict", word(report.verdict())},
                         {"solver", report.solver},
                         {"checks", std::move(checks)},
                         {"not_covered", report.notCovered}};
  return document.dump(2, ' ', false, Json::error_handler_t::replace);
}

}  // namespace cleave::audit
