#include "audit/load.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <map>
#include <set>
#include <stdexcept>

#include <nlohmann/json.hpp>

#include "result/terms.h"
#include "support/compressed.h"
#include "support/float_format.h"
#include "support/sha256.h"
#include "support/temp_dir.h"
#include "support/text.h"

namespace cleave::audit {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

namespace {

constexpr size_t kManyInputs = 64;  // with more of them a witness leaves zeros out (docs/json.md)

bool isOutside(const std::string& file) { return file.find("..") != std::string::npos || fs::path(file).is_absolute(); }

// Errors of reading are thrown and caught at the border below.
template <class Enum>
Enum oneOf(const std::string& text, std::initializer_list<Enum> values) {
  for (const Enum value : values)
    if (text == result::toText(value)) return value;
  throw std::runtime_error("an unknown word: " + text);
}

U128 patternFrom(const std::string& text) {
  if (!startsWith(text, "0x") || text.size() == 2 || text.size() > 34) throw std::runtime_error("not a bit pattern: " + text);
  U128 bits = 0;
  for (const char c : text.substr(2)) {
    const bool digit = c >= '0' && c <= '9', letter = c >= 'a' && c <= 'f';
    if (!digit && !letter) throw std::runtime_error("not a bit pattern: " + text);
    bits = bits << 4 | static_cast<unsigned>(digit ? c - '0' : c - 'a' + 10);
  }
  return bits;
}

bool matchesFloat(const std::string& literal, U128 bits, unsigned width) {
  if (literal.find("NAN") != std::string::npos) return isNan(bits, width);
  std::string text = literal;
  if (const size_t at = text.find("INFINITY"); at != std::string::npos) text.replace(at, 8, "inf");
  const U128 read = width == 32   ? bitsOf(std::strtof(text.c_str(), nullptr))
                    : width == 64 ? bitsOf(std::strtod(text.c_str(), nullptr))
                                  : bitsOf(std::strtold(text.c_str(), nullptr));
  return read == bits;
}

// False only for a decimal number that is another one.
bool matchesInteger(const std::string& literal, U128 bits, unsigned width) {
  const bool negative = startsWith(literal, "-");
  const std::string digits = literal.substr(negative ? 1 : 0);
  U128 value = 0;
  if (digits.empty()) return true;
  for (const char c : digits) {
    if (c < '0' || c > '9') return true;
    value = value * 10 + static_cast<unsigned>(c - '0');
  }
  return truncateTo(negative ? ~value + 1 : value, width) == bits;
}

void readWitness(const Json& json, const std::vector<result::Input>& inputs, LoadedPartition& partition) {
  const Json& bits = json.at("witness_bits");
  const Json& literals = json.at("witness");
  const bool isLong = inputs.size() > kManyInputs;
  for (const result::Input& input : inputs) {
    if (isLong && !bits.contains(input.name) && !literals.contains(input.name)) {
      partition.witness.push_back(0);
      continue;
    }
    if (!bits.contains(input.name) || !literals.contains(input.name)) {
      partition.witnessProblem = "the witness has no value for " + input.name;
      return;
    }
    const U128 pattern = patternFrom(bits.at(input.name));
    const std::string literal = literals.at(input.name);
    if (truncateTo(pattern, input.bits) != pattern) partition.witnessProblem = "the witness has too many bits for " + input.name;
    const bool same = input.isFloat ? matchesFloat(literal, pattern, input.bits) : matchesInteger(literal, pattern, input.bits);
    if (!same)
      partition.witnessProblem = "the witness says " + input.name + " = " + literal + ", and its bits are " + toHex(pattern, input.bits);
    partition.witness.push_back(truncateTo(pattern, input.bits));
  }
}

LoadedObservation observationFrom(const Json& json) {
  LoadedObservation observation;
  observation.outcome = json.at("outcome");
  if (observation.outcome == "trapped") observation.trap = json.at("trap");
  if (observation.outcome == "exited") observation.status = json.value("status", "");
  for (const auto& [key, value] : json.items()) {
    if (key == "outcome" || key == "status" || key == "trap" || key == "throws" || key == "at" || key == "reason") continue;
    const std::string name = startsWith(key, "::") ? key.substr(2) : key;
    (value == "uninitialised" ? observation.uninitialised : observation.names).push_back(name);
    observation.values.emplace_back(name, value);
  }
  return observation;
}

LoadedTexts textsFrom(const Json& json) {
  LoadedTexts texts;
  for (const auto& [key, value] : json.items()) texts.emplace_back(key, value);
  return texts;
}

// What a partition claims, in one number. Words for people and marks that are put on it afterwards are no part of it.
std::string claimDigest(const Json& json) {
  std::string text;
  for (const char* key : {"kind", "condition", "condition_text", "witness_bits", "before", "after", "before_expr", "after_expr"})
    text += json.value(key, Json()).dump() + "\n";
  return sha256(text);
}

LoadedPartition partitionFrom(const Json& json, const std::vector<result::Input>& inputs, const result::TermTable& terms) {
  using result::PartitionKind;
  LoadedPartition partition;
  partition.id = json.at("id");
  partition.kind =
      oneOf(json.at("kind"), {PartitionKind::Equal, PartitionKind::Different, PartitionKind::Undefined, PartitionKind::Unfinished});
  partition.reason = json.at("reason");
  partition.condition = terms.whole(json.at("condition").get<std::string>());
  partition.conditionText = json.at("condition_text");
  using result::Intent;
  if (json.contains("intent")) partition.intent = oneOf(json.at("intent"), {Intent::Inside, Intent::Outside, Intent::Open});
  partition.confirmed = json.at("confirmed");
  partition.marks = json.value("marks", std::vector<std::string>());
  readWitness(json, inputs, partition);
  partition.before = observationFrom(json.at("before"));
  partition.after = observationFrom(json.at("after"));
  if (json.at("after").contains("cells")) {
    partition.after.values = partition.before.values;
    partition.after.names = partition.before.names;
    partition.after.uninitialised = partition.before.uninitialised;
  }
  partition.beforeExpr = textsFrom(json.at("before_expr"));
  partition.afterExpr = json.contains("after_expr") ? textsFrom(json.at("after_expr")) : partition.beforeExpr;
  partition.digest = claimDigest(json);
  return partition;
}

LoadedShares sharesFrom(const Json& json) {
  const auto share = [](const Json& each) { return LoadedShare{each.at("low"), each.at("estimate"), each.at("high")}; };
  return {share(json.at("equal")), share(json.at("different")), share(json.at("undefined")), share(json.at("open"))};
}

// The rest of a large entry's partitions: lines of the files that it names.
void addLeftOut(const Json& json, const fs::path& directory, LoadedTexts terms, LoadedEntry& entry) {
  const Json& leftOut = json.at("left_out");
  std::set<uint32_t> known;
  for (const LoadedPartition& each : entry.partitions) known.insert(each.id);
  const auto forEachLine = [&](const std::function<void(const Json&)>& take) {
    for (const std::string file : leftOut.at("files")) {
      if (isOutside(file)) throw std::runtime_error("a file outside of the directory: " + file);
      const Expected<LinesRead> read = readLines(directory / file, [&](std::string_view line) {
        const Json parsed = Json::parse(line);
        if (parsed.contains("id") && parsed.at("entry") == entry.name) take(parsed);
      });
      if (!read) throw std::runtime_error(read.error().message);
      if (read->isDamaged) throw std::runtime_error(file + " is damaged");
    }
  };
  forEachLine([&](const Json& line) {
    if (!line.contains("terms")) return;
    for (auto& each : textsFrom(line.at("terms"))) terms.push_back(std::move(each));
  });
  const result::TermTable table(terms);
  std::map<std::string, size_t> counts;
  forEachLine([&](const Json& line) {
    if (!known.insert(line.at("id").get<uint32_t>()).second) return;
    entry.partitions.push_back(partitionFrom(line, entry.inputs, table));
    ++counts[result::toText(entry.partitions.back().kind)];
  });
  for (const char* kind : {"equal", "different", "undefined", "unfinished"})
    if (counts[kind] != leftOut.at(kind).get<size_t>())
      throw std::runtime_error(entry.name + " leaves out " + leftOut.at(kind).dump() + " partitions that are " + kind + ", and its lines have " +
                               std::to_string(counts[kind]));
  std::ranges::stable_sort(entry.partitions, {}, &LoadedPartition::id);
}

LoadedEntry entryFrom(const Json& json, const fs::path& directory) {
  using result::Verdict;
  LoadedEntry entry;
  entry.name = json.at("entry");
  entry.remembered = json.value("remembered", false);
  entry.verdict = oneOf(json.at("verdict"), {Verdict::Equivalent, Verdict::Different, Verdict::Inconclusive, Verdict::Failed, Verdict::Intended});
  entry.reason = json.at("reason");
  const Json& guarantee = json.at("guarantee");
  entry.exhaustive = guarantee.at("exhaustive");
  entry.granularity = guarantee.at("granularity");
  entry.bounds = guarantee.at("bounds").get<std::vector<std::string>>();
  entry.assumptions = guarantee.at("assumptions").get<std::vector<std::string>>();
  entry.within = guarantee.value("within", "");
  entry.domain = json.value("domain", "true");
  if (json.contains("share")) entry.share = sharesFrom(json.at("share"));
  for (const Json& each : json.at("inputs")) {
    entry.inputs.push_back({each.at("name"), each.at("type"), each.at("bits"), each.at("signed"), each.value("float", false)});
    const result::Input& input = entry.inputs.back();
    const bool sensible = input.isFloat ? isFloatWidth(input.bits) : input.bits >= 1 && input.bits <= 128;
    if (!sensible) throw std::runtime_error("an input of " + std::to_string(input.bits) + " bits");
  }
  const Json enums = json.value("enums", Json::object());
  for (const auto& [type, words] : enums.items())
    for (const auto& [name, value] : words.at("names").items()) entry.enumerators[name] = value.get<int64_t>();
  const LoadedTexts terms = json.contains("terms") ? textsFrom(json.at("terms")) : LoadedTexts();
  const result::TermTable table(terms);
  for (const Json& each : json.at("partitions")) entry.partitions.push_back(partitionFrom(each, entry.inputs, table));
  if (json.contains("left_out")) addLeftOut(json, directory, terms, entry);
  for (const Json& each : json.value("groups", Json::array()))
    entry.groups.push_back({each.at("exact"), each.value("condition", ""), each.at("partitions").get<std::vector<uint32_t>>()});
  return entry;
}

// What `read` makes of a document, with its errors as one message.
template <class T, class Read>
Expected<T> document(const fs::path& file, int schema, Read read) {
  Expected<std::string> text = readFile(file);
  if (!text) return text.error();
  try {
    const Json json = Json::parse(*text);
    if (json.at("schema") != schema) throw std::runtime_error("it has another schema than " + std::to_string(schema));
    return read(json);
  } catch (const std::exception& failure) {
    return Error{file.string() + " is not what cleave writes: " + failure.what()};
  }
}

}  // namespace

Expected<std::vector<LoadedEntry>> loadResult(const fs::path& directory) {
  return document<std::vector<LoadedEntry>>(directory / "result.json", result::kSchema, [&](const Json& json) {
    std::vector<LoadedEntry> entries;
    for (const Json& each : json.at("entries")) entries.push_back(entryFrom(each, directory));
    return entries;
  });
}

Expected<std::optional<std::vector<LoadedStatement>>> loadIndex(const fs::path& directory) {
  using Statements = std::optional<std::vector<LoadedStatement>>;
  std::error_code failure;
  if (!fs::exists(directory / "smt2", failure)) return Statements();
  return document<Statements>(directory / "smt2" / "index.json", 1, [](const Json& json) {
    std::vector<LoadedStatement> statements;
    for (const Json& each : json.at("claims")) {
      LoadedStatement statement{each.at("entry"), each.at("claim"), each.at("file"), each.at("status"), std::nullopt};
      if (each.contains("partition")) statement.partition = each.at("partition").get<uint32_t>();
      if (each.contains("group")) statement.group = each.at("group").get<uint32_t>();
      if (statement.status != "sat" && statement.status != "unsat") throw std::runtime_error("an unknown status: " + statement.status);
      if (isOutside(statement.file))
        throw std::runtime_error("a file outside of the directory: " + statement.file);
      statements.push_back(std::move(statement));
    }
    return Statements(std::move(statements));
  });
}

std::optional<std::vector<JournalLine>> loadJournal(const fs::path& directory) {
  std::vector<JournalLine> journal;
  std::vector<fs::path> files{directory / "partitions.jsonl"};
  std::error_code failure;
  for (fs::directory_iterator each(directory / "partitions", failure), end; !failure && each != end; each.increment(failure))
    files.push_back(each->path());
  try {
    for (const fs::path& file : files) {
      const Expected<LinesRead> read = readLines(file, [&](std::string_view line) {
        const Json json = Json::parse(line);
        if (!json.contains("id")) return;  // of the run or an entry
        journal.push_back({json.at("entry"), json.at("id"), claimDigest(json)});
      });
      if (!read) return std::nullopt;
    }
  } catch (const std::exception&) {
    return std::nullopt;
  }
  return journal;
}

}  // namespace cleave::audit
