#include "project/record.h"

#include <algorithm>
#include <atomic>

#include <unistd.h>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "support/sha256.h"
#include "support/temp_dir.h"

namespace cleave::project {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr size_t kIdLength = 32;

std::string digestOf(const std::string& text) { return sha256(text).substr(0, kIdLength); }

// File names may be any bytes; JSON takes UTF-8 only. Latin-1 as it were: each byte is a character.
std::string encode(const std::string& bytes) {
  std::string text;
  for (const unsigned char c : bytes) {
    if (c < 0x80) {
      text += static_cast<char>(c);
    } else {
      text += static_cast<char>(0xC0 | (c >> 6));
      text += static_cast<char>(0x80 | (c & 0x3F));
    }
  }
  return text;
}

std::string decode(const std::string& text) {
  std::string bytes;
  for (size_t i = 0; i < text.size(); ++i) {
    const unsigned char c = static_cast<unsigned char>(text[i]);
    if (c < 0x80 || i + 1 >= text.size())
      bytes += text[i];
    else
      bytes += static_cast<char>(((c & 0x03) << 6) | (static_cast<unsigned char>(text[++i]) & 0x3F));
  }
  return bytes;
}

Json list(const std::vector<std::string>& texts) {
  Json result = Json::array();
  for (const std::string& each : texts) result.push_back(encode(each));
  return result;
}

std::vector<std::string> texts(const Json& list) {
  std::vector<std::string> result;
  for (const Json& each : list) result.push_back(decode(each.get<std::string>()));
  return result;
}

std::string text(const Json& object, const char* key) { return decode(object.at(key).get<std::string>()); }

Json toJson(const Unit& unit) {
  return {{"source", encode(unit.source.string())},
          {"directory", encode(unit.directory.string())},
          {"language", unit.language},
          {"flags", list(unit.flags)},
          {"object", encode(unit.object.string())},
          {"problem", encode(unit.problem)},
          {"contents", unit.contents}};
}

Unit unitFrom(const Json& json) {
  Unit unit;
  unit.source = text(json, "source");
  unit.directory = text(json, "directory");
  unit.language = text(json, "language");
  unit.flags = texts(json.at("flags"));
  unit.object = text(json, "object");
  unit.problem = text(json, "problem");
  unit.contents = text(json, "contents");
  return unit;
}

Json toJson(const Link& link) {
  Json opaque = Json::array();
  for (const Opaque& each : link.opaque) opaque.push_back(list({each.name, each.why, each.contents}));
  return {{"kind", toText(link.kind)},   {"output", encode(link.output.string())},
          {"units", list(link.units)},   {"soname", encode(link.soname)},
          {"needed", list(link.needed)}, {"opaque", std::move(opaque)},
          {"notes", list(link.notes)}};
}

OutputKind kindFrom(const std::string& text) {
  for (const OutputKind kind : {OutputKind::Program, OutputKind::SharedLibrary, OutputKind::Archive})
    if (text == toText(kind)) return kind;
  return OutputKind::Objects;
}

Link linkFrom(const Json& json) {
  Link link{kindFrom(text(json, "kind")), text(json, "output"), texts(json.at("units")), text(json, "soname"), texts(json.at("needed")), {},
            texts(json.at("notes"))};
  for (const Json& each : json.at("opaque")) {
    const std::vector<std::string> parts = texts(each);
    if (parts.size() == 3) link.opaque.push_back({parts[0], parts[1], parts[2]});
  }
  return link;
}

// What is damaged is left out: whoever misses it will say so.
template <class Take>
void readAll(const fs::path& folder, Take take) {
  std::vector<fs::path> files;
  std::error_code failure;
  for (fs::directory_iterator each(folder, failure), end; !failure && each != end; each.increment(failure))
    if (each->path().extension() == ".json") files.push_back(each->path());
  std::ranges::sort(files);
  for (const fs::path& file : files) {
    const Expected<std::string> contents = readFile(file);
    if (!contents) continue;
    try {
      take(file, Json::parse(*contents));
    } catch (const Json::exception&) {
      continue;
    }
  }
}

}  // namespace

