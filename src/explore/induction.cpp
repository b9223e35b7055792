#include "explore/induction.h"

#include <algorithm>
#include <map>
#include <set>

#include "explore/alone.h"
#include "explore/guarantee.h"
#include "explore/property_walk.h"
#include "explore/workbench.h"
#include "program/facts.h"

namespace cleave::explore {

namespace {

using program::FunctionId;
using program::GlobalId;
using Fate = PropertyCheck::Fate;
using Written = vm::LoopCells::Written;

constexpr unsigned kMostRounds = 40;
constexpr uint32_t kVisits = 3;         // of a loop in one run
constexpr uint64_t kMostElements = 16;  // of an array that becomes arbitrary; of a larger one nothing is known
constexpr size_t kMostPlaces = 24;      // in memory that a loop writes

// What is cut in the code that the entry comes to: slots, with the number of elements of each.
std::map<uint32_t, uint32_t> slotsFrom(const program::Program& program, FunctionId entry) {
  std::map<uint32_t, uint32_t> slots;
  std::vector<FunctionId> order{entry};
  std::set<FunctionId> seen{entry};
  for (size_t next = 0; next < order.size(); ++next) {
    const program::Function& function = program.function(order[next]);
    const auto number = [&](const program::CallInfo& call, size_t k) { return static_cast<uint32_t>(function.constants[call.arguments[k].index()].bits); };
    program::forEachDirectCall(program, function, [&](const program::CallInfo& call, const program::Function& callee) {
      if (seen.insert(call.callee).second && callee.defined) order.push_back(call.callee);
      if (callee.name == "cleave_vm_any") slots.emplace(number(call, 0), 1);
      if (callee.name == "cleave_vm_loop_forget") slots.emplace(number(call, 2), number(call, 5));
    });
  }
  return slots;
}

class Rounds {
 public:
  Rounds(const Task& task, Side side, bool undefinedCounts, const Options& options, const StopFlag* stop)
      : task_(task), side_(side), given_(side == Side::Before ? task.before : task.after), options_(options), stop_(stop), budget_(options.budget, stop) {
    rules_.undefinedCounts = undefinedCounts;
    rules_.goOnWhenOpen = false;
    rules_.unknownIsOpen = true;
    options_.granularity = Granularity::Path;
    options_.readableWitnesses = options_.smallFlips = false;
  }

  Induction run(const std::vector<uint32_t>& properties) {
    std::set<uint32_t> left(properties.begin(), properties.end());
    for (found_.rounds = 1; found_.rounds <= kMostRounds && !left.empty(); ++found_.rounds) {
      if (budget_.exhausted()) return giveUp("the time budget is used up");
      const Round round = look(left);
      if (round.outside) {
        if (!add(*round.outside)) return giveUp("a loop writes memory that is not understood");
        continue;
      }
      if (!round.reason.empty()) return giveUp(round.reason);
      for (const uint32_t each : round.failed) left.erase(each);
      const bool isAssumed = std::ranges::any_of(round.failed, [&](uint32_t each) { return flagOf(each).valid(); });
      if (isAssumed) continue;
      found_.proved.assign(left.begin(), left.end());
      return std::move(found_);
    }
    return left.empty() ? std::move(found_) : giveUp("there are too many rounds");
  }

 private:
  struct Round {
    std::set<uint32_t> failed;
    std::optional<vm::OutsideWrite> outside;
    std::string reason;  // why nothing was found out
  };

  Induction giveUp(std::string why) {
    found_.proved.clear();
    found_.reason = std::move(why);
    return std::move(found_);
  }

  GlobalId flagOf(uint32_t property) const { return given_.findGlobal(std::string(program::kPropertyMark) + "assumed_" + std::to_string(property)); }

  // Only what is left is assumed.
  program::Program assuming(const std::set<uint32_t>& left) const {
    program::Program program = given_;
    const std::string prefix = std::string(program::kPropertyMark) + "assumed_";
    for (program::Global& global : program.globals) {
      if (!global.name.starts_with(prefix)) continue;
      const auto number = static_cast<uint32_t>(std::stoul(global.name.substr(prefix.size())));
      global.bytes.assign(1, left.contains(number) ? 1 : 0);
    }
    return program;
  }

