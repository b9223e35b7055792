#include "driver/test_inputs.h"

#include <algorithm>
#include <filesystem>
#include <set>

#include <nlohmann/json.hpp>

#include "driver/input_text.h"
#include "support/compressed.h"
#include "support/temp_dir.h"
#include "support/text.h"

namespace cleave::driver {

namespace {

using Json = nlohmann::ordered_json;

bool isValue(const Json& json) { return !json.is_object(); }

bool isTest(const Json& json) { return json.is_object() && std::all_of(json.begin(), json.end(), isValue); }

TestInput testOf(const std::string& name, const Json& values, const std::string& entry = "") { return {name, values.dump(), entry}; }

// Throws what parseTests catches.
TestInput namedTest(const Json& json, const std::string& name) {
  if (json.is_object() && json.contains("input") && json.at("input").is_object())
    return testOf(json.value("name", name), json.at("input"), json.value("entry", ""));
  if (!isTest(json)) throw std::runtime_error("test " + name + " is no object of values");
  return testOf(name, json);
}

void addWitnesses(const Json& entries, const char* list, const char* values, const char* word, std::vector<TestInput>& tests) {
  for (const Json& entry : entries)
    for (const Json& each : entry.at(list))
      tests.push_back(
          testOf(std::string(word) + " " + std::to_string(each.at("id").get<uint64_t>()), each.at(values), entry.value("entry", "")));
}

// Witnesses of partitions that a large result leaves out: lines of files beside it.
void addLeftOut(const Json& entry, const std::filesystem::path& directory, std::vector<TestInput>& tests) {
  std::set<uint64_t> known;
  for (const Json& each : entry.at("partitions")) known.insert(each.at("id").get<uint64_t>());
  const auto take = [&](std::string_view text) {
    const Json line = Json::parse(text, nullptr, false);
    if (line.is_discarded() || !line.contains("id") || line.value("entry", "") != entry.at("entry").get<std::string>()) return;
    const auto id = line.at("id").get<uint64_t>();
    if (known.insert(id).second)
      tests.push_back(testOf("partition " + std::to_string(id), line.at("witness_bits"), line.value("entry", "")));
  };
  for (const std::string file : entry.at("left_out").at("files"))
    if (const Expected<LinesRead> read = readLines(directory / file, take); !read) throw std::runtime_error(read.error().message);
}

// `directory`: of the document.
std::vector<TestInput> testsOf(const Json& document, const std::filesystem::path& directory) {
  std::vector<TestInput> tests;
  if (document.is_array()) {
    for (const Json& each : document) tests.push_back(namedTest(each, std::to_string(tests.size())));
  } else if (document.is_object() && document.contains("entries") && document.contains("schema")) {
    addWitnesses(document.at("entries"), "partitions", "witness_bits", "partition", tests);
    for (const Json& entry : document.at("entries"))
      if (entry.contains("left_out")) addLeftOut(entry, directory, tests);
  } else if (document.is_object() && document.contains("signatures")) {
    addWitnesses(document.at("signatures"), "rows", "test_bits", "row", tests);
  } else if (isTest(document) || (document.is_object() && document.contains("input"))) {
    tests.push_back(namedTest(document, "0"));
  } else if (document.is_object()) {
    for (const auto& [name, each] : document.items()) tests.push_back(namedTest(each, name));
  } else {
    throw std::runtime_error("neither a test nor a list of tests");
  }
  return tests;
}

// Turns values into NAME=VALUE words, one for each cell.
class Words {
 public:
  explicit Words(const vm::InputSpace& plan) : plan_(plan) {}

  Expected<std::vector<std::string>> take() {
    if (!wrong_.empty()) return Error{wrong_};
    return std::move(words_);
  }

  void add(const std::string& name, const Json& value) {
    if (!wrong_.empty()) return;
    if (value.is_null()) return null(name);
    if (value.is_array()) return list(name, value);
    if (value.is_string() && find(name) == nullptr && find(name + "[0]") != nullptr) return text(name, value.get<std::string>());
    if (value.is_string()) return word(name, value.get<std::string>());
    if (value.is_boolean()) return word(name, value.get<bool>() ? "1" : "0");
    word(name, value.dump());
  }

 private:
  const vm::InputCell* find(const std::string& name) const {
    const auto found = std::find_if(plan_.cells.begin(), plan_.cells.end(), [&](const vm::InputCell& cell) { return cell.name == name; });
    return found == plan_.cells.end() ? nullptr : &*found;
  }

  void word(const std::string& name, const std::string& value) { words_.push_back(name + "=" + value); }

  void null(const std::string& name) {
    if (find(name + "_is_null") == nullptr) {
      wrong_ = "'" + name + "' cannot be null";
    } else {
      word(name + "_is_null", "1");
    }
  }

  void list(const std::string& name, const Json& values) {
    for (size_t k = 0; k < values.size() && wrong_.empty(); ++k) add(name + "[" + std::to_string(k) + "]", values[k]);
  }

  void text(const std::string& name, const std::string& bytes) {
    for (size_t k = 0; k < bytes.size(); ++k) {
      const std::string cell = name + "[" + std::to_string(k) + "]";
      if (find(cell) == nullptr) {
        wrong_ = "the text of '" + name + "' is longer than the plan allows (" + std::to_string(k) + " bytes; see --bound and --stdin)";
        return;
      }
      word(cell, std::to_string(static_cast<unsigned char>(bytes[k])));
    }
    if (find(name + "_length") != nullptr) word(name + "_length", std::to_string(bytes.size()));
  }

  const vm::InputSpace& plan_;
  std::vector<std::string> words_;
  std::string wrong_;
};

}  // namespace

Expected<std::vector<TestInput>> parseTests(const std::string& document, const std::string& where) {
  try {
    std::vector<TestInput> tests = testsOf(Json::parse(document), std::filesystem::path(where).parent_path());
    if (tests.empty()) return Error{where + " has no tests"};
    return tests;
  } catch (const std::exception& failure) {
    return Error{where + ": " + failure.what() + "; write a list of objects like {\"n\": 3, \"s\": \"ab\"}"};
  }
}

Expected<std::vector<TestInput>> readTests(const std::string& fileOrObject) {
  if (fileOrObject.starts_with('{')) return parseTests(fileOrObject, "--test");
  const Expected<std::string> document = readFile(fileOrObject);
  if (!document) return document.error();
  return parseTests(*document, fileOrObject);
}

Expected<TestInput> inputOfWords(const std::vector<std::string>& words) {
  Json values = Json::object();
  for (const std::string& word : words) {
    const size_t equals = word.find('=');
    if (equals == std::string::npos || equals == 0) return Error{"--input: '" + word + "' is not of the form NAME=VALUE"};
    values[word.substr(0, equals)] = word.substr(equals + 1);
  }
  return testOf("given", values);
}

Expected<expr::Assignment> toAssignment(const vm::InputSpace& plan, const TestInput& test, size_t symbolCount) {
  Words words(plan);
  const Json values = Json::parse(test.json);
  for (const auto& [name, value] : values.items()) words.add(name, value);
  const Expected<std::vector<std::string>> parsed = words.take();
  if (!parsed) return Error{"test " + test.name + ": " + parsed.error().message};
  Expected<expr::Assignment> input = parseInput(plan, *parsed, symbolCount);
  if (!input) return Error{"test " + test.name + ": " + input.error().message};
  return input;
}

}  // namespace cleave::driver
