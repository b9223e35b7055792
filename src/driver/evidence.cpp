#include "driver/evidence.h"

#include <algorithm>
#include <set>
#include <span>
#include <sstream>

#include <nlohmann/json.hpp>

#include "expr/print.h"
#include "support/check.h"
#include "support/compressed.h"
#include "support/temp_dir.h"

namespace cleave::driver {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

namespace {

constexpr size_t kLongestName = 80;
constexpr int kIndexSchema = 1;
constexpr size_t kLongText = 12 << 10;  // then it is kept compressed

bool isSafe(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_'; }

// Each line behind a semicolon. Control characters would be odd in a comment, and a carriage return could end it.
std::string commented(const std::string& text) {
  std::istringstream lines(text);
  std::string result;
  for (std::string line; std::getline(lines, line);) {
    std::replace_if(
        line.begin(), line.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }, ' ');
    result += line.empty() ? ";\n" : "; " + line + "\n";
  }
  return result;
}

}  // namespace

std::string safeFileName(const std::string& name) {
  std::string safe;
  for (const char c : name) {
    if (isSafe(c)) {
      safe += c;
    } else if (safe.empty() || safe.back() != '_') {
      safe += '_';
    }
  }
  safe.resize(std::min(safe.size(), kLongestName));
  while (!safe.empty() && safe.back() == '_' && safe.size() > 1) safe.pop_back();
  return safe.empty() ? "_" : safe;
}

std::string evidenceText(const std::string& entry, const expr::ExprPool& pool, const explore::Statement& statement) {
  const char* expected = statement.expectSat ? "sat" : "unsat";
  std::string text = commented("cleave: " + statement.name + " of " + entry + "\n" + statement.words +
                               "\nThe claim holds if the answer is " + expected + ".");
  return text + expr::toSmtScript(pool, statement.assertions, expected);
}

void EvidenceWriter::discard(const fs::path& output) {
  std::error_code ignored;  // what cannot be removed fails again when it is written
  fs::remove_all(output / "smt2", ignored);
}

Expected<EvidenceWriter> EvidenceWriter::open(const fs::path& output) {
  discard(output);
  const fs::path directory = output / "smt2";
  std::error_code failure;
  fs::create_directories(directory, failure);
  if (failure)
    return Error{"cannot create " + directory.string() + ": " + failure.message() + " (choose another output directory with --out)"};
  return EvidenceWriter(directory);
}

// Entries whose names become the same are told apart by a number, also where a file system does not tell upper from lower case.
std::string EvidenceWriter::folderOf(const std::string& entry) {
  const auto known = folders_.find(entry);
  if (known != folders_.end()) return known->second;
  const auto lower = [](std::string text) {
    std::transform(text.begin(), text.end(), text.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return text;
  };
  std::set<std::string> taken;
  for (const auto& [name, folder] : folders_) taken.insert(lower(folder));
  const std::string wanted = safeFileName(entry);
  std::string folder = wanted;
  for (unsigned number = 2; taken.contains(lower(folder)); ++number) folder = wanted + "-" + std::to_string(number);
  order_.push_back(entry);
  return folders_.emplace(entry, folder).first->second;
}

void EvidenceWriter::add(const std::string& entry, const expr::ExprPool& pool, const explore::Statement& statement) {
  CHECK(names_.emplace(entry, statement.name).second, "the statement " + statement.name + " of " + entry + " is made twice");
  CHECK(statement.name == safeFileName(statement.name), "a statement's name is not fit for a file: " + statement.name);
  const std::string folder = folderOf(entry);
  const std::string text = evidenceText(entry, pool, statement);
  const bool isLong = text.size() > kLongText;
  records_.push_back({entry, statement.name, folder + "/" + statement.name + (isLong ? ".smt2.zst" : ".smt2"), statement.words, statement.expectSat,
                      statement.partition, statement.group});
  std::error_code failure;
  fs::create_directories(directory_ / folder, failure);
  Status status = writeFile(directory_ / records_.back().file, isLong ? compressed(text) : text);
  if (status && !failure_) failure_ = status;
}

std::string EvidenceWriter::indexText(size_t first) const {
  Json claims = Json::array();
  for (const Record& record : std::span(records_).subspan(first)) {
    Json claim = {
        {"entry", record.entry}, {"claim", record.statement}, {"file", record.file}, {"status", record.expectSat ? "sat" : "unsat"}};
    if (record.partition) claim["partition"] = *record.partition;
    if (record.group) claim["group"] = *record.group;
    claim["words"] = record.words;
    claims.push_back(std::move(claim));
  }
  const Json index = {{"schema", kIndexSchema}, {"claims", std::move(claims)}};
  return index.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Status EvidenceWriter::handOver(size_t first, const fs::path& file) const {
  if (failure_) return failure_;
  return writeFile(file, indexText(first));
}

Status EvidenceWriter::take(const fs::path& file) {
  const Expected<std::string> text = readFile(file);
  if (!text) return text.error();
  try {
    const Json index = Json::parse(*text);
    for (const Json& claim : index.at("claims")) {
      Record record{claim.at("entry"), claim.at("claim"), claim.at("file"), claim.at("words"), claim.at("status") == "sat", {}, {}};
      if (claim.contains("partition")) record.partition = claim.at("partition").get<uint32_t>();
      if (claim.contains("group")) record.group = claim.at("group").get<uint32_t>();
      records_.push_back(std::move(record));
    }
  } catch (const Json::exception& error) {
    return Error{file.string() + " is damaged: " + error.what()};
  }
  return std::nullopt;
}

Status EvidenceWriter::finish() {
  std::map<std::string, size_t> place;
  for (const std::string& entry : order_) place.emplace(entry, place.size());
  std::ranges::stable_sort(records_, {}, [&](const Record& record) { return place[record.entry]; });
  Status status = writeFile(directory_ / "index.json", indexText(0));
  return failure_ ? failure_ : status;
}

}  // namespace cleave::driver