  Round look(const std::set<uint32_t>& left) {
    const program::Program program = assuming(left);
    const Task pair{program, program, task_.changes, task_.entry, task_.pool};
    Alone alone(pair, side_);
    addCells(alone.entry, side_ == Side::Before ? task_.entry.before.function : task_.entry.after.function);
    const Task self = alone.task(task_.pool);
    Options options = options_;
    options.budget = budget_.left();
    Workbench bench(self, options, stop_);
    std::vector<PropertyCheck> checks;
    std::vector<size_t> wanted;
    for (const uint32_t property : left) {
      wanted.push_back(checks.size());
      checks.push_back({property, Fate::Undecided, "", std::nullopt, 0, true});
    }
    PropertyWalk walk(bench, alone.entry, rules_, checks);
    walk.walk(wanted, Budget(options.budget, stop_));
    Round round;
    round.outside = walk.outside();
    for (const PropertyCheck& each : checks) judge(each, round);
    if (walk.wasCut()) round.reason = "a bound was come to";
    if (walk.stopped()) round.reason = walk.whyStopped();
    if (!walk.whyOpen().empty()) round.reason = walk.whyOpen();
    found_.guarantee = stateGuarantee({self, bench.options(), bench.tracking(), nullptr, false, walk.unfinished(), false,
                                       bench.runner().ofOneVersion(), bench.runner().keptByOne(), bench.runner().keptInPart(),
                                       walk.assumptions()});
    return round;
  }

  // What no run comes to is as good as broken: nothing should be said of it.
  static void judge(const PropertyCheck& check, Round& round) {
    if (check.fate != Fate::Holds) round.failed.insert(check.property);
  }

  void addCells(Entry& entry, FunctionId from) {
    vm::LoopCells& loops = entry.space.loops;
    loops.visits = kVisits;
    for (const auto& [slot, count] : slotsFrom(given_, from)) loops.slots.emplace(slot, cells(entry, count * kVisits));
    for (const auto& [loop, places] : written_)
      for (Written each : places) {
        if (each.cell != vm::LoopCells::kNone) each.cell = cells(entry, each.count * kVisits);
        loops.written[loop].push_back(each);
      }
  }

  // So many more, of those that earlier rounds had.
  uint32_t cells(Entry& entry, uint32_t count) {
    const auto first = static_cast<uint32_t>(entry.space.cells.size());
    const size_t taken = first - task_.entry.space.cells.size();
    while (symbols_.size() < taken + count)
      symbols_.push_back(task_.pool.addSymbol({"any " + std::to_string(symbols_.size()), expr::Sort::bits(64), true}));
    for (size_t k = taken; k < taken + count; ++k) {
      vm::InputCell cell;
      cell.name = "any " + std::to_string(k);
      cell.type = "long";
      cell.sort = expr::Sort::bits(64);
      cell.symbol = symbols_[k];
      cell.isParameter = false;
      entry.space.cells.push_back(std::move(cell));
    }
    return first;
  }

  // False: it cannot be made arbitrary.
  bool add(const vm::OutsideWrite& write) {
    if (!write.global.valid()) return false;
    std::vector<Written>& places = written_[write.loop];
    const uint64_t size = given_.global(write.global).size;
    if (size == 0 || places.size() >= kMostPlaces) return false;
    const bool isElement = write.bytes == 1 || write.bytes == 2 || write.bytes == 4 || write.bytes == 8;
    Written more{write.global, write.offset, isElement ? static_cast<uint32_t>(write.bytes) : 1, 1, 0};
    if (write.isAnywhere) more.offset = 0;
    const uint64_t bytes = write.isAnywhere ? size : write.bytes;
    if (bytes % more.unit != 0) more.unit = 1;
    more.count = static_cast<uint32_t>(bytes / more.unit);
    // A place that is seen twice in different ways is one of which nothing is known.
    const auto overlaps = [&](const Written& each) {
      return each.global == more.global && each.offset < more.offset + bytes && more.offset < each.offset + uint64_t{each.unit} * each.count;
    };
    if (std::ranges::any_of(places, overlaps) || more.count > kMostElements) {
      std::erase_if(places, [&](const Written& each) { return each.global == more.global; });
      more = {write.global, 0, 1, static_cast<uint32_t>(size), vm::LoopCells::kNone};
    }
    places.push_back(more);
    return true;
  }

  const Task& task_;
  Side side_;
  const program::Program& given_;
  Options options_;
  const StopFlag* stop_;
  Budget budget_;
  PropertyRules rules_;
  Induction found_;
  std::vector<expr::SymbolId> symbols_;               // of cells that are arbitrary values
  std::map<uint32_t, std::vector<Written>> written_;  // by loop: what its iterations were seen to write
};

}  // namespace

Induction proveByInduction(const Task& task, Side side, const std::vector<uint32_t>& properties, bool undefinedCounts, const Options& options,
                           const StopFlag* stop) {
  return Rounds(task, side, undefinedCounts, options, stop).run(properties);
}

}  // namespace cleave::explore
