#include "check_entry.h"

#include <fmt/format.h>

#include <cstdlib>
#include <nlohmann/json.hpp>
#include <optional>

#include "smt_term.h"

namespace cleave::soundness {

namespace {

using Json = nlohmann::json;
constexpr size_t kSlice = 8192;

struct Claim {
  std::string id;
  std::string kind;
  uint32_t condition = 0;
  bool reported = false;  // one wrong member is enough
};

// A witness as bit patterns, in the order of the parameters; nothing when it cannot be read.
std::optional<std::vector<uint64_t>> witnessOf(const Json& partition, const Function& function) {
  std::vector<uint64_t> values;
  for (const Variable& p : function.parameters) {
    auto found = partition.find("witness");
    if (found == partition.end() || !found->contains(p.name)) return std::nullopt;
    std::string text = found->at(p.name);
    if (text == "true" || text == "false") text = text == "true" ? "1" : "0";
    char* end = nullptr;
    uint64_t value = text[0] == '-' ? static_cast<uint64_t>(std::strtoll(text.c_str(), &end, 0)) : std::strtoull(text.c_str(), &end, 0);
    if (end == text.c_str() || *end != 0) return std::nullopt;
    values.push_back(value & mask64(bitsOfType(p.type)));
  }
  return values;
}

class Checker {
 public:
  Checker(const Json& entry, const Function& function, const InputSet& inputs, const std::string& answers)
      : entry_(entry), function_(function), inputs_(inputs), answers_(answers), table_(symbolsOf(function)) {}

  EntryCheck run() {
    result_.verdict = entry_.at("verdict");
    exhaustive_ = entry_.at("guarantee").at("exhaustive");
    if (!checkInputs() || !readClaims()) return std::move(result_);
    result_.partitions = claims_.size();
    checkWitnesses();
    for (size_t first = 0; first < inputs_.count; first += kSlice) checkSlice(first, std::min(kSlice, inputs_.count - first));
    checkVerdict();
    return std::move(result_);
  }

 private:
  void fail(std::string message) {
    if (result_.failures.size() < 5) result_.failures.push_back(std::move(message));
  }

  static std::vector<TermSymbol> symbolsOf(const Function& function) {
    std::vector<TermSymbol> symbols;
    for (const Variable& p : function.parameters)
      symbols.push_back({p.name, isFloating(p.type) ? TermKind::Float : TermKind::Bits, bitsOfType(p.type)});
    return symbols;
  }

  // The inputs that cleave names are the parameters, with their widths. (None are named for an entry that was not explored.)
  bool checkInputs() {
    const Json& named = entry_.at("inputs");
    if (named.empty()) return true;
    if (named.size() != function_.parameters.size()) return fail("another number of inputs than parameters"), false;
    for (size_t k = 0; k < named.size(); ++k) {
      const Variable& p = function_.parameters[k];
      if (named[k].at("name") != p.name || named[k].at("bits") != bitsOfType(p.type))
        return fail(fmt::format("input {} is described as {}", p.name, named[k].dump())), false;
    }
    return true;
  }

  bool readClaims() {
    for (const Json& partition : entry_.at("partitions")) {
      Expected<uint32_t> condition = table_.parse(partition.at("condition").get<std::string>());
      if (!condition) {
        fail(fmt::format("partition {}: condition cannot be read: {}", partition.at("id").dump(), condition.error().message));
        return false;
      }
      claims_.push_back({partition.at("id").dump(), partition.at("kind"), *condition, false});
    }
    return true;
  }

  // Every finished partition has a witness, which is a member and shows what the partition claims.
  void checkWitnesses() {
    for (size_t k = 0; k < claims_.size(); ++k) {
      Claim& claim = claims_[k];
      std::optional<std::vector<uint64_t>> witness = witnessOf(entry_.at("partitions")[k], function_);
      if (!witness) {
        if (claim.kind != "unfinished") fail(fmt::format("partition {}: its witness cannot be read", claim.id));
        continue;
      }
      std::vector<std::vector<uint64_t>> columns;
      for (uint64_t value : *witness) columns.push_back({value});
      if (!TermValues(table_, columns, 0, 1).holds(claim.condition, 0))
        fail(fmt::format("partition {}: its witness is not a member", claim.id));
    }
  }

