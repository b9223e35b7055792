#include "driver/accepted.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "support/temp_dir.h"
#include "support/text.h"
#include "support/toml.h"

namespace cleave::driver {

namespace {

namespace fs = std::filesystem;

constexpr const char* kHead =
    "# Differences that are wanted: cleave diff calls them \"different as intended\" (cleave help accept).\n";
constexpr std::array kKeys = {"entry", "when", "why"};

Expected<Options::Intended> readOne(const fs::path& file, const toml::table& table) {
  for (const auto& [name, node] : table) {
    const std::string key(name.str());
    if (std::ranges::find(kKeys, key) == kKeys.end()) {
      const std::vector<std::string> near = nearest(key, {kKeys.begin(), kKeys.end()}, 1);
      return wrongAt(file.string(), lineOf(node), fmt::format("there is no '{}'{}", key, near.empty() ? "; keys are entry, when, why" : "; did you mean '" + near.front() + "'?"));
    }
    if (!node.is_string()) return wrongAt(file.string(), lineOf(node), fmt::format("'{}' is a text in quotes", key));
  }
  const auto text = [&](const char* key) { return table[key].value_or(std::string()); };
  for (const char* key : {"entry", "when"})
    if (text(key).empty()) return wrongAt(file.string(), lineOf(table), fmt::format("it needs '{}'", key));
  return Options::Intended{text("entry"), {text("when"), file.string(), lineOf(*table["when"].node())}};
}

// As a text of TOML on one line.
std::string inQuotes(const std::string& text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') quoted += '\\';
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
      quoted += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
      continue;
    }
    quoted += c;
  }
  return quoted + '"';
}

}  // namespace

Expected<std::vector<Options::Intended>> readAccepted(const fs::path& file) {
  const Expected<std::string> text = readFile(file);
  if (!text) return text.error();
  std::vector<Options::Intended> all;
  const Status wrong = readToml(*text, file.string(), [&](const toml::table& table) -> Status {
    for (const auto& [name, node] : table) {
      const toml::array* list = name.str() == "accepted" ? node.as_array() : nullptr;
      if (list == nullptr || !list->is_homogeneous(toml::node_type::table))
        return wrongAt(file.string(), lineOf(node), "the file is a list of [[accepted]] with entry, when and why");
      for (const toml::node& each : *list) {
        Expected<Options::Intended> one = readOne(file, *each.as_table());
        if (!one) return one.error();
        all.push_back(one.take());
      }
    }
    return std::nullopt;
  });
  if (wrong) return *wrong;
  return all;
}

Status addAccepted(const fs::path& file, const std::vector<Accepted>& groups) {
  std::error_code failure;
  std::string text = kHead;
  if (fs::exists(file, failure)) {
    if (const auto known = readAccepted(file); !known) return known.error();
    const Expected<std::string> old = readFile(file);
    if (!old) return old.error();
    text = *old;
    if (!text.empty() && !text.ends_with('\n')) text += '\n';
  }
  for (const Accepted& each : groups) {
    text += "\n[[accepted]]\n";
    if (!each.shown.empty()) text += "# " + each.shown + "\n";
    text += fmt::format("entry = {}\nwhen = {}\n", inQuotes(each.entry), inQuotes(each.when));
    if (!each.why.empty()) text += fmt::format("why = {}\n", inQuotes(each.why));
  }
  return writeFile(file, text);
}

}  // namespace cleave::driver
