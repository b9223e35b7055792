#include "audit/consistency.h"

#include "audit/premises.h"

#include <algorithm>
#include <cstdio>

#include <fmt/format.h>

namespace cleave::audit {

namespace {

using result::PartitionKind;
using result::Verdict;

bool has(const LoadedEntry& entry, PartitionKind kind) {
  return std::any_of(entry.partitions.begin(), entry.partitions.end(), [&](const LoadedPartition& p) { return p.kind == kind; });
}

const LoadedPartition* find(const LoadedEntry& entry, uint32_t id) {
  if (id < entry.partitions.size() && entry.partitions[id].id == id) return &entry.partitions[id];  // the usual place
  for (const LoadedPartition& partition : entry.partitions)
    if (partition.id == id) return &partition;
  return nullptr;
}

const LoadedEntry* find(const std::vector<LoadedEntry>& entries, const std::string& name) {
  for (const LoadedEntry& entry : entries)
    if (entry.name == name) return &entry;
  return nullptr;
}

bool isIntended(const LoadedPartition& each) { return each.kind != PartitionKind::Different || each.intent == result::Intent::Inside; }

bool hasUnwanted(const LoadedEntry& entry) {
  return std::ranges::any_of(entry.partitions, [](const LoadedPartition& each) { return !isIntended(each) && each.intent != result::Intent::Open; });
}

std::string verdictProblem(const LoadedEntry& entry) {
  if (entry.exhaustive && entry.within.empty() && has(entry, PartitionKind::Unfinished)) return "it is called exhaustive, and a partition is unfinished";
  switch (entry.verdict) {
    case Verdict::Equivalent:
      if (!entry.exhaustive) return "the verdict is equivalent, and the partitions are not called exhaustive";
      return has(entry, PartitionKind::Different) ? "the verdict is equivalent, and a partition is different" : "";
    case Verdict::Different:
      return has(entry, PartitionKind::Different) ? "" : "the verdict is different, and no partition is";
    case Verdict::Inconclusive:
      return hasUnwanted(entry) ? "the verdict is inconclusive, and a partition is different" : "";
    case Verdict::Intended:
      if (!entry.exhaustive) return "the verdict is different as intended, and the partitions are not called exhaustive";
      if (!has(entry, PartitionKind::Different)) return "the verdict is different as intended, and no partition is different";
      return std::ranges::all_of(entry.partitions, isIntended) ? "" : "the verdict is different as intended, and a partition differs otherwise";
    case Verdict::Failed:
      return entry.partitions.empty() && !entry.exhaustive ? "" : "the verdict is failed, and something is claimed";
  }
  UNREACHABLE("a verdict of no kind");
}

// "3 of 4 partitions differ", where the reason is of that form.
std::string countProblem(const LoadedEntry& entry) {
  unsigned different = 0, all = 0;
  if (std::sscanf(entry.reason.c_str(), "%u of %u partitions differ", &different, &all) != 2) return "";
  const auto counted = static_cast<size_t>(std::count_if(entry.partitions.begin(), entry.partitions.end(),
                                                         [](const LoadedPartition& p) { return p.kind == PartitionKind::Different; }));
  if (counted == different && entry.partitions.size() == all) return "";
  return fmt::format("the reason counts {} of {}, and there are {} of {}", different, all, counted, entry.partitions.size());
}

std::string partitionProblem(const LoadedPartition& partition) {
  if (partition.confirmed && partition.kind != PartitionKind::Different)
    return fmt::format("partition {} is not different, and confirmed", partition.id);
  return "";
}

// Shares are parts of one whole, and of what an equivalent or covered entry leaves open nothing remains.
std::string shareProblem(const LoadedEntry& entry) {
  if (!entry.share) return "";
  const LoadedShares& share = *entry.share;
  for (const LoadedShare* each : {&share.equal, &share.different, &share.undefined, &share.open})
    if (!(each->low >= 0 && each->low <= each->estimate && each->estimate <= each->high && each->high <= 1))
      return "a share is not between its own bounds";
  const double sum = share.equal.estimate + share.different.estimate + share.undefined.estimate + share.open.estimate;
  const auto isExact = [](const LoadedShare& each) { return each.low == each.high; };
  const bool areExact = isExact(share.equal) && isExact(share.different) && isExact(share.undefined) && isExact(share.open);
  // Guesses about a small domain need not make one whole.
  if (sum > 1.01 || (areExact && sum < 0.99)) return fmt::format("the shares are {} together", sum);
  if (entry.exhaustive && !entry.partitions.empty() && share.open.low > 0) return "it is called exhaustive, and a share is open";
  if (!has(entry, PartitionKind::Different) && share.different.low > 0) return "no partition is different, and a share is";
  if (!has(entry, PartitionKind::Undefined) && share.undefined.low > 0) return "no partition is undefined, and a share is";
  if (!has(entry, PartitionKind::Equal) && share.equal.low > 0) return "no partition is equal, and a share is";
  if (has(entry, PartitionKind::Different) && share.equal.low >= 1) return "a partition is different, and the share that is equal is all";
  if (has(entry, PartitionKind::Equal) && share.different.low >= 1) return "a partition is equal, and the share that is different is all";
  return "";
}

// Each partition is in one group, where there are groups.
std::string groupProblem(const LoadedEntry& entry) {
  std::vector<uint32_t> members;
  for (const LoadedGroup& each : entry.groups) members.insert(members.end(), each.partitions.begin(), each.partitions.end());
  if (members.empty()) return "";
  std::ranges::sort(members);
  for (size_t k = 0; k < members.size(); ++k)
    if (members[k] != k) return fmt::format("partition {} is not in one group", k);
  return members.size() == entry.partitions.size() ? "" : "some partitions are in no group";
}

std::string problemOf(const LoadedEntry& entry) {
  for (const std::string& problem : {verdictProblem(entry), countProblem(entry), shareProblem(entry), groupProblem(entry)})
    if (!problem.empty()) return problem;
  for (size_t i = 0; i < entry.partitions.size(); ++i) {
    if (entry.partitions[i].id != i) return fmt::format("partition {} is missing", i);
    if (std::string problem = partitionProblem(entry.partitions[i]); !problem.empty()) return problem;
  }
  return "";
}

// A claim that was taken away must not make the audit shorter and better, nor may a claim outlive what it is about.
void checkClaims(const std::vector<LoadedEntry>& entries, const std::vector<LoadedStatement>& claims, Check& check) {
  const auto disagree = [&](const std::string& what) { check.disagree.push_back({"smt2/index.json", what}); };
  for (const LoadedEntry& entry : entries) {
    const auto isCoverage = [&](const LoadedStatement& claim) { return claim.entry == entry.name && claim.name == "coverage"; };
    if (entry.exhaustive && !entry.partitions.empty() && std::none_of(claims.begin(), claims.end(), isCoverage))
      disagree(entry.name + " is called exhaustive, and there is no claim 'coverage' for it");
    for (size_t k = 0; k < entry.groups.size(); ++k)  // of one partition it is the partition's own condition
      for (const char* half : {"members", "others"}) {
        const std::string name = fmt::format("group{}-{}", k, half);
        const auto isOfIt = [&](const LoadedStatement& claim) { return claim.entry == entry.name && claim.name == name; };
        if (entry.groups[k].isExact && entry.groups[k].partitions.size() > 1 && std::ranges::none_of(claims, isOfIt))
          disagree(fmt::format("the condition of group {} of {} is called exact, and there is no claim '{}'", k, entry.name, name));
      }
    for (const LoadedPartition& partition : entry.partitions) {
      const std::string intended = fmt::format("p{}-intended", partition.id);
      const auto isOfIt = [&](const LoadedStatement& claim) { return claim.entry == entry.name && claim.name == intended; };
      if (partition.intent == result::Intent::Inside && std::ranges::none_of(claims, isOfIt) && !entry.remembered)
        disagree(fmt::format("partition {} of {} is called intended, and there is no claim '{}'", partition.id, entry.name, intended));
    }
  }
  for (const LoadedStatement& claim : claims) {
    const LoadedEntry* entry = find(entries, claim.entry);
    if (entry == nullptr) {
      disagree(fmt::format("'{}' is about {}, which the result does not have", claim.name, claim.entry));
      continue;
    }
    if (claim.group && (*claim.group >= entry->groups.size() || !entry->groups[*claim.group].isExact))
      disagree(fmt::format("'{}' is about group {} of {}, which is not called exact", claim.name, *claim.group, claim.entry));
    if (claim.name == "coverage" && (entry->partitions.empty()))
      disagree(fmt::format("'coverage' is about {}, which has no partitions", claim.entry));
    if (!claim.partition) continue;
    const LoadedPartition* partition = find(*entry, *claim.partition);
    if (partition == nullptr) {
      disagree(fmt::format("'{}' is about partition {} of {}, which is not there", claim.name, *claim.partition, claim.entry));
    } else if (claim.name.ends_with("-intended") ? partition->intent != result::Intent::Inside : !claim.name.ends_with(result::toText(partition->kind))) {
      disagree(fmt::format("'{}' is about partition {} of {}, which is called {}", claim.name, *claim.partition, claim.entry,
                           result::toText(partition->kind)));
    }
  }
}

// Partitions are noted one by one as they are found; the result has exactly these, except where it claims nothing of an entry. At the end
// the notes of such entries alone are there.
void checkJournal(const std::vector<LoadedEntry>& entries, const std::vector<JournalLine>& journal, Check& check) {
  const auto disagree = [&](const std::string& what) { check.disagree.push_back({"partitions.jsonl", what}); };
  size_t inResult = 0;
  for (const LoadedEntry& entry : entries) inResult += entry.partitions.size();
  size_t noted = 0;
  for (const JournalLine& line : journal) {
    const LoadedEntry* entry = find(entries, line.entry);
    if (entry != nullptr && entry->verdict == result::Verdict::Failed) continue;
    ++noted;
    const LoadedPartition* partition = entry == nullptr ? nullptr : find(*entry, line.id);
    if (partition == nullptr) {
      disagree(fmt::format("it notes partition {} of {}, which the result does not have", line.id, line.entry));
    } else if (partition->digest != line.digest) {
      disagree(fmt::format("it notes partition {} of {} otherwise than the result", line.id, line.entry));
    }
  }
  if (noted != 0 && noted != inResult) disagree(fmt::format("it notes {} partitions, and the result has {}", noted, inResult));
}

}  // namespace

Check checkConsistency(const std::vector<LoadedEntry>& entries, const Traces& traces) {
  Check check{"verdicts", 0, {}, {}, 0};
  for (const LoadedEntry& entry : entries) {
    const std::string problem = problemOf(entry);
    if (problem.empty()) {
      ++check.agree;
    } else {
      check.disagree.push_back({entry.name, problem});
    }
  }
  for (const LoadedEntry& entry : entries)
    for (const std::string& problem : premiseProblems(entry, traces.criterion)) check.disagree.push_back({entry.name, problem});
  if (traces.claims) checkClaims(entries, *traces.claims, check);
  if (traces.journal) checkJournal(entries, *traces.journal, check);
  for (const std::string& name : traces.replayed.value_or(std::vector<std::string>()))
    if (find(entries, name) == nullptr) check.disagree.push_back({"replay/replay.json", name + " is not in the result any more"});
  return check;
}

}  // namespace cleave::audit
