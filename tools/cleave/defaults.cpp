#include "defaults.h"

#include <fmt/format.h>

#include "support/temp_dir.h"
#include "support/text.h"
#include "support/toml.h"

namespace cleave::tools {

namespace {

namespace fs = std::filesystem;
using Names = std::map<std::string, std::set<std::string>>;

// A word of the command line.
std::optional<std::string> wordOf(const toml::node& node) {
  if (const auto* text = node.as_string()) return text->get();
  if (const auto* number = node.as_integer()) return std::to_string(number->get());
  return std::nullopt;
}

Expected<Setting> readSetting(const fs::path& file, const std::string& key, const toml::node& node) {
  Setting setting{key, {}, node.is_boolean(), lineOf(node)};
  if (setting.isFlag) {
    if (node.value_or(false)) setting.values.push_back("true");
    return setting;
  }
  const auto add = [&](const toml::node& each) {
    const std::optional<std::string> word = wordOf(each);
    if (word) setting.values.push_back(*word);
    return word.has_value();
  };
  bool isGood = true;
  if (const toml::array* list = node.as_array()) {
    for (const toml::node& each : *list) isGood = isGood && add(each);
  } else {
    isGood = add(node);
  }
  if (!isGood) return wrongAt(file.string(), setting.line, fmt::format("'{}' is a text, a number, true or false, or a list of texts and numbers", key));
  return setting;
}

std::set<std::string> allOptions(const Names& options) {
  std::set<std::string> all;
  for (const auto& [command, names] : options) all.insert(names.begin(), names.end());
  return all;
}

std::string nearOf(const std::string& key, const std::set<std::string>& names) {
  const std::vector<std::string> near = nearest(key, {names.begin(), names.end()}, 1);
  return near.empty() ? std::string() : fmt::format("; did you mean '{}'?", near.front());
}

Status readTable(Defaults& defaults, const std::string& command, const toml::table& table, const std::set<std::string>& known) {
  for (const auto& [name, node] : table) {
    const std::string key(name.str());
    if (!known.contains(key)) return wrongAt(defaults.file.string(), lineOf(node), fmt::format("cleave {} has no option '{}'{}", command, key, nearOf(key, known)));
    Expected<Setting> setting = readSetting(defaults.file, key, node);
    if (!setting) return setting.error();
    defaults.ofCommand[command].push_back(setting.take());
  }
  return std::nullopt;
}

Status readAll(Defaults& defaults, const toml::table& table, const Names& options) {
  const std::set<std::string> known = allOptions(options);
  std::set<std::string> all = known;
  for (const auto& [command, names] : options) all.insert(command);
  for (const auto& [name, node] : table) {
    const std::string key(name.str());
    const auto command = options.find(key);
    if (const toml::table* inner = node.as_table(); inner != nullptr && command != options.end()) {
      if (Status failed = readTable(defaults, key, *inner, command->second)) return failed;
      continue;
    }
    if (!known.contains(key)) return wrongAt(defaults.file.string(), lineOf(node), fmt::format("there is no option or command '{}'{}", key, nearOf(key, all)));
    Expected<Setting> setting = readSetting(defaults.file, key, node);
    if (!setting) return setting.error();
    defaults.general.push_back(setting.take());
  }
  return std::nullopt;
}

}  // namespace

std::optional<fs::path> findAbove(const fs::path& directory, const std::string& name) {
  std::error_code failure;
  for (fs::path at = fs::absolute(directory, failure); !failure; at = at.parent_path()) {
    if (fs::is_regular_file(at / name, failure)) return at / name;
    if (fs::exists(at / ".git", failure) || at == at.parent_path()) break;
    failure.clear();
  }
  return std::nullopt;
}

Expected<Defaults> readDefaults(const fs::path& file, const Names& options) {
  const Expected<std::string> text = readFile(file);
  if (!text) return text.error();
  Defaults defaults;
  defaults.file = file;
  if (Status failed = readToml(*text, file.string(), [&](const toml::table& table) { return readAll(defaults, table, options); })) return *failed;
  return defaults;
}

}  // namespace cleave::tools
