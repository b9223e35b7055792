#include "driver/assert_text.h"

#include <algorithm>
#include <set>
#include <sstream>

#include <fmt/format.h>

#include "infer/print_c.h"
#include "support/check.h"

namespace cleave::driver {

namespace {

using infer::Role;
using probes::PointKind;

const std::string kResult = "cleave_result";

std::string oldName(const infer::Variable& variable) { return "cleave_" + infer::placeholder(variable); }

std::string nameOf(const infer::Variable& variable) {
  switch (variable.role) {
    case Role::Here:
      return variable.name;
    case Role::OnEntry:
      return oldName(variable);
    case Role::Result:
      // "return", "return->count", "*return": as the source would say it of a variable.
      return variable.name == "return" ? kResult : std::string(variable.name).replace(variable.name.find("return"), 6, kResult);
  }
  UNREACHABLE("a role");
}

// const int before = p != 0 ? p->count : 0;
std::string declarationOf(const infer::Point& samples, const infer::Variable& variable) {
  const bool isLength = variable.type.kind == infer::ScalarKind::Length;
  const std::string type = isLength ? "unsigned long" : fmt::format("__typeof__({})", variable.name);
  if (!variable.behind) return fmt::format("{} {} = {};", type, oldName(variable), variable.name);
  return fmt::format("{} {} = {} != 0 ? {} : 0;", type, oldName(variable), samples.variables[*variable.behind].name, variable.name);
}

std::string whyNot(const infer::Variable& variable) {
  if (variable.name.ends_with("()")) return "it speaks of what a call returned";
  if (variable.isArray && variable.role != Role::Here) return "it speaks of an array as it was before";
  if (variable.isArray && variable.length.empty()) return "the length of an array has no name";
  if (variable.name.find_first_of("@$#?") != std::string::npos) return "a variable has no name in the source";
  return "";
}

}  // namespace

WrittenAssertion write(uint32_t number, const infer::Point& samples, const infer::Property& property) {
  WrittenAssertion written;
  written.assertion.number = number;
  for (const uint32_t k : infer::variablesOf(property))
    if (std::string why = whyNot(samples.variables[k]); !why.empty()) written.reason = why;
  if (!written.reason.empty()) return written;
  std::set<std::string> saved;
  written.assertion.text = infer::printAssertable(samples, property, [&](const infer::Variable& variable) {
    if (variable.role == Role::OnEntry) saved.insert(declarationOf(samples, variable));
    return nameOf(variable);
  });
  written.assertion.saved.assign(saved.begin(), saved.end());
  return written;
}

// --- where

SourceEdits::Place& SourceEdits::place(Kind kind, const StatementPlace& statement) {
  for (Place& each : places_)
    if (each.kind == kind && each.statement.begin == statement.begin && each.statement.end == statement.end) return each;
  places_.push_back({kind, statement, "", false, {}});
  return places_.back();
}

size_t SourceEdits::offsetOf(uint32_t line, uint32_t column) const {
  size_t at = 0;
  for (uint32_t k = 1; k < line; ++k) {
    at = text_.find('\n', at);
    if (at == std::string::npos) return std::string::npos;
    ++at;
  }
  return at + (column == 0 ? 0 : column - 1);
}

std::string SourceEdits::add(const FunctionPlaces& function, const probes::Point& point, const Assertion& assertion) {
  const auto put = [&](Place& at) {
    if (std::ranges::find(at.assertions, assertion.text, &Assertion::text) == at.assertions.end()) at.assertions.push_back(assertion);
  };
  const auto save = [&] {
    if (assertion.saved.empty()) return;
    place(Kind::Begin, function.body).assertions.push_back({assertion.number, "", assertion.saved});
  };
  const size_t offset = offsetOf(point.line, point.column);
  switch (point.kind) {
    case PointKind::Entry:
      put(place(Kind::Begin, function.body));
      return "";
    case PointKind::Exit: {
      if (function.hasHidden) return "a macro has a return or a loop";
      const bool isVoid = function.resultType == "void";
      if (!isVoid && function.resultType.empty()) return "the type of the result cannot be written";
      for (const std::string& local : function.locals)
        for (const probes::Variable& variable : point.variables)
          if (variable.name == local && variable.role == probes::Role::Parameter) return "a local variable has the name of a parameter";
      if (function.returns.empty() && !isVoid) return "the function has no return";
      save();
      for (const ReturnPlace& each : function.returns) {
        Place& at = place(Kind::Return, each.statement);
        at.type = function.resultType;
        at.hasValue = each.hasValue;
        put(at);
      }
      if (isVoid) put(place(Kind::End, function.body));
      return "";
    }
    case PointKind::Throw:
      return "it holds where an exception leaves the function";
    case PointKind::LoopHead:
      for (const LoopPlace& loop : function.loops) {
        if (loop.begin != offset) continue;
        if (loop.testHasEffects) return "the condition of its loop has effects";
        put(place(Kind::LoopBody, loop.body));
        return "";
      }
      return "its loop is not to be found in the text";
    case PointKind::AfterCall:
      for (const CallPlace& call : function.calls) {
        if (call.begin != offset) continue;
        put(place(Kind::Behind, call.statement));
        return "";
      }
      return "it holds in the middle of a statement";
    case PointKind::Statement:
    case PointKind::Step:
      break;
  }
  UNREACHABLE("a kind of point");
}

// --- the text

std::string SourceEdits::indentAt(size_t offset) const {
  const size_t line = text_.rfind('\n', offset == 0 ? 0 : offset - 1);
  const size_t start = line == std::string::npos ? 0 : line + 1;
  const size_t end = text_.find_first_not_of(" \t", start);
  return text_.substr(start, std::min(end, offset) - start);
}

bool SourceEdits::endsLine(size_t offset) const {
  const size_t next = text_.find_first_not_of(" \t\r", offset);
  return next == std::string::npos || text_[next] == '\n';
}

std::string SourceEdits::lines(const Place& place, const std::string& indent) const {
  std::string text;
  std::set<std::string> saved;
  for (const Assertion& each : place.assertions)
    if (each.text.empty())
      for (const std::string& declaration : each.saved)
        if (saved.insert(declaration).second) text += "\n" + indent + declaration;
  for (const Assertion& each : place.assertions)
    if (!each.text.empty()) text += "\n" + indent + "assert(" + each.text + ");";
  return text;
}

std::vector<SourceEdits::Edit> SourceEdits::edits() const {
  std::vector<Edit> all;
  for (const Place& place : places_) {
    const StatementPlace& at = place.statement;
    const std::string outer = indentAt(at.begin), inner = outer + "  ";
    std::vector<std::pair<std::string, uint32_t>> owners;
    for (const Assertion& each : place.assertions) {
      if (!each.text.empty()) owners.emplace_back("assert(" + each.text + ");", each.number);
      for (const std::string& declaration : each.saved) owners.emplace_back(declaration, each.number);
    }
    // Where something is put around two statements that begin, or end, at one place, the outer one is the longer one.
    const auto size = static_cast<int64_t>(at.end - at.begin);
    const auto add = [&](size_t offset, size_t removed, int64_t order, std::string text) {
      all.push_back({offset, removed, order, std::move(text), owners});
    };
    switch (place.kind) {
      case Kind::Begin:
        add(at.begin + 1, 0, 0, lines(place, inner) + (endsLine(at.begin + 1) ? "" : "\n" + inner));
        break;
      case Kind::LoopBody:
        if (at.isCompound) {
          add(at.begin + 1, 0, 0, lines(place, inner) + (endsLine(at.begin + 1) ? "" : "\n" + inner));
        } else {
          add(at.begin, 0, -(2 * size + 1), "{" + lines(place, inner) + "\n" + inner);
          add(at.end, 0, 2 * size + 1, "\n" + outer + "}");
        }
        break;
      case Kind::Behind:
        add(at.end, 0, 0, lines(place, outer) + (endsLine(at.end) ? "" : "\n" + outer));
        break;
      case Kind::Return: {
        const size_t value = std::min(text_.find_first_not_of(" \t\r\n", at.begin + 6), at.end - 1);
        const bool isBraced = text_[value] == '{';
        if (place.hasValue) {
          add(at.begin, value - at.begin, -2 * size, fmt::format("{{\n{}{} {} = {}", inner, place.type, kResult, isBraced ? "" : "("));
          add(at.end - 1, 0, 0, isBraced ? "" : ")");
          add(at.end, 0, 2 * size, lines(place, inner) + "\n" + inner + "return " + kResult + ";\n" + outer + "}");
        } else {
          add(at.begin, 0, -2 * size, "{" + lines(place, inner) + "\n" + inner);
          add(at.end, 0, 2 * size, "\n" + outer + "}");
        }
        break;
      }
      case Kind::End: {
        const std::string base = indentAt(at.end - 1);
        add(at.end - 1, 0, 0,
            (base.empty() && text_[at.end - 2] == '\n' ? lines(place, "  ").substr(1) : lines(place, base + "  ")) + "\n" + base);
        break;
      }
    }
  }
  std::ranges::stable_sort(all, [](const Edit& a, const Edit& b) { return std::pair(a.offset, a.order) < std::pair(b.offset, b.order); });
  return all;
}

// Behind the last #include before the first edit that no #if is around, and where there is none, at the top.
SourceEdits::Edit SourceEdits::includes(const std::vector<Edit>& all) const {
  bool needsString = false;
  for (const Edit& each : all) needsString = needsString || each.text.find("strlen(") != std::string::npos;
  size_t at = 0, place = 0;
  int depth = 0;
  std::istringstream stream(text_);
  for (std::string line; std::getline(stream, line) && at < all.front().offset; at += line.size() + 1) {
    const size_t hash = line.find_first_not_of(" \t");
    if (hash == std::string::npos || line[hash] != '#') continue;
    const std::string word = line.substr(std::min(line.size(), line.find_first_not_of(" \t#", hash)));
    if (word.starts_with("if")) ++depth;
    if (word.starts_with("endif")) --depth;
    if (word.starts_with("include") && depth <= 0) place = at + line.size() + 1;
  }
  Edit edit;
  edit.offset = std::min(place, text_.size());
  edit.text = std::string("#include <assert.h>\n") + (needsString ? "#include <string.h>\n" : "");
  return edit;
}

std::string SourceEdits::apply(std::multimap<size_t, uint32_t>& lines) const {
  std::vector<Edit> all = edits();
  if (all.empty()) return text_;
  all.insert(all.begin(), includes(all));
  std::string result;
  size_t from = 0, line = 1;
  const auto append = [&](std::string_view text) {
    result += text;
    line += static_cast<size_t>(std::ranges::count(text, '\n'));
  };
  for (const Edit& edit : all) {
    append(std::string_view(text_).substr(from, edit.offset - from));
    for (size_t start = 0; start < edit.text.size();) {
      const size_t end = std::min(edit.text.find('\n', start), edit.text.size() - 1) + 1;
      const std::string part = edit.text.substr(start, end - start);
      for (const auto& [owned, number] : edit.owners)
        if (part.find(owned) != std::string::npos) lines.emplace(line, number);
      append(part);
      start = end;
    }
    from = edit.offset + edit.removed;
  }
  append(std::string_view(text_).substr(from));
  return result;
}

}  // namespace cleave::driver
