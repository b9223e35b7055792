#include "driver/saved_project.h"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "driver/journal.h"
#include "driver/kept_sources.h"
#include "driver/version.h"
#include "report/utf8.h"
#include "support/temp_dir.h"
#include "support/text.h"

namespace cleave::driver {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;
using result::EntryResult;
using result::Verdict;

namespace {

constexpr int kProgramsSchema = 1;

// What programs.json says.
struct Programs {
  std::vector<SavedProgram> programs;
  std::vector<std::string> notes;
  std::vector<EntryResult> alone;  // inconclusive
};

Expected<Programs> readPrograms(const fs::path& file) {
  const Expected<std::string> text = readFile(file);
  if (!text) return text.error();
  try {
    const Json json = Json::parse(*text);
    if (json.at("schema") != kProgramsSchema) return Error{file.string() + " has another schema than 1"};
    Programs read;
    for (const Json& each : json.at("programs")) read.programs.push_back({each.at("program"), each.at("folder")});
    read.notes = json.at("notes").get<std::vector<std::string>>();
    for (const Json& each : json.at("inconclusive")) {
      EntryResult& entry = read.alone.emplace_back();
      entry.name = each.at("entry");
      entry.program = each.at("program");
      entry.reason = each.at("reason");
    }
    return read;
  } catch (const std::exception& failure) {
    return Error{file.string() + " is not what cleave writes: " + failure.what()};
  }
}

void addNew(std::vector<std::string>& notes, const std::string& note) {
  if (std::ranges::find(notes, note) == notes.end()) notes.push_back(note);
}

}  // namespace

Status writePrograms(const fs::path& directory, const std::vector<SavedProgram>& programs, const std::vector<EntryResult>& alone,
                     const std::vector<std::string>& notes) {
  Json list = Json::array(), others = Json::array(), said = Json::array();
  for (const SavedProgram& each : programs)
    list.push_back({{"program", report::validUtf8(each.name)}, {"folder", report::validUtf8(each.folder)}});
  for (const EntryResult& each : alone)
    others.push_back({{"entry", report::validUtf8(each.name)}, {"program", report::validUtf8(each.program)}, {"reason", report::validUtf8(each.reason)}});
  for (const std::string& each : notes) said.push_back(report::validUtf8(each));
  const Json document = {{"schema", kProgramsSchema}, {"programs", std::move(list)}, {"inconclusive", std::move(others)}, {"notes", std::move(said)}};
  std::error_code failure;  // then it cannot be written either
  fs::create_directories(directory, failure);
  return writeFile(directory / kProgramsFile, document.dump(1) + "\n");
}

Expected<SavedProject> SavedProject::load(const fs::path& directory) {
  SavedProject project;
  project.directory_ = directory;
  std::error_code failure;
  if (!fs::exists(directory / kProgramsFile, failure)) {
    Expected<SavedResult> only = loadSavedResult(directory);
    if (!only) return only.error();
    project.add(only.take(), "");
    return project;
  }
  project.result_.version = kVersion;  // where no program differs, no part tells
  const Expected<Programs> programs = readPrograms(directory / kProgramsFile);
  if (!programs) return programs.error();
  for (const SavedProgram& each : programs->programs) {
    Expected<SavedResult> part = loadSavedResult(directory / each.folder);
    if (!part) return part.error();
    project.add(part.take(), each.name);
  }
  for (const EntryResult& each : programs->alone) {
    project.result_.entries.push_back(each);
    project.places_.push_back({0, 0, true});
  }
  for (const std::string& note : programs->notes) addNew(project.result_.notes, note);
  return project;
}

void SavedProject::add(SavedResult part, const std::string& program) {
  result_.version = part.result.version;
  isWhole_ = isWhole_ && part.isWhole;
  for (size_t k = 0; k < part.result.entries.size(); ++k) {
    EntryResult& entry = part.result.entries[k];
    if (!program.empty()) entry.program = program;
    places_.push_back({parts_.size(), k, false});
    result_.entries.push_back(entry);
  }
  for (const std::string& note : part.result.notes) addNew(result_.notes, (program.empty() ? "" : program + ": ") + note);
  parts_.push_back(std::move(part));
}

Verdict SavedProject::verdict() const {
  const Verdict all = result::overall(result_);
  return result::isPositive(all) && !isWhole_ ? Verdict::Inconclusive : all;
}

EntryResult SavedProject::whole(size_t entry) const {
  const Place& place = places_[entry];
  return place.isAlone ? result_.entries[entry] : parts_[place.part].whole(place.entry);
}

report::ShownEntry SavedProject::shown(size_t entry, size_t most) const {
  const Place& place = places_[entry];
  return place.isAlone ? report::shown(result_.entries[entry]) : parts_[place.part].shown(place.entry, most);
}

result::KeptSources SavedProject::sources() const {
  result::KeptSources all;
  for (const SavedResult& part : parts_) {
    result::KeptSources more = loadSources(part.directory);
    for (const Side side : kSides)
      for (result::SourceFile& file : more.of(side)) {
        const bool isKnown = std::ranges::find(all.of(side), file.name, &result::SourceFile::name) != all.of(side).end();
        if (!isKnown) all.of(side).push_back(std::move(file));
      }
  }
  return all;
}

Both<std::vector<std::string>> SavedProject::files() const {
  Both<std::vector<std::string>> names;
  if (parts_.size() != 1) return names;
  const Expected<std::string> text = readFile(parts_.front().directory / "manifest.json");
  const Json manifest = text ? Json::parse(*text, nullptr, false) : Json();
  try {
    for (const Side side : kSides)
      for (const Json& each : manifest.at("sources").at(nameOf(side))) names.of(side).push_back(each.at("file"));
  } catch (const Json::exception&) {
    return {};  // it is damaged, and notes say so
  }
  return names;
}

Status SavedProject::choose(const std::vector<std::string>& names) {
  if (names.empty()) return std::nullopt;
  std::vector<std::string> known;
  for (const EntryResult& entry : result_.entries) known.push_back(entry.name);
  for (const std::string& name : names)
    if (std::ranges::find(known, name) == known.end()) {
      const std::vector<std::string> near = nearest(name, known, 5);
      return Error{"--entry: the result has no function '" + name + "'" + (near.empty() ? "" : "; near names: " + join(near, ", "))};
    }
  std::vector<EntryResult> entries;
  std::vector<Place> places;
  for (size_t k = 0; k < result_.entries.size(); ++k) {
    if (std::ranges::find(names, result_.entries[k].name) == names.end()) continue;
    entries.push_back(std::move(result_.entries[k]));
    places.push_back(places_[k]);
  }
  result_.entries = std::move(entries);
  places_ = std::move(places);
  return std::nullopt;
}

}  // namespace cleave::driver
