#include "inputs/toml.h"

#include <sstream>

#include <fmt/format.h>

#include "support/text.h"
#include "support/toml.h"

namespace cleave::inputs {

namespace {

std::string tomlString(const std::string& text) {
  std::ostringstream out;
  out << toml::value<std::string>(text);
  return out.str();
}

Error bad(const std::string& name, const toml::node& node, const std::string& what) {
  return Error{fmt::format("{}:{}: {}", name, node.source().begin.line, what)};
}

// A text, and nothing that could be taken for one.
Status readText(std::string& into, const toml::node& node, std::string_view key, const std::string& name) {
  const auto text = node.value<std::string>();
  if (!text) return bad(name, node, fmt::format("{} is a text in quotes", key));
  into = *text;
  return std::nullopt;
}

Status readPointer(Options& options, const toml::table& table, const std::string& name) {
  const auto path = table["path"].value<std::string>();
  if (!path) return bad(name, table, "a [[pointer]] needs a path");
  PointerOptions& pointer = options.pointers[*path];
  for (const auto& [key, node] : table) {
    const std::string_view word = key.str();
    if (word == "path" || word == "type") continue;
    if (word == "behind") {
      pointer.behind = parseBehind(node.value_or(std::string()));
      if (!pointer.behind) return bad(name, node, "behind is one of elements, string, bytes, opaque");
    } else if (word == "bound") {
      const auto bound = node.value_exact<int64_t>();
      if (!bound || *bound < 0 || static_cast<uint64_t>(*bound) > kMostBound)
        return bad(name, node, fmt::format("bound is a number up to {}", kMostBound));
      pointer.bound = static_cast<uint64_t>(*bound);
    } else if (word == "null") {
      pointer.null = node.value_exact<bool>();
      if (!pointer.null) return bad(name, node, "null is true or false");
    } else if (word == "length") {
      if (Status failed = readText(pointer.length, node, word, name)) return failed;
    } else {
      return bad(name, node, fmt::format("a pointer has no '{}'", word));
    }
  }
  return std::nullopt;
}

Status readAliases(Options& options, const toml::node& node, const std::string& name) {
  if (node.value_or(std::string()) == "any") {
    options.aliasAny = true;
    return std::nullopt;
  }
  const toml::array* list = node.as_array();
  if (list == nullptr) return bad(name, node, "alias is a list of pairs, or \"any\"");
  for (const toml::node& each : *list) {
    const toml::array* pair = each.as_array();
    if (pair == nullptr || pair->size() != 2) return bad(name, each, "alias is a list of pairs");
    auto& [first, second] = options.aliases.emplace_back();
    if (Status failed = readText(first, (*pair)[0], "what alias names", name)) return failed;
    if (Status failed = readText(second, (*pair)[1], "what alias names", name)) return failed;
  }
  return std::nullopt;
}

Status readTop(Options& options, std::string_view key, const toml::node& node, const std::string& name) {
  if (key == "entry") return std::nullopt;
  if (key == "globals") {
    const std::string word = node.value_or(std::string());
    if (word != "inputs" && word != "fixed") return bad(name, node, "globals is \"inputs\" or \"fixed\"");
    options.globals = word == "inputs" ? Globals::Inputs : Globals::Fixed;
  } else if (key == "assume") {
    return readText(options.assume, node, key, name);
  } else if (key == "argv") {
    return readText(options.argv.emplace(), node, key, name);
  } else if (key == "stdin") {
    if (node.is_string()) return readText(options.stdinTemplate, node, key, name);
    const auto bytes = node.value<int64_t>();
    if (!node.is_integer() || !bytes || *bytes < 0) return bad(name, node, "stdin is a number of bytes, or a text with ? for a byte");
    options.stdinBytes = static_cast<uint64_t>(*bytes);
  } else if (key == "alias") {
    return readAliases(options, node, name);
  } else if (key == "pointer") {
    const toml::array* list = node.as_array();
    if (list == nullptr) return bad(name, node, "write [[pointer]]");
    for (const toml::node& each : *list) {
      if (!each.is_table()) return bad(name, each, "write [[pointer]]");
      if (Status failed = readPointer(options, *each.as_table(), name)) return failed;
    }
  } else {
    return bad(name, node, fmt::format("there is no '{}' in an input plan", key));
  }
  return std::nullopt;
}

}  // namespace

std::string printPlan(const Plan& plan, const Options& options) {
  std::string text = fmt::format("entry = {}\n", tomlString(plan.entry));
  const Globals globals = options.globals.value_or(plan.isMain ? Globals::Fixed : Globals::Inputs);
  text += fmt::format("globals = \"{}\"\n", globals == Globals::Inputs ? "inputs" : "fixed");
  if (!options.assume.empty()) text += fmt::format("assume = {}\n", tomlString(options.assume));
  if (options.argv) text += fmt::format("argv = {}\n", tomlString(*options.argv));
  if (!options.stdinTemplate.empty())
    text += fmt::format("stdin = {}\n", tomlString(options.stdinTemplate));
  else if (plan.stdinObject != kNone)
    text += fmt::format("stdin = {}\n", options.stdinBytes.value_or(options.stringBytes));
  if (options.aliasAny) {
    text += "alias = \"any\"\n";
  } else if (!options.aliases.empty()) {
    std::vector<std::string> pairs;
    for (const auto& [p, q] : options.aliases) pairs.push_back(fmt::format("[{}, {}]", tomlString(p), tomlString(q)));
    text += fmt::format("alias = [{}]\n", join(pairs, ", "));
  }
  for (const Plan::Chosen& each : plan.chosen) {
    text += fmt::format("\n[[pointer]]\npath = {}\ntype = {}\n", tomlString(each.path), tomlString(each.type));
    if (each.options.behind) text += fmt::format("behind = \"{}\"\n", toText(*each.options.behind));
    if (each.options.bound) text += fmt::format("bound = {}\n", *each.options.bound);
    text += fmt::format("null = {}\n", each.options.null.value_or(true));
    if (!each.options.length.empty()) text += fmt::format("length = {}\n", tomlString(each.options.length));
  }
  text += fmt::format("\n# {} cell{}:\n", plan.cells.size(), plan.cells.size() == 1 ? "" : "s");
  for (const Cell& cell : plan.cells)
    text += fmt::format("#   {}: {}{}\n", cell.name, cell.type, cell.isLimited() ? fmt::format(", {} to {}", cell.low, cell.high) : "");
  if (!plan.bounds.empty()) text += "# bounds:\n";
  for (const Bound& bound : plan.bounds) text += "#   " + bound.text + "\n";
  if (!plan.assumptions.empty()) text += "# assumptions:\n";
  for (const std::string& each : plan.assumptions) text += "#   " + each + "\n";
  return text;
}

Expected<Options> parsePlan(const std::string& text, const std::string& name) {
  Options options;
  const Status wrong = readToml(text, name, [&](const toml::table& table) -> Status {
    for (const auto& [key, node] : table)
      if (Status failed = readTop(options, key.str(), node, name)) return failed;
    return std::nullopt;
  });
  if (wrong) return *wrong;
  return options;
}

}  // namespace cleave::inputs
