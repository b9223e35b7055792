// The record of a walk: from a pair of runs to a partition, and all partitions that were found. Has differences confirmed, tells listeners
// what is found, keeps what is covered, and in the end knows the verdict. Where the walk goes next is no business of it.
//
// Native runs go on beside the walk. Until one is over, the partition is what was predicted; nothing that the walk does depends on what
// comes out, so equal seeds give equal walks. Listeners hear of partitions in their order, each when it is settled.
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "explore/cover.h"
#include "explore/flips.h"
#include "explore/stages.h"
#include "explore/workbench.h"
#include "expr/shared_terms.h"
#include "result/result.h"

namespace cleave::explore {

class Record {
 public:
  Record(Workbench& bench, const Listeners& listeners) : bench_(bench), listeners_(listeners), cover_(bench.pool()), terms_(bench.pool()) {}

  // A partition that is found, but not yet added.
  struct Found {
    result::Partition partition;
    Path path;
    PairRun run;
    std::vector<Statement> statements;       // said if it stays what it is
    std::vector<std::string> marks;          // if it stays different
    std::unique_ptr<Confirming> confirming;  // null: it is what it is
  };
  // Of runs that finished or did not. Asks for confirmation of a difference, and may choose a witness that is easier to read.
  Found find(expr::Assignment input, PairRun run);
  // None when it has no member outside of what is covered, or the solver cannot tell.
  std::optional<Found> find(const GivenPartition& given);
  // It is covered from here on.
  void add(Found found);

  Cover& cover() { return cover_; }
  size_t size() const { return entry_.partitions.size(); }
  size_t count(result::PartitionKind kind) const { return counts_[static_cast<size_t>(kind)]; }
  // Some partition is different, for sure, and not as intended: waits for native runs.
  bool differs() {
    settle(0);
    return unwanted_ != 0;
  }
  bool isEqual(size_t index) const { return entry_.partitions[index].kind == result::PartitionKind::Equal; }
  const Path& path(size_t index) const { return paths_[index]; }
  result::Statistics& statistics() { return statistics_; }

  // What merged code showed covers nothing any more: what lies in there is found anew.
  void leaveOutMerged();

  // Every input of these sizes lies in a partition. Of several stages the last one counts, of which all of them are decided.
  void finishStage(const Stages& stages);

  // How the walk ended. Either every input is covered, or there is a reason why not (a budget), or runs did not finish.
  result::EntryResult finish(bool covered, const std::string& stopReason);

 private:
  bool followsBoth() const { return bench_.options().strategy == Strategy::Prv; }
  void count(const PairRun& run);
  std::vector<uint32_t> userChanges(std::vector<uint32_t> changes) const;
  Claim claimOf(PairRun& run);
  std::optional<expr::Assignment> readableMember(const Condition& condition, const expr::Assignment& input);
  Path pathOf(const expr::Assignment& input, Condition condition) const;
  Found unfinished(const expr::Assignment& input, Condition condition, PairRun run);
  void makeReadable(expr::Assignment& input, PairRun& run, Claim& claim);
  result::Intent intentOf(expr::Assignment& input, PairRun& run, Claim& claim, std::vector<Statement>& statements);
  void judge(const expr::Assignment& input, const Claim& claim, Found& found);
  std::vector<std::string> marks(const expr::Assignment& input, const Condition& condition);
  struct Waiting {
    size_t index;
    Found found;  // without what the record has already
  };
  void settle(size_t most);
  void settleAll();
  void settle(Waiting waiting, const Confirmation& confirmation);
  void takeBack(const Confirmation& confirmation, const PairRun& run, result::Partition& partition);
  void showOtherwise(const Confirmation& confirmation, result::Partition& partition);
  std::string vacuity();
  bool mayReach() const;
  bool isOutOfReach() const;
  bool stopsAtNull() const;
  bool standsForStage() const;
  std::vector<bool> undecided() const;
  void judge(bool covered, const std::string& stopReason);
  void estimate(bool covered);
  void giveEvidence(bool covered);
  std::vector<expr::ExprId> domain() const;  // within the stage, if that is what is told
  void leaveOutOtherChanges();

  bool isMispredicted_ = false;  // a native run did not do what was predicted of it
  Workbench& bench_;
  const Listeners& listeners_;
  Cover cover_;
  expr::SharedTerms terms_;  // of conditions
  std::vector<Path> paths_;
  std::vector<std::string> places_;  // where runs part; for groups
  std::deque<Waiting> waiting_;  // those that are not settled yet, or stand behind one
  result::EntryResult entry_;
  result::Statistics statistics_;
  size_t counts_[4] = {0, 0, 0, 0};  // by PartitionKind
  size_t unwanted_ = 0;              // of those that differ: outside of what the user intends, or nobody said
  size_t openIntents_ = 0;           // of those that differ: nobody knows
  std::optional<Stage> stage_;       // that was finished; in the end: that the result is about
  std::vector<size_t> merged_;       // partitions of merged code
  std::vector<bool> comesToChange_;  // by partition: its witness does
  std::set<std::string> assumptions_;
  std::string unfinishedReason_;
  std::string unconfirmedReason_;
  std::string undefinedReason_;  // of the first undefined partition
  std::string worseReason_;      // of the first in which after is undefined and before is not
  bool equalReached_ = false;    // an equal partition whose witness executes a change
  bool equalGoesOn_ = false;     // an equal partition whose witness does not end at a null pointer
  std::string nullPlace_;        // where the first one that does ends
  bool reached_ = false;         // any
  mutable std::optional<bool> mayReach_;
  bool endsElsewhere_ = false;   // see Walked
};

}  // namespace cleave::explore
