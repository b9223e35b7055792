#include "driver/guard_memory.h"

#include <algorithm>
#include <cstdlib>

#include <nlohmann/json.hpp>

#include "driver/version.h"
#include "guard/samples.h"
#include "infer/json.h"
#include "report/json_parts.h"
#include "report/read_json.h"
#include "support/sha256.h"
#include "support/temp_dir.h"

namespace cleave::driver {

namespace {

namespace fs = std::filesystem;
using report::Json;

constexpr const char* kFormat = "cleave guard 1 ";

// The first line has the format and the digest of the rest.
Expected<std::optional<Json>> readChecked(const fs::path& file) {
  std::error_code failure;
  if (!fs::exists(file, failure)) return std::optional<Json>();
  const Expected<std::string> text = readFile(file);
  if (!text) return text.error();
  const size_t end = text->find('\n');
  if (end == std::string::npos || text->compare(0, std::string(kFormat).size(), kFormat) != 0)
    return Error{file.string() + " is not what cleave guard writes"};
  const std::string rest = text->substr(end + 1);
  if (text->substr(0, end) != kFormat + sha256(rest)) return Error{file.string() + " is damaged"};
  Json json = Json::parse(rest, nullptr, false);
  if (json.is_discarded()) return Error{file.string() + " is damaged"};
  return std::optional<Json>(std::move(json));
}

Status writeChecked(const Json& json, const fs::path& file) {
  std::error_code failure;
  if (file.has_parent_path()) fs::create_directories(file.parent_path(), failure);
  const std::string rest = json.dump(1) + "\n";
  return writeFile(file, kFormat + sha256(rest) + "\n" + rest);
}

Json entriesJson(const std::map<std::string, result::EntryResult>& entries) {
  Json all = Json::object();
  for (const auto& [name, entry] : entries) {
    Json json = report::headJson(entry);
    json["partitions"] = report::arrayOf(entry.partitions, [](const result::Partition& each) {
      Json partition;
      report::addPartition(partition, each);
      return partition;
    });
    all[name] = std::move(json);
  }
  return all;
}

std::map<std::string, result::EntryResult> entriesFrom(const Json& json) {
  std::map<std::string, result::EntryResult> entries;
  for (const auto& [name, entry] : json.items()) entries.emplace(name, report::entryFrom(entry));
  return entries;
}

Json pointJson(const guard::PointProperties& given) {
  Json properties = Json::array();
  for (const infer::Found& found : given.found)
    properties.push_back({{"property", Json::parse(infer::toJson(given.samples, found.property).dump())},
                          {"rows", found.rows},
                          {"family", static_cast<unsigned>(found.family)},
                          {"chance", found.logChance}});
  return {{"point", probes::textOf(given.point)}, {"properties", properties}};
}

guard::PointProperties pointFrom(const Json& json) {
  Expected<probes::Point> point = probes::pointOf(json.at("point").get<std::string>());
  if (!point) throw std::runtime_error(point.error().message);
  guard::PointProperties result{point.take(), {}, {}};
  result.samples = guard::samplesAt(result.point);
  for (const Json& each : json.at("properties")) {
    Expected<infer::Property> property = infer::fromJson(result.samples, nlohmann::json::parse(each.at("property").dump()));
    if (!property) throw std::runtime_error(property.error().message);
    infer::Found found;
    found.property = property.take();
    found.rows = each.at("rows");
    found.family = static_cast<infer::Family>(each.at("family").get<unsigned>());
    found.logChance = each.at("chance");
    result.found.push_back(std::move(found));
  }
  return result;
}

template <class Known, class Make>
Expected<std::optional<Known>> readAs(const fs::path& file, const char* kind, Make&& make) {
  Expected<std::optional<Json>> json = readChecked(file);
  if (!json) return json.error();
  if (!*json || (*json)->value("kind", "") != kind) return std::optional<Known>();
  try {
    return std::optional<Known>(make(**json));
  } catch (const std::exception& wrong) {
    return Error{file.string() + " cannot be read: " + wrong.what()};
  }
}

}  // namespace

std::string digestOfTree(const fs::path& root) {
  std::vector<std::string> lines;
  std::error_code failure;
  for (fs::recursive_directory_iterator at(root, failure), end; !failure && at != end; at.increment(failure)) {
    const std::string name = at->path().lexically_relative(root).string();
    const fs::file_status status = at->symlink_status(failure);
    if (fs::is_symlink(status)) {
      lines.push_back("link " + name + " " + fs::read_symlink(at->path(), failure).string());
    } else if (fs::is_regular_file(status)) {
      const bool canBeRun = (status.permissions() & fs::perms::owner_exec) != fs::perms::none;
      const Expected<std::string> text = readFile(at->path());
      lines.push_back((canBeRun ? "program " : "file ") + name + " " + (text ? sha256(*text) : "?"));
    } else {
      lines.push_back("directory " + name);
    }
  }
  std::ranges::sort(lines);
  std::string all;
  for (const std::string& line : lines) all += line + "\n";
  return sha256(all);
}

Expected<std::optional<KnownBefore>> readKnownBefore(const fs::path& file) {
  return readAs<KnownBefore>(file, "before", [](const Json& json) {
    KnownBefore known;
    known.key = json.at("key");
    for (const Json& each : json.at("watched")) known.watched.insert(each.get<std::string>());
    known.collected = json.at("collected");
    for (const Json& each : json.at("points")) known.points.push_back(pointFrom(each));
    known.entries = entriesFrom(json.at("entries"));
    return known;
  });
}

Expected<std::optional<KnownAfter>> readKnownAfter(const fs::path& file) {
  return readAs<KnownAfter>(file, "after", [](const Json& json) {
    KnownAfter known;
    known.key = json.at("key");
    known.tested = json.at("tested");
    known.isOutdated = json.at("outdated").get<std::vector<bool>>();
    known.entries = entriesFrom(json.at("entries"));
    return known;
  });
}

Status writeKnown(const KnownBefore& known, const fs::path& file) {
  return writeChecked({{"kind", "before"},
                       {"key", known.key},
                       {"watched", known.watched},
                       {"collected", known.collected},
                       {"points", report::arrayOf(known.points, pointJson)},
                       {"entries", entriesJson(known.entries)}},
                      file);
}

Status writeKnown(const KnownAfter& known, const fs::path& file) {
  return writeChecked({{"kind", "after"},
                       {"key", known.key},
                       {"tested", known.tested},
                       {"outdated", known.isOutdated},
                       {"entries", entriesJson(known.entries)}},
                      file);
}

// --- one run

namespace {

// Another build of ourselves may find something else.
std::string identityOf(const fs::path& executable) {
  std::error_code failure;
  const auto size = fs::file_size(executable, failure);
  const auto time = fs::last_write_time(executable, failure);
  return std::string(kVersion) + " " + std::to_string(size) + " " + std::to_string(time.time_since_epoch().count());
}

// What builds and tests commonly look at besides files.
std::string environmentText() {
  std::string text;
  for (const char* name : {"CFLAGS", "CXXFLAGS", "CPPFLAGS", "LDFLAGS", "LDLIBS", "LIBS", "MAKEFLAGS", "TESTS", "LANG", "LC_ALL"}) {
    const char* value = std::getenv(name);
    text += std::string(name) + "=" + (value == nullptr ? "" : value) + "\n";
  }
  return text;
}

std::string keyOfEntry(const std::string& part, const std::string& entry) { return part + ": " + entry; }

}  // namespace

std::string GuardMemory::keyOf(Side side) const {
  return sha256(identityOf(options_.projects.cleave) + "\n" + options_.settings + "\n" + environmentText() +
                options_.projects.builds.of(side) + "\n" + options_.tests.of(side) + "\n" + contents_.of(side));
}

void GuardMemory::recallBefore(const std::set<std::string>& watched, std::vector<std::string>& notes) {
  before_.key = keyOf(Side::Before);
  std::string all = before_.key;
  for (const std::string& name : watched) all += "\n" + name;
  cacheKeyOfBefore_ = sha256(all);
  if (contents_.before.empty()) return;
  if (!options_.baseline.empty()) {
    Expected<std::optional<KnownBefore>> known = readKnownBefore(options_.baseline);
    if (!known) {
      notes.push_back("the baseline is not used, and made anew: " + known.error().message);
    } else if (*known && (*known)->key == before_.key) {
      ofBaseline_ = (*known)->watched;
      if (std::ranges::includes(ofBaseline_, watched)) recalledBefore_ = std::move(*known);
      whence_ = "from the baseline";
    } else if (*known) {
      notes.push_back("the baseline is of another version than before, or of other options, and made anew");
    }
  }
  if (recalledBefore_ || options_.cache.empty()) return;
  Expected<std::optional<KnownBefore>> known = readKnownBefore(cacheFile(cacheKeyOfBefore_));
  if (!known) notes.push_back("made anew: " + known.error().message);
  if (!known || !*known || (*known)->key != before_.key || (*known)->watched != watched) return;
  recalledBefore_ = std::move(*known);
  whence_ = "from the cache";
  isBeforeNew_ = !options_.baseline.empty();
}

void GuardMemory::recallAfter(const std::vector<std::string>& properties, std::vector<std::string>& notes) {
  std::string all = before_.key + "\n" + keyOf(Side::After);
  for (const std::string& id : properties) all += "\n" + id;
  after_.key = sha256(all);
  if (recalledBefore_) before_ = *recalledBefore_;
  if (contents_.after.empty() || options_.cache.empty() || !recalledBefore_) return;
  Expected<std::optional<KnownAfter>> known = readKnownAfter(cacheFile(after_.key));
  if (!known) notes.push_back("made anew: " + known.error().message);
  if (!known || !*known || (*known)->key != after_.key || (*known)->isOutdated.size() != properties.size()) return;
  recalledAfter_ = std::move(*known);
  after_ = *recalledAfter_;
}

Both<std::optional<result::EntryResult>> GuardMemory::ofEntry(const std::string& part, const std::string& entry) const {
  Both<std::optional<result::EntryResult>> known;
  const auto find = [&](const auto& recalled, std::optional<result::EntryResult>& into) {
    if (!recalled) return;
    const auto found = recalled->entries.find(keyOfEntry(part, entry));
    if (found != recalled->entries.end()) into = found->second;
  };
  find(recalledBefore_, known.before);
  find(recalledAfter_, known.after);
  return known;
}

std::set<std::string> GuardMemory::toWatch(std::set<std::string> watched) const {
  watched.insert(ofBaseline_.begin(), ofBaseline_.end());
  return watched;
}

void GuardMemory::learnBefore(const std::set<std::string>& watched, const std::string& collected,
                              const std::vector<guard::PointProperties>& points) {
  before_.watched = watched;
  before_.collected = collected;
  before_.points = points;
  isBeforeNew_ = true;
}

void GuardMemory::learnAfter(const std::string& tested, const std::vector<bool>& isOutdated) {
  after_.tested = tested;
  after_.isOutdated = isOutdated;
  isAfterNew_ = true;
}

void GuardMemory::learnEntry(const std::string& part, const std::string& entry, const Both<result::EntryResult>& sides) {
  const std::string key = keyOfEntry(part, entry);
  isBeforeNew_ = before_.entries.emplace(key, sides.before).second || isBeforeNew_;
  isAfterNew_ = after_.entries.emplace(key, sides.after).second || isAfterNew_;
}

Status GuardMemory::keep() {
  if (contents_.before.empty()) return std::nullopt;
  if (isBeforeNew_ && !options_.baseline.empty())
    if (Status failed = writeKnown(before_, options_.baseline)) return failed;
  if (options_.cache.empty()) return std::nullopt;
  if (isBeforeNew_) writeKnown(before_, cacheFile(cacheKeyOfBefore_));
  if (isAfterNew_ && !contents_.after.empty()) writeKnown(after_, cacheFile(after_.key));
  return std::nullopt;
}

}  // namespace cleave::driver
