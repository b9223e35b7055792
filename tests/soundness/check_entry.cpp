#include "check_entry.h"

#include <fmt/format.h>

#include <cstdlib>
#include <nlohmann/json.hpp>
#include <optional>

#include "expectation.h"
#include "result/terms.h"
#include "smt_term.h"

namespace cleave::soundness {

namespace {

using Json = nlohmann::json;
constexpr size_t kSlice = 2048;

struct Claim {
  std::string id;
  std::string kind;
  uint32_t condition = 0;
  std::optional<Expectation> before, after;  // nothing when no more than the kind is claimed
  bool reported = false;                     // one wrong member is enough
  bool valueReported = false;
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
  Checker(const Json& entry, const Pair& pair, const InputSet& inputs, const NativeAnswers& answers)
      : entry_(entry), pair_(pair), function_(pair.after.entry()), inputs_(inputs), answers_(answers), table_(symbolsOf(function_)) {}

  EntryCheck run() {
    result_.verdict = entry_.at("verdict");
    exhaustive_ = entry_.at("guarantee").at("exhaustive");
    if (!checkInputs() || !readClaims()) return std::move(result_);
    result_.partitions = claims_.size();
    checkWitnesses();
    TermValues values(table_);
    for (size_t first = 0; first < inputs_.count; first += kSlice) checkSlice(values, first, std::min(kSlice, inputs_.count - first));
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
    result::Terms terms;
    if (entry_.contains("terms"))
      for (const auto& [name, term] : entry_.at("terms").items()) terms.emplace_back(name, term);
    for (const Json& partition : entry_.at("partitions")) {
      Expected<uint32_t> condition = table_.parse(result::withTerms(partition.at("condition").get<std::string>(), terms));
      if (!condition) {
        fail(fmt::format("partition {}: condition cannot be read: {}", partition.at("id").dump(), condition.error().message));
        return false;
      }
      claims_.push_back({partition.at("id").dump(), partition.at("kind"), *condition, {}, {}, false, false});
      if (claims_.back().kind != "unfinished") readValues(partition, claims_.back());
    }
    return true;
  }

  // Values that are given as expressions hold on the whole partition. An equal partition claims everything else too, except in differential
  // ones, where what is computed alike in both versions has no condition. A different one claims how both runs end, and what differs; an
  // undefined one how they end, and no more.
  void readValues(const Json& partition, Claim& claim) {
    const bool all = claim.kind == "equal" && entry_.at("guarantee").value("granularity", "path") != "differential";
    const Json &before = partition.at("before_expr"), &after = partition.at("after_expr");
    const Expectation::Claims claims{all || claim.kind == "different" || claim.kind == "undefined",
                                     all || before.contains("stdout") || after.contains("stdout")};
    claim.before.emplace(partition.at("before"), before, pair_.before, claims);
    claim.after.emplace(partition.at("after"), after, pair_.after, claims);
  }

  // Every finished partition has a witness, which is a member and shows what the partition claims.
  void checkWitnesses() {
    TermValues values(table_);
    for (size_t k = 0; k < claims_.size(); ++k) {
      Claim& claim = claims_[k];
      std::optional<std::vector<uint64_t>> witness = witnessOf(entry_.at("partitions")[k], function_);
      if (!witness) {
        if (claim.kind != "unfinished") fail(fmt::format("partition {}: its witness cannot be read", claim.id));
        continue;
      }
      std::vector<std::vector<uint64_t>> columns;
      for (uint64_t value : *witness) columns.push_back({value});
      values.compute(columns, 0, 1);
      if (!values.holds(claim.condition, 0)) fail(fmt::format("partition {}: its witness is not a member", claim.id));
    }
  }

  std::string inputText(size_t i) const {
    std::string text;
    for (size_t k = 0; k < inputs_.columns.size(); ++k)
      text += fmt::format("{}{}=0x{:x}", k ? " " : "", function_.parameters[k].name, inputs_.columns[k][i]);
    return text;
  }

  static constexpr char kHeld = 1, kHeldAsUndefined = 2;  // by a partition that claims something; by one that is undefined

  void checkSlice(TermValues& values, size_t first, size_t count) {
    values.compute(inputs_.columns, first, count);
    std::vector<char> covered(count);
    for (Claim& claim : claims_) {
      const bool finished = claim.kind != "unfinished";
      for (size_t i = 0; i < count; ++i) {
        if (!values.holds(claim.condition, i)) continue;
        covered[i] |= static_cast<char>(!finished ? 0 : claim.kind == "undefined" ? kHeldAsUndefined : kHeld);
        checkMember(claim, first + i);
      }
    }
    for (size_t i = 0; i < count; ++i) checkInput(first + i, covered[i] != 0, (covered[i] & kHeldAsUndefined) != 0);
  }

  void checkMember(Claim& claim, size_t i) {
    const char answer = answers_.kinds[i];
    hasDifferent_ |= claim.kind == "different" && answer == kDifferent;
    bool wrong = (claim.kind == "equal" && answer == kDifferent) || (claim.kind == "different" && answer == kEqual);
    if (wrong && !claim.reported) {
      claim.reported = true;
      fail(fmt::format("partition {} is called {}, but natively the versions are {} on {}", claim.id, claim.kind,
                       answer == kDifferent ? "different" : "equal", inputText(i)));
    }
    if (!claim.before || claim.valueReported || answer == kUnclear) return;
    checkValues(claim, "before", *claim.before, answers_.before[i], i);
    checkValues(claim, "after", *claim.after, answers_.after[i], i);
  }

  void checkValues(Claim& claim, const char* side, const Expectation& expectation, uint32_t shown, size_t i) {
    const std::string problem = expectation.mismatch(answers_.shown[shown]);
    if (problem.empty() || claim.valueReported) return;
    claim.valueReported = true;
    fail(fmt::format("partition {}: {} {} on {}", claim.id, side, problem, inputText(i)));
  }

  // Where before is undefined, "equivalent" says nothing.
  void checkInput(size_t i, bool covered, bool undefined) {
    const char answer = answers_.kinds[i];
    differs_ |= answer == kDifferent;
    unclear_ |= answer == kUnclearTrap || answer == kUnclear;
    result_.covered += covered;
    bool mustCover = exhaustive_ && !claims_.empty();
    if (mustCover && !covered && !uncoveredReported_) {
      uncoveredReported_ = true;
      fail("called exhaustive, but no partition holds " + inputText(i));
    }
    if (result_.verdict == "equivalent" && answer == kDifferent && !undefined && !differenceReported_) {
      differenceReported_ = true;
      fail("called equivalent, but natively the versions differ on " + inputText(i));
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
  const Pair& pair_;
  const Function& function_;
  const InputSet& inputs_;
  const NativeAnswers& answers_;
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

std::string failureKind(const std::string& message) {
  for (const char* phrase : {"is called equal, but", "is called different, but", "no partition holds", "called equivalent, but",
                             "called different, but", "is said to be", "is said to", "is not a member", "cannot be read",
                             "does not have the documented form", "lacks the entry", "cannot compile", "cleave ended with"})
    if (message.find(phrase) != std::string::npos) return phrase;
  return message.substr(0, 40);
}

EntryCheck checkEntry(const Json& entry, const Pair& pair, const InputSet& inputs, const NativeAnswers& answers) {
  try {
    return Checker(entry, pair, inputs, answers).run();
  } catch (const nlohmann::json::exception& error) {
    return {{std::string("the result does not have the documented form: ") + error.what()}, "", 0, 0};
  }
}

}  // namespace cleave::soundness
