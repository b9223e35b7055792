#include "driver/seeds.h"

#include <algorithm>
#include <map>
#include <optional>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "support/temp_dir.h"

namespace cleave::driver {

namespace {

namespace fs = std::filesystem;

constexpr const char* kMain = "main";

// Words between white space, with quotes and backslashes; nothing is expanded.
Expected<std::vector<std::string>> shellWords(const std::string& text, const std::string& where) {
  std::vector<std::string> words;
  std::optional<std::string> word;
  char quote = 0;
  for (size_t k = 0; k < text.size(); ++k) {
    const char c = text[k];
    const bool isEscape = c == '\\' && quote != '\'' && k + 1 < text.size();
    if (isEscape || (quote != 0 && c != quote)) {
      word = word.value_or("") + (isEscape ? text[++k] : c);
    } else if (c == quote) {
      quote = 0;
    } else if (c == '"' || c == '\'') {
      quote = c;
      word = word.value_or("");
    } else if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
      if (word) words.push_back(*word);
      word.reset();
    } else {
      word = word.value_or("") + c;
    }
  }
  if (quote != 0) return Error{where + ": a quote is not closed"};
  if (word) words.push_back(*word);
  return words;
}

// Bytes as numbers: JSON has no strings of any bytes.
nlohmann::ordered_json bytesOf(const std::string& text) {
  nlohmann::ordered_json bytes = nlohmann::ordered_json::array();
  for (const char c : text) bytes.push_back(static_cast<unsigned char>(c));
  return bytes;
}

// One run of main; paths that are empty are not given.
Expected<TestInput> runOfMain(const std::string& name, const fs::path& args, const fs::path& input) {
  nlohmann::ordered_json values = nlohmann::ordered_json::object();
  if (!args.empty()) {
    const Expected<std::string> text = readFile(args);
    if (!text) return text.error();
    const auto words = shellWords(*text, args.string());
    if (!words) return words.error();
    values["argc"] = words->size() + 1;
    for (size_t k = 0; k < words->size(); ++k) values[fmt::format("argv[{}]", k + 1)] = bytesOf((*words)[k]);
  } else {
    values["argc"] = 1;
  }
  if (!input.empty()) {
    const Expected<std::string> text = readFile(input);
    if (!text) return text.error();
    values["stdin"] = bytesOf(*text);
    values["stdin_length"] = text->size();
  }
  return TestInput{name, values.dump(), kMain};
}

Status addJson(const fs::path& file, std::vector<TestInput>& tests) {
  const Expected<std::string> document = readFile(file);
  if (!document) return document.error();
  Expected<std::vector<TestInput>> read = parseTests(*document, file.string());
  if (!read) return read.error();
  tests.insert(tests.end(), read->begin(), read->end());
  return std::nullopt;
}

}  // namespace

Expected<std::vector<TestInput>> readSeeds(const fs::path& fileOrDirectory) {
  std::error_code failure;
  std::vector<fs::path> files;
  if (fs::is_directory(fileOrDirectory, failure)) {
    for (const fs::directory_entry& each : fs::directory_iterator(fileOrDirectory, failure))
      if (each.is_regular_file(failure)) files.push_back(each.path());
    if (failure) return Error{fileOrDirectory.string() + " cannot be read: " + failure.message()};
    if (files.empty()) return Error{"--seeds: " + fileOrDirectory.string() + " has no files"};
  } else {
    files.push_back(fileOrDirectory);
  }
  std::ranges::sort(files);
  std::vector<TestInput> tests;
  std::map<std::string, std::pair<fs::path, fs::path>> runs;  // args and input, by name
  for (const fs::path& file : files) {
    const std::string kind = file.extension().string();
    if (kind == ".args") {
      runs[file.stem().string()].first = file;
    } else if (kind == ".in") {
      runs[file.stem().string()].second = file;
    } else if (kind == ".json" || files.size() == 1) {
      if (Status failed = addJson(file, tests)) return *failed;
    } else {
      return Error{"--seeds: " + file.string() + " is no test: tests are in .json, command lines of main in .args, its stdin in .in"};
    }
  }
  for (const auto& [name, run] : runs) {
    Expected<TestInput> test = runOfMain(name, run.first, run.second);
    if (!test) return test.error();
    tests.push_back(test.take());
  }
  return tests;
}

std::vector<explore::SeedInput> seedsOf(const std::vector<TestInput>& tests, const explore::Entry& entry, size_t symbolCount,
                                        std::vector<std::string>& misfits) {
  std::vector<explore::SeedInput> seeds;
  for (const TestInput& test : tests) {
    if (!test.entry.empty() && test.entry != entry.name) continue;
    const Expected<expr::Assignment> input = toAssignment(entry.space, test, symbolCount);
    if (!input) {
      misfits.push_back(input.error().message);
      continue;
    }
    explore::SeedInput& seed = seeds.emplace_back();
    for (const vm::InputCell& cell : entry.space.cells) {
      const U128 bits = (*input)[cell.symbol.value];
      const auto high = static_cast<uint64_t>(bits >> 64);
      const auto low = static_cast<uint64_t>(bits);
      seed.emplace_back(cell.name, high == 0 ? fmt::format("0x{:x}", low) : fmt::format("0x{:x}{:016x}", high, low));
    }
  }
  return seeds;
}

}  // namespace cleave::driver
