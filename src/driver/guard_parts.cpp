#include "driver/guard_parts.h"

#include <algorithm>
#include <set>

#include "driver/find_changes.h"
#include "driver/prepare.h"
#include "explore/describe.h"
#include "project/pairs.h"

namespace cleave::driver {

namespace {

using project::OpenProject;
using project::OutputPairs;

class PartFinder {
 public:
  PartFinder(const GuardOptions& options, const GuardListeners& listeners, GuardMemory& memory, const StopFlag* stop)
      : options_(options), listeners_(listeners), memory_(memory), stop_(stop) {}

  Expected<GuardParts> run() {
    if (Status failed = build()) return *failed;
    return std::move(found_);
  }

 private:
  Expected<OpenProject> open(Side side) {
    project::OpenRequest request = openRequest(options_.projects, side, stop_);
    request.step = listeners_.step;
    request.wraps = false;  // the code tells which operations are signed; to those who do not ask it wraps all the same
    request.copied = [&](const project::Tree& tree) { memory_.setContents(side, tree.root()); };
    return project::openProject(request);
  }

  Status build() {
    for (const Side side : kSides) {
      Expected<OpenProject> opened = open(side);
      if (!opened) return opened.error();
      found_.projects.of(side).emplace(opened.take());
    }
    Expected<OutputPairs> pairs = OutputPairs::of(found_.projects.before->project, found_.projects.after->project, options_.projects.program);
    if (!pairs) return pairs.error();
    found_.notes = pairs->notes();
    std::set<std::string> seen;  // functions that changed, in parts before
    Status firstFailure;
    for (const size_t k : inOrder(*pairs)) {
      Status failed = addPart(*pairs, k, seen);
      if (!failed) continue;
      // Tests that include the source and link the library as well, say: the others can be looked at all the same.
      found_.notes.push_back("left out: " + failed->message);
      if (!firstFailure) firstFailure = std::move(failed);
    }
    if (found_.parts.empty() && firstFailure) return firstFailure;
    return std::nullopt;
  }

  // Libraries first: they have no main, and no code of tests.
  static std::vector<size_t> inOrder(const OutputPairs& pairs) {
    std::vector<size_t> order;
    for (size_t k = 0; k < pairs.all().size(); ++k)
      if (!pairs.all()[k].same) order.push_back(k);
    const auto isProgram = [&](size_t k) { return pairs.all()[k].kind == project::OutputKind::Program; };
    std::ranges::stable_sort(order, {}, isProgram);
    return order;
  }

  Status addPart(const OutputPairs& pairs, size_t k, std::set<std::string>& seen) {
    GuardPart part;
    part.name = pairs.all()[k].name;
    for (const Side side : kSides) part.sources.of(side) = pairs.sources(k, side);
    Options options = options_;
    options.before = part.sources.before;
    options.after = part.sources.after;
    const Expected<Loaded> loaded = load(options, {}, stop_);
    if (!loaded) return Error{pairs.all()[k].name + ": " + loaded.error().message};
    const Expected<change::Changes> changes = findChanges(loaded->versions, options.pairs);
    if (!changes) return changes.error();
    part.scope = findScope(loaded->versions, *changes, options_.scope);
    const bool isNew = std::ranges::any_of(part.scope.changed, [&](const std::string& name) { return !seen.contains(name); });
    if (part.scope.isEmpty() || !isNew) return std::nullopt;
    seen.insert(part.scope.changed.begin(), part.scope.changed.end());
    for (result::Change& change : explore::describeChanges(*changes)) {
      change.id = static_cast<uint32_t>(found_.changes.size() + 1);  // each part counts for itself
      found_.changes.push_back(std::move(change));
    }
    found_.parts.push_back(std::move(part));
    return std::nullopt;
  }

  const GuardOptions& options_;
  const GuardListeners& listeners_;
  GuardMemory& memory_;
  const StopFlag* stop_;
  GuardParts found_;
};

}  // namespace

Expected<GuardParts> openParts(const GuardOptions& options, const GuardListeners& listeners, GuardMemory& memory, const StopFlag* stop) {
  return PartFinder(options, listeners, memory, stop).run();
}

}  // namespace cleave::driver
