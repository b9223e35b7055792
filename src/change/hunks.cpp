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
    placeOfBefore_.assign(match.before.size(), UINT32_MAX);
    placeOfAfter_.assign(match.after.size(), UINT32_MAX);
    for (uint32_t p = 0; p < match.places.size(); ++p) {
      if (match.places[p].before != Item::kNone) placeOfBefore_[match.places[p].before] = p;
      if (match.places[p].after != Item::kNone) placeOfAfter_[match.places[p].after] = p;
    }
  }

  Hunks run() {
    joinNeighbours(true);
    joinNeighbours(false);
    for (uint32_t p = 0; p < match_.places.size(); ++p) joinCauses(p);
    return collect();
  }

 private:
  uint32_t root(uint32_t p) {
    while (parent_[p] != p) p = parent_[p] = parent_[parent_[p]];
    return p;
  }
  void join(uint32_t p, uint32_t q) { parent_[std::max(root(p), root(q))] = std::min(root(p), root(q)); }

  static bool hasCause(const Place& place) { return !place.causesBefore.empty() || !place.causesAfter.empty(); }

  SourceLoc locOf(const Place& place, bool before) const {
    uint32_t item = before ? place.before : place.after;
    if (item == Item::kNone) return {};
    return (before ? match_.before : match_.after)[item].loc;
  }

  void joinNeighbours(bool before) {
    std::vector<std::tuple<uint32_t, uint32_t, uint32_t>> lines;  // file, line, place
    for (uint32_t p = 0; p < match_.places.size(); ++p) {
      SourceLoc loc = locOf(match_.places[p], before);
      if (loc.known() && !hasCause(match_.places[p])) lines.emplace_back(loc.file, loc.line, p);
    }
    std::sort(lines.begin(), lines.end());
    for (size_t k = 1; k < lines.size(); ++k) {
      auto [file, line, place] = lines[k - 1];
      auto [nextFile, nextLine, nextPlace] = lines[k];
      if (file == nextFile && nextLine - line <= 1) join(place, nextPlace);
    }
  }

  void joinCauses(uint32_t p) {
    for (uint32_t item : match_.places[p].causesBefore)
      if (placeOfBefore_[item] != UINT32_MAX) join(p, placeOfBefore_[item]);
    for (uint32_t item : match_.places[p].causesAfter)
      if (placeOfAfter_[item] != UINT32_MAX) join(p, placeOfAfter_[item]);
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
    extend(hunk.beforeFile, hunk.before, locOf(place, true));
    extend(hunk.afterFile, hunk.after, locOf(place, false));
  }

  // Lines of other files than the first (macros of headers) are not part of the range.
  static void extend(uint32_t& file, LineRange& range, SourceLoc loc) {
    if (!loc.known() || (range.present() && file != loc.file)) return;
    file = loc.file;
    range.first = range.present() ? std::min(range.first, loc.line) : loc.line;
    range.last = std::max(range.last, loc.line);
  }

  const Match& match_;
  std::vector<uint32_t> parent_;
  std::vector<uint32_t> placeOfBefore_, placeOfAfter_;
};

}  // namespace

Hunks groupPlaces(const Match& match) { return Grouping(match).run(); }

}  // namespace cleave::change