  std::string inputText(size_t i) const {
    std::string text;
    for (size_t k = 0; k < inputs_.columns.size(); ++k)
      text += fmt::format("{}{}=0x{:x}", k ? " " : "", function_.parameters[k].name, inputs_.columns[k][i]);
    return text;
  }

  void checkSlice(size_t first, size_t count) {
    TermValues values(table_, inputs_.columns, first, count);
    for (size_t i = 0; i < count; ++i) {
      char answer = answers_[first + i];
      differs_ |= answer == kDifferent;
      unclear_ |= answer == kUnclearTrap || answer == kUnclear;
      bool covered = false;
      for (Claim& claim : claims_) {
        if (!values.holds(claim.condition, i)) continue;
        covered |= claim.kind != "unfinished";
        hasDifferent_ |= claim.kind == "different" && answer == kDifferent;
        bool wrong = (claim.kind == "equal" && answer == kDifferent) || (claim.kind == "different" && answer == kEqual);
        if (!wrong || claim.reported) continue;
        claim.reported = true;
        fail(fmt::format("partition {} is called {}, but natively the versions are {} on {}", claim.id, claim.kind,
                         answer == kDifferent ? "different" : "equal", inputText(first + i)));
      }
      result_.covered += covered;
      bool mustCover = exhaustive_ && !claims_.empty();
      if (mustCover && !covered && !uncoveredReported_) {
        uncoveredReported_ = true;
        fail("called exhaustive, but no partition holds " + inputText(first + i));
      }
      if (result_.verdict == "equivalent" && answer == kDifferent && !differenceReported_) {
        differenceReported_ = true;
        fail("called equivalent, but natively the versions differ on " + inputText(first + i));
      }
    }
  }

  void checkVerdict() {
    auto count = [&](const char* kind) { return std::ranges::count_if(claims_, [&](const Claim& c) { return c.kind == kind; }); };
    if (result_.verdict == "equivalent") {
      if (!exhaustive_) fail("called equivalent without being exhaustive");
      if (count("different") != 0 || count("unfinished") != 0) fail("called equivalent in spite of partitions that are not equal");
    } else if (result_.verdict == "different") {
      if (count("different") == 0) fail("called different without a partition that is");
      if (!differs_ && !unclear_) fail("called different, but natively no input is");
      if (differs_ && !hasDifferent_ && !unclear_) fail("called different, but no partition called so holds an input that is");
    } else if (result_.verdict == "inconclusive") {
      if (entry_.at("reason").get<std::string>().empty()) fail("inconclusive without a reason");
    } else {
      fail("an unknown verdict " + result_.verdict);
    }
  }

  const Json& entry_;
  const Function& function_;
  const InputSet& inputs_;
  const std::string& answers_;
  TermTable table_;
  EntryCheck result_;
  std::vector<Claim> claims_;
  bool exhaustive_ = false;
  bool differs_ = false, unclear_ = false, hasDifferent_ = false;
  bool uncoveredReported_ = false, differenceReported_ = false;
};

}  // namespace

void addWitnesses(const Json& entry, const Function& function, InputSet& inputs) {
  auto partitions = entry.find("partitions");
  if (partitions == entry.end()) return;
  for (const Json& partition : *partitions)
    if (std::optional<std::vector<uint64_t>> witness = witnessOf(partition, function)) inputs.add(*witness);
}

EntryCheck checkEntry(const Json& entry, const Function& function, const InputSet& inputs, const std::string& answers) {
  try {
    return Checker(entry, function, inputs, answers).run();
  } catch (const nlohmann::json::exception& error) {
    return {{std::string("the result does not have the documented form: ") + error.what()}, "", 0, 0};
  }
}

}  // namespace cleave::soundness
