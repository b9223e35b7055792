#include <algorithm>

#include <fmt/format.h>

#include "report/layout.h"
#include "report/require.h"
#include "report/utf8.h"
#include "support/cxx_names.h"
#include "support/text.h"

namespace cleave::report {

namespace {

using result::AffectedStatement;
using result::RequireChange;
using result::Requirement;
using result::RequirementFate;
using result::RequireResult;

class RequireText {
 public:
  RequireText(const RequireResult& result, const TextOptions& options) : given_(result), all_(options.all), width_(std::max(40u, options.width)) {}

  std::string text() {
    line(headline(), 0);
    for (const RequireChange& each : given_.changes) change(each);
    if (given_.isMeasured) tests();
    if (given_.isSearched) added();
    for (const std::string& note : given_.notes) line("note: " + note, 0);
    return std::move(text_);
  }

 private:
  void line(const std::string& text, size_t indent) {
    for (const std::string& each : wrap(shown(text), width_ - indent, 30)) text_ += std::string(indent, ' ') + each + "\n";
  }
  static std::string shown(const std::string& text) { return shortCxxNames(validUtf8(text)); }

  std::string headline() const {
    const uint64_t satisfied = given_.count(RequirementFate::Satisfied), missing = given_.count(RequirementFate::Unsatisfied);
    const uint64_t open = given_.count(RequirementFate::Open), undecided = given_.count(RequirementFate::Undecided);
    if (given_.changes.empty()) return "no change";
    const auto isAlone = [](const RequireChange& each) { return !each.without.empty(); };
    std::string text = counted(given_.changes.size() - static_cast<size_t>(std::ranges::count_if(given_.changes, isAlone)), "change") + ": ";
    if (given_.isMeasured)
      text += fmt::format("{} of {} satisfied by the tests", satisfied, counted(satisfied + missing, "requirement"));
    else
      text += counted(open, "requirement");
    if (undecided != 0) text += fmt::format(", {} undecided", undecided);
    return text + fmt::format(" (distance {})", given_.distance);
  }

  static std::string linesText(const std::pair<uint32_t, uint32_t>& lines) {
    return lines.first == lines.second ? std::to_string(lines.first) : fmt::format("{}-{}", lines.first, lines.second);
  }

  static std::string changeText(const result::Change& change) {
    std::string where = change.file;
    if (change.afterLines.first != 0) {
      where += ":" + linesText(change.afterLines);
    } else if (change.beforeLines.first != 0) {
      where += fmt::format(" (before: {})", linesText(change.beforeLines));
    }
    return fmt::format("{} in {}", where, change.function);
  }

  void change(const RequireChange& each) {
    std::string head = fmt::format("change {}: {}", each.change.id, changeText(each.change));
    if (!each.without.empty()) head += fmt::format(", alone, without change {}", joined(each.without));
    if (!each.program.empty()) head += " (" + each.program + ")";
    text_ += "\n";
    line(head, 0);
    if (given_.isMeasured && each.failure.empty()) line(reachedText(each), 2);
    if (!each.failure.empty()) return line("not looked at: " + each.failure, 2);
    if (!each.reaches.empty()) line("comes to change " + joined(each.reaches) + " within the distance: the requirements here are those of both together", 2);
    size_t infeasible = 0, satisfied = 0;
    for (const AffectedStatement& statement : each.statements) {
      if (!statement.reason.empty()) line(fmt::format("line {} in {}: {}", lineOf(statement), statement.function, statement.reason), 2);
      for (const Requirement& requirement : statement.requirements) {
        if (requirement.fate == RequirementFate::Infeasible) ++infeasible;
        if (requirement.fate == RequirementFate::Satisfied) ++satisfied;
        const bool isShort = requirement.fate == RequirementFate::Infeasible || requirement.fate == RequirementFate::Satisfied;
        if (all_ || !isShort) show(each, statement, requirement);
      }
    }
    if (satisfied != 0 && !all_) line(fmt::format("{} satisfied (--all lists them)", satisfied), 2);
    if (infeasible != 0 && !all_) line(fmt::format("{} cannot be satisfied (--all lists them)", infeasible), 2);
    if (each.left != 0) line(fmt::format("{} further affected statements were not looked at (--statements)", each.left), 2);
    for (const std::string& bound : each.bounds) line("within: " + bound, 2);
    for (const std::string& assumption : each.assumptions) line("assuming: " + assumption, 2);
  }

  static std::string joined(const std::vector<uint32_t>& ids) {
    std::vector<std::string> words;
    for (const uint32_t id : ids) words.push_back(std::to_string(id));
    return join(words, ", ");
  }

