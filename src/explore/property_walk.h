// A walk over one version, by output conditions, in which nothing counts but the marks of properties (properties.h). It keeps no report of its
// partitions: of each it asks at once whether one of its members sets a mark, in one question for all marks. A property that was answered is
// looked at no longer, so that later partitions are as coarse as the properties that are left allow.
//
//   cleave_property_0 |= !(r >= -1);    question of a partition: its literals, and (mark 0 is set or mark 1 is set)
//   cleave_property_1 |= !(r < 1000);   unsatisfiable: all of its members are well; otherwise the model breaks some, and the rest is asked again
//
// Every member of a partition computes the marks as its witness does, and the walk ends with the coverage question, as explore.cpp does: so what
// was not broken holds on every input.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "explore/cover.h"
#include "explore/flips.h"
#include "explore/frontier.h"
#include "explore/properties.h"
#include "explore/workbench.h"

namespace cleave::explore {

// Nothing but the marks of these properties, and of the cut, counts.
result::Criterion onlyMarks(const std::vector<uint32_t>& properties);

inline constexpr const char* kNobodyComes = "no input within the bounds comes there";
inline constexpr const char* kBudgetUsedUp = "the time budget is used up";
inline constexpr const char* kNotDecided = "the solver did not decide whether it holds";

class PropertyWalk {
 public:
  // The criterion of `entry`, which is the one that the bench's task has, is the walk's to change.
  PropertyWalk(Workbench& bench, Entry& entry, const PropertyRules& rules, std::vector<PropertyCheck>& checks);

  // Decides what it can of the checks at these indices. True: all of them.
  bool walk(const std::vector<size_t>& wanted, const Budget& budget);

  const std::set<std::string>& assumptions() const { return assumptions_; }
  uint64_t runs() const { return runs_; }
  size_t unfinished() const { return unfinished_; }

  // Of the last walk:
  bool wasCut() const { return cut_; }
  bool stopped() const { return !covered_ && !wanted_.empty(); }  // without an answer to the coverage question
  const std::string& whyStopped() const { return stopReason_; }
  const std::string& whyOpen() const { return openReason_; }  // of inputs that leave all open; empty: there are none
  const std::optional<vm::OutsideWrite>& outside() const { return outside_; }

 private:
  struct Mark {
    size_t check;
    expr::ExprId isSet;
  };
  void start(const std::vector<size_t>& wanted);
  void watch();
  std::optional<expr::Assignment> pick(const Budget& budget);
  std::optional<expr::Assignment> askForUncovered(const Budget& budget);
  bool isOver(const Budget& budget);
  void look(const expr::Assignment& input, PairRun run, const Budget& budget);
  Condition conditionOf(PairRun& run, const Budget& budget);
  void judge(const expr::Assignment& input, const PairRun& run, const std::vector<expr::ExprId>& literals, const Budget& budget);
  std::vector<std::vector<Mark>> related(const std::vector<expr::ExprId>& literals, const std::vector<Mark>& marks);
  void ask(const std::vector<expr::ExprId>& literals, std::vector<Mark> marks, Seconds patience, const Budget& budget);
  void askApart(const std::vector<expr::ExprId>& literals, const std::vector<Mark>& marks, const std::string& why, Seconds patience,
                const Budget& budget);
  void breakAll(const std::vector<Mark>& marks, const expr::Assignment& input, const std::vector<expr::ExprId>& literals, const Budget& budget);
  bool countsAsBroken(const expr::Assignment& input);
  std::vector<expr::ExprId> question(const std::vector<expr::ExprId>& literals, const std::vector<Mark>& marks);
  void leaveOpen(const std::string& why);
  Seconds limit(const Budget& budget, double factor = 1) const;
  bool isOpen(size_t check) const { return checks_[check].fate == PropertyCheck::Fate::Undecided; }

  Workbench& bench_;
  Entry& entry_;
  const PropertyRules& rules_;
  std::vector<PropertyCheck>& checks_;

  // Of this walk:
  std::vector<size_t> wanted_;  // those that are open
  std::set<size_t> reached_;    // some partition's members come to their places
  std::vector<Path> paths_;
  std::optional<Cover> cover_;
  Frontier frontier_;
  Flips flips_;
  bool isAlone_ = false;  // one property was asked for
  bool cut_ = false;
  bool covered_ = false;
  bool isUndefined_ = false;  // of the partition that is looked at
  std::string stopReason_;
  std::string openReason_;
  std::optional<vm::OutsideWrite> outside_;

  // Of all walks:
  std::vector<expr::ExprId> leftOut_;  // inputs that do not count, as conditions
  std::set<std::string> assumptions_;
  uint64_t runs_ = 0;
  size_t unfinished_ = 0;
};

}  // namespace cleave::explore
