// One function of a result, read when it is opened: its partitions with their words, made when they are looked at, and which of them is
// chosen. All pages of the function show the chosen one.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "report/claims.h"
#include "report/material.h"
#include "report/source_pairs.h"
#include "result/result.h"

namespace cleave::browse {

struct PartitionWords {
  std::string condition, before, after, call;
  std::string all;  // of the above and more, in lower case: what filters look into
};

class OpenEntry {
 public:
  OpenEntry(const report::Material& material, size_t index, const std::vector<report::SourcePair>& allPairs);

  const result::EntryResult& result() const { return entry_; }
  const std::vector<result::Group>& groups() const { return groups_; }
  size_t groupsLeftOut() const { return groupsLeftOut_; }
  std::vector<const report::SourcePair*> pairs() const { return pairs_; }
  std::vector<report::Claim> claims() const;
  const std::map<result::PartitionKind, size_t>& counts() const { return counts_; }

  // Partitions by their places in the result.
  const PartitionWords& words(size_t place) const;
  const std::vector<size_t>& worstFirst() const { return worstFirst_; }
  std::optional<size_t> groupOf(size_t place) const;  // none: it is in no group

  // Of which version the place is at which the runs of a group part: of after, unless only before has a file of that name.
  Side partingSide(size_t group) const;

  // The chosen partition; there may be none.
  bool hasChosen() const { return chosen_.has_value(); }
  size_t chosenPlace() const { return *chosen_; }
  const result::Partition& chosen() const { return entry_.partitions[*chosen_]; }
  void choose(size_t place) { chosen_ = place; }
  void chooseExample(size_t group);

 private:
  result::EntryResult entry_;
  std::vector<result::Group> groups_;
  size_t groupsLeftOut_ = 0;
  std::vector<const report::SourcePair*> pairs_;
  std::map<result::PartitionKind, size_t> counts_;
  std::unordered_map<uint32_t, size_t> places_;   // of ids
  std::unordered_map<uint32_t, size_t> groupOf_;  // of ids
  std::vector<size_t> worstFirst_;
  std::optional<size_t> chosen_;
  mutable std::vector<std::unique_ptr<PartitionWords>> words_;
};

std::string kindText(const result::Partition& partition);  // "different", "intended"
std::string lowerCase(std::string text);
std::vector<std::string> filterWords(const std::string& text);  // in lower case
// Whether each word of a filter is somewhere in it, which is in lower case.
bool matches(const std::string& text, const std::vector<std::string>& filter);

}  // namespace cleave::browse