  std::string reachedText(const RequireChange& each) const {
    if (each.visits == 0) return "NO TEST COMES HERE";
    if (given_.tests.size() <= 1) return fmt::format("the tests come here {} times", each.visits);
    return fmt::format("{} of {} tests come here", each.tests.size(), given_.tests.size());
  }

  static uint32_t lineOf(const AffectedStatement& statement) {
    return statement.place.after.isThere() ? statement.place.after.line : statement.place.before.line;
  }

  static const std::string& fileOf(const AffectedStatement& statement) {
    return statement.place.after.isThere() ? statement.place.after.file : statement.place.before.file;
  }

  // Where a sentence that names a line would be read as one about the function, or the file, of the change.
  static std::string elsewhere(const RequireChange& change, const AffectedStatement& statement) {
    const std::string own = change.change.function.substr(0, change.change.function.find('('));
    const std::string& file = fileOf(statement);
    const bool isOtherFile = !file.empty() && file != change.change.file && !file.ends_with("/" + change.change.file) && !change.change.file.ends_with("/" + file);
    const bool isOtherFunction = statement.function != own && !own.ends_with("::" + statement.function);
    if (!isOtherFile && !isOtherFunction) return {};
    return fmt::format(" (line {} is in {}{})", lineOf(statement), statement.function, isOtherFile ? ", " + file : "");
  }

  // Values of variables; of pointers only that they are null.
  static std::string exampleText(const result::Words& example) {
    constexpr std::string_view kIsNull = "_is_null";
    std::vector<std::string> words;
    for (const auto& [name, value] : example) {
      const bool isChoice = name.ends_with(kIsNull);
      if (isChoice && value == "0") continue;
      words.push_back(isChoice ? name.substr(0, name.size() - kIsNull.size()) + " = NULL" : name + " = " + value);
    }
    return join(words, ", ");
  }

  void show(const RequireChange& change, const AffectedStatement& statement, const Requirement& requirement) {
    std::string head = fmt::format("{:<8} distance {}  {}", requirement.id, statement.distance, requirement.sentence) + elsewhere(change, statement);
    if (requirement.fate == RequirementFate::Satisfied)
      head += requirement.tests.empty() ? " [satisfied]" : fmt::format(" [satisfied by {}]", some(requirement.tests));
    if (requirement.fate == RequirementFate::Undecided) head += ": " + requirement.reason;
    line(head, 2);
    if (!requirement.added.empty()) line("found: " + requirement.added, 6);
    if (!requirement.search.empty()) line(requirement.search, 6);
    if (all_ && requirement.fate == RequirementFate::Infeasible) line(requirement.reason, 6);
    const std::string example = exampleText(requirement.example);
    if (!example.empty() && requirement.added.empty() && requirement.fate != RequirementFate::Satisfied && requirement.fate != RequirementFate::Infeasible)
      line("for example " + example, 6);
    if (!requirement.isComplete && requirement.fate == RequirementFate::Unsatisfied) line("other states may satisfy it, too: not everything was looked at", 6);
  }

  static std::string some(const std::vector<std::string>& names) {
    constexpr size_t kMost = 3;
    if (names.size() <= kMost) return join(names, ", ");
    return join({names.begin(), names.begin() + kMost}, ", ") + fmt::format(" and {} more", names.size() - kMost);
  }

  void tests() {
    text_ += "\n";
    size_t reach = 0, failed = 0;
    for (const result::TestRun& test : given_.tests) {
      reach += test.changes.empty() ? 0 : 1;
      failed += test.passed ? 0 : 1;
    }
    line(fmt::format("{} of {} come to a change{}", reach, counted(given_.tests.size(), "test"), failed == 0 ? "" : fmt::format("; {} failed", failed)), 0);
  }

  void added() {
    text_ += "\n";
    if (given_.added.empty()) return line("no test was found", 0);
    line(counted(given_.added.size(), "test") + " found:", 0);
    for (const result::AddedTest& test : given_.added) {
      const bool isCall = test.call.starts_with(test.entry + "(");
      line(fmt::format("{}: {}; satisfies {}", test.name, isCall ? test.call : test.entry + " with " + test.call, some(test.satisfies)), 2);
      line(test.file + (test.source.empty() ? "" : ", " + test.source), 6);
    }
  }

  const RequireResult& given_;
  bool all_;
  size_t width_;
  std::string text_;
};

}  // namespace

std::string toText(const RequireResult& result, const TextOptions& options) { return RequireText(result, options).text(); }

}  // namespace cleave::report
