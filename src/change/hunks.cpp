#include "change/hunks.h"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace cleave::change {

using program::SourceLoc;

namespace {

class Grouping {
 public:
  explicit Grouping(const Match& match) : match_(match), parent_(match.places.size()) {
    std::iota(parent_.begin(), parent_.end(), 0);
    for (const Side side : kSides) {
      placeOf_.of(side).assign(match.items.of(side).size(), UINT32_MAX);
      for (uint32_t p = 0; p < match.places.size(); ++p)
        if (const uint32_t item = match.places[p].item.of(side); item != Item::kNone) placeOf_.of(side)[item] = p;
    }
  }

  Hunks run() {
    for (const Side side : kSides) joinNeighbours(side);
    for (uint32_t p = 0; p < match_.places.size(); ++p)
      for (const Side side : kSides) joinCauses(p, side);
    return collect();
  }

 private:
  uint32_t root(uint32_t p) {
    while (parent_[p] != p) p = parent_[p] = parent_[parent_[p]];
    return p;
  }
  void join(uint32_t p, uint32_t q) { parent_[std::max(root(p), root(q))] = std::min(root(p), root(q)); }

  static bool hasCause(const Place& place) { return !place.causes.before.empty() || !place.causes.after.empty(); }

  SourceLoc locOf(const Place& place, Side side) const {
    const uint32_t item = place.item.of(side);
    return item == Item::kNone ? SourceLoc{} : match_.items.of(side)[item].loc;
  }

  void joinNeighbours(Side side) {
    std::vector<std::tuple<uint32_t, uint32_t, uint32_t>> lines;  // file, line, place
    for (uint32_t p = 0; p < match_.places.size(); ++p) {
      SourceLoc loc = locOf(match_.places[p], side);
      if (loc.known() && !hasCause(match_.places[p])) lines.emplace_back(loc.file, loc.line, p);
    }
    std::sort(lines.begin(), lines.end());
    for (size_t k = 1; k < lines.size(); ++k) {
      auto [file, line, place] = lines[k - 1];
      auto [nextFile, nextLine, nextPlace] = lines[k];
      if (file == nextFile && nextLine - line <= 1) join(place, nextPlace);
    }
  }

  void joinCauses(uint32_t p, Side side) {
    for (const uint32_t item : match_.places[p].causes.of(side))
      if (const uint32_t place = placeOf_.of(side)[item]; place != UINT32_MAX) join(p, place);
  }

  Hunks collect() {
    Hunks result;
    result.hunkOfPlace.resize(match_.places.size());
    std::vector<uint32_t> hunkOfRoot(match_.places.size(), UINT32_MAX);
    for (uint32_t p = 0; p < match_.places.size(); ++p) {
      uint32_t& hunk = hunkOfRoot[root(p)];
      if (hunk == UINT32_MAX) {
        hunk = static_cast<uint32_t>(result.hunks.size());
        result.hunks.emplace_back();
      }
      result.hunkOfPlace[p] = hunk;
      if (!hasCause(match_.places[p])) extend(result.hunks[hunk], match_.places[p]);
    }
    // A hunk of phis that feed each other has no line of its own yet: better theirs than none.
    std::vector<bool> empty(result.hunks.size());
    for (size_t h = 0; h < result.hunks.size(); ++h) empty[h] = !result.hunks[h].before.present() && !result.hunks[h].after.present();
    for (uint32_t p = 0; p < match_.places.size(); ++p)
      if (empty[result.hunkOfPlace[p]]) extend(result.hunks[result.hunkOfPlace[p]], match_.places[p]);
    return result;
  }

  void extend(Hunk& hunk, const Place& place) const {
    for (const Side side : kSides) extend(hunk.of(side), locOf(place, side));
  }

  // Lines of other files than the first (macros of headers) are not part of the range.
  static void extend(FileLines& part, SourceLoc loc) {
    LineRange& range = part.lines;
    if (!loc.known() || (range.present() && part.file != loc.file)) return;
    part.file = loc.file;
    range.first = range.present() ? std::min(range.first, loc.line) : loc.line;
    range.last = std::max(range.last, loc.line);
  }

  const Match& match_;
  std::vector<uint32_t> parent_;
  Both<std::vector<uint32_t>> placeOf_;  // by item
};

}  // namespace

Hunks groupPlaces(const Match& match) { return Grouping(match).run(); }

}  // namespace cleave::change
