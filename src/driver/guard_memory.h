// What guard found out, kept for the next run: of before what its tests showed and what was proved of it (a baseline, or an entry of the
// cache), of after what its tests broke and what was checked. A file says whose it is by a digest of all that the results hang on, and
// carries a digest of itself: what is another's or damaged is not believed, and made anew. Files are replaced as a whole, so that runs do
// not disturb each other.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "driver/guard.h"
#include "guard/log_properties.h"
#include "result/result.h"
#include "support/expected.h"

namespace cleave::driver {

// Of all files below: names, kinds, contents, whether they can be run.
std::string digestOfTree(const std::filesystem::path& root);

struct KnownBefore {
  std::string key;
  std::set<std::string> watched;
  std::string collected;  // the step's summary
  std::vector<guard::PointProperties> points;
  std::map<std::string, result::EntryResult> entries;  // what was proved from each entry on; partitions by number of the property
};

struct KnownAfter {
  std::string key;
  std::string tested;  // the step's summary
  std::vector<bool> isOutdated;
  std::map<std::string, result::EntryResult> entries;
};

// None: there is no file, or it is another's. An error: it is damaged.
Expected<std::optional<KnownBefore>> readKnownBefore(const std::filesystem::path& file);
Expected<std::optional<KnownAfter>> readKnownAfter(const std::filesystem::path& file);
Status writeKnown(const KnownBefore& known, const std::filesystem::path& file);
Status writeKnown(const KnownAfter& known, const std::filesystem::path& file);

// What one run knows from earlier ones, and leaves for later ones.
class GuardMemory {
 public:
  explicit GuardMemory(const GuardOptions& options) : options_(options) {}

  void setContents(Side side, const std::filesystem::path& root) { contents_.of(side) = digestOfTree(root); }

  // From the baseline, or the cache. What is damaged is told.
  void recallBefore(const std::set<std::string>& watched, std::vector<std::string>& notes);
  void recallAfter(const std::vector<std::string>& properties, std::vector<std::string>& notes);
  const std::optional<KnownBefore>& before() const { return recalledBefore_; }
  const std::optional<KnownAfter>& after() const { return recalledAfter_; }
  const std::string& whence() const { return whence_; }  // "from the baseline"
  Both<std::optional<result::EntryResult>> ofEntry(const std::string& part, const std::string& entry) const;

  // What is to be watched, if nothing is known: what the baseline had, too, so that it does not lose what others look for.
  std::set<std::string> toWatch(std::set<std::string> watched) const;
  void learnBefore(const std::set<std::string>& watched, const std::string& collected, const std::vector<guard::PointProperties>& points);
  void learnAfter(const std::string& tested, const std::vector<bool>& isOutdated);
  void learnEntry(const std::string& part, const std::string& entry, const Both<result::EntryResult>& sides);
  Status keep();  // writes what is new; that a cache cannot be written is no error

 private:
  std::string keyOf(Side side) const;
  std::filesystem::path cacheFile(const std::string& key) const { return options_.cache / (key + ".json"); }

  const GuardOptions& options_;
  Both<std::string> contents_;
  std::optional<KnownBefore> recalledBefore_;
  std::optional<KnownAfter> recalledAfter_;
  std::set<std::string> ofBaseline_;  // what the baseline of this version watches
  std::string whence_;
  std::string cacheKeyOfBefore_;
  KnownBefore before_;
  KnownAfter after_;
  bool isBeforeNew_ = false;
  bool isAfterNew_ = false;
};

}  // namespace cleave::driver
