#include "expectation.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "support/bits.h"

namespace cleave::soundness {

namespace {

using Json = nlohmann::json;

// A number that stands alone; an expression of the inputs is none.
std::optional<uint64_t> numberIn(const Json& object, const std::string& name) {
  const auto found = object.find(name);
  if (found == object.end()) return std::nullopt;
  const std::string text = found->get<std::string>();
  if (text == "true" || text == "false") return text == "true";
  char* end = nullptr;
  if (text.empty()) return std::nullopt;
  const uint64_t value =
      text[0] == '-' ? static_cast<uint64_t>(std::strtoll(text.c_str(), &end, 10)) : std::strtoull(text.c_str(), &end, 10);
  if (end == text.c_str() || *end != 0) return std::nullopt;
  return value;
}

// What is printed at the places of {...}; the generated programs print no braces themselves.
std::vector<std::string> piecesOf(const std::string& text) {
  std::vector<std::string> pieces(1);
  int depth = 0;
  for (const char c : text) {
    if (c == '{' && depth++ == 0) continue;
    if (c == '}' && --depth == 0) {
      pieces.emplace_back();
      continue;
    }
    if (depth == 0) pieces.back() += c;
  }
  return pieces;
}

std::vector<Ending> endingsOf(const Json& shown) {
  const std::string outcome = shown.at("outcome");
  if (outcome == "returned") return {Ending::Returned};
  if (outcome == "exited") return {Ending::Exited};
  const std::string trap = shown.value("trap", "");
  if (trap == "abort") return {Ending::Aborted};
  if (trap == "failed assert") return {Ending::Asserted};
  if (trap == "division by zero" || trap == "division overflow") return {Ending::Arithmetic};
  if (trap == "out of bounds") return {Ending::OutOfBounds, Ending::Memory};
  return {Ending::Memory};
}

unsigned bytesOfType(CType type) { return std::max(1u, bitsOfType(type) / 8); }

}  // namespace

bool consistsOf(const std::string& text, const std::vector<std::string>& pieces) {
  if (pieces.size() == 1) return text == pieces[0];
  const std::string& last = pieces.back();
  if (!text.starts_with(pieces[0]) || !text.ends_with(last)) return false;
  size_t at = pieces[0].size();
  for (size_t k = 1; k + 1 < pieces.size(); ++k) {
    if (at + 1 > text.size()) return false;
    const size_t found = text.find(pieces[k], at + 1);
    if (found == std::string::npos) return false;
    at = found + pieces[k].size();
  }
  return at + 1 + last.size() <= text.size();
}

Expectation::Expectation(const Json& shown, const Json& expressions, const Program& program, Claims claims)
    : claims_(claims), endings_(endingsOf(shown)), outcome_(shown.at("outcome")), text_(piecesOf(expressions.value("stdout", ""))) {
  if (outcome_ == "trapped") outcome_ += ": " + shown.value("trap", "");
  const Function& function = program.entry();
  if (!isFloating(function.result)) result_ = numberIn(expressions, "return");
  resultMask_ = mask64(8 * bytesOfType(function.result));
  status_ = numberIn(expressions, "exit status");
  addGlobals(expressions, program);
}

void Expectation::addGlobals(const Json& expressions, const Program& program) {
  size_t offset = 0;
  for (const Variable& g : program.globals) {
    if (g.isConst) continue;
    const unsigned bytes = bytesOfType(g.type);
    for (unsigned k = 0; k < std::max(1u, g.size); ++k, offset += bytes) {
      const std::string name = g.size == 0 ? g.name : fmt::format("{}[{}]", g.name, k);
      if (isFloating(g.type)) continue;
      if (const std::optional<uint64_t> value = numberIn(expressions, name))
        globals_.push_back({name, offset, bytes, *value & mask64(8 * bytes)});
    }
  }
}

std::string Expectation::mismatch(const Shown& shown) const {
  if (claims_.ending && std::ranges::find(endings_, shown.ending) == endings_.end())
    return fmt::format("is said to be {}, but ends in way {}", outcome_, static_cast<int>(shown.ending));
  if (shown.ending == Ending::Exited && status_ && ((*status_ ^ static_cast<uint64_t>(shown.code)) & 0xff) != 0)
    return fmt::format("is said to exit with {}, but exits with {}", *status_, shown.code);
  if (shown.ending == Ending::Returned && result_ && ((*result_ ^ shown.result) & resultMask_) != 0)
    return fmt::format("is said to return {}, but returns {}", static_cast<int64_t>(*result_), static_cast<int64_t>(shown.result));
  if (claims_.text && !consistsOf(shown.text, text_))
    return fmt::format("is said to print \"{}\", but prints \"{}\"", fmt::join(text_, "..."), shown.text);
  if (shown.ending != Ending::Returned) return "";
  for (const Constant& g : globals_) {
    uint64_t value = 0;
    if (g.offset + g.bytes > shown.globals.size()) return "has other globals than were declared";
    std::memcpy(&value, shown.globals.data() + g.offset, g.bytes);
    if (value != g.value) return fmt::format("is said to leave {} in {}, but leaves {}", g.value, g.name, value);
  }
  return "";
}

}  // namespace cleave::soundness