Status Record::create(const fs::path& root) const {
  for (const char* folder : {"units", "links", "code", "headers", "tmp"}) {
    std::error_code failure;
    fs::create_directories(directory_ / folder, failure);
    if (failure) return Error{"cannot create " + (directory_ / folder).string() + ": " + failure.message()};
  }
  return writeFile(directory_ / "root", root.string());
}

Expected<fs::path> Record::root() const {
  const Expected<std::string> root = readFile(directory_ / "root");
  std::error_code failure;
  if (!root || !fs::is_directory(directory_ / "units", failure)) return Error{directory_.string() + " is no record of a build"};
  return fs::path(*root);
}

fs::path Record::temporaryFile(const std::string& suffix) const {
  static std::atomic<unsigned> count{0};
  return directory_ / "tmp" / fmt::format("{}-{}{}", ::getpid(), count++, suffix);
}

Status Record::keep(Unit& unit, const fs::path& code) const {
  std::string all = toJson(unit).dump(2);
  if (!code.empty()) {
    const Expected<std::string> contents = readFile(code);
    if (!contents) return contents.error();
    unit.contents = digestOf(*contents);
    all = toJson(unit).dump(2);
  }
  unit.id = digestOf(all);
  if (!code.empty()) {
    unit.bitcode = directory_ / "units" / (unit.id + ".bc");
    std::error_code failure;
    fs::rename(code, unit.bitcode, failure);
    if (failure) return Error{"cannot write " + unit.bitcode.string() + ": " + failure.message()};
  }
  return writeFile(directory_ / "units" / (unit.id + ".json"), all);
}

Status Record::keep(const Link& link) const {
  return writeFile(directory_ / "links" / (digestOf(link.output.string()) + ".json"), toJson(link).dump(2));
}

Status Record::keepCode(const fs::path& object, const std::vector<std::string>& units) const {
  const Expected<std::string> contents = readFile(object);
  if (!contents) return contents.error();
  return writeFile(directory_ / "code" / (digestOf(*contents) + ".json"), list(units).dump());
}

Status Record::keepHeader(const fs::path& precompiled, const fs::path& source) const {
  return writeFile(directory_ / "headers" / digestOf(precompiled.string()), source.string());
}

std::vector<Unit> Record::units() const {
  std::vector<Unit> units;
  readAll(directory_ / "units", [&](const fs::path& file, const Json& json) {
    Unit unit = unitFrom(json);
    unit.id = file.stem().string();
    const fs::path code = fs::path(file).replace_extension(".bc");
    std::error_code failure;
    if (fs::exists(code, failure)) unit.bitcode = code;
    units.push_back(std::move(unit));
  });
  return units;
}

std::vector<Link> Record::links() const {
  std::vector<Link> links;
  readAll(directory_ / "links", [&](const fs::path&, const Json& json) { links.push_back(linkFrom(json)); });
  std::ranges::sort(links, {}, &Link::output);
  return links;
}

void Record::forget(const Unit& unit) const {
  std::error_code ignored;
  for (const char* extension : {".json", ".bc"}) fs::remove(directory_ / "units" / (unit.id + extension), ignored);
}

void Record::forget(const Link& link) const {
  std::error_code ignored;
  fs::remove(directory_ / "links" / (digestOf(link.output.string()) + ".json"), ignored);
}

std::vector<std::string> Record::unitsOfCode(const std::string& contents) const {
  const Expected<std::string> found = readFile(directory_ / "code" / (digestOf(contents) + ".json"));
  if (!found) return {};
  try {
    return texts(Json::parse(*found));
  } catch (const Json::exception&) {
    return {};
  }
}

std::optional<std::string> Record::headerOf(const fs::path& precompiled) const {
  const Expected<std::string> found = readFile(directory_ / "headers" / digestOf(precompiled.string()));
  return found ? std::optional<std::string>(*found) : std::nullopt;
}

}  // namespace cleave::project
