#include "native/saved.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include <nlohmann/json.hpp>

#include "support/check.h"
#include "support/compressed.h"
#include "support/temp_dir.h"

namespace cleave::native {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

namespace {

constexpr int kSchema = 1;
constexpr const char* kFile = "replay.json";
constexpr const char* kLargeFile = "replay.json.zst";
constexpr size_t kManyEntries = 64;  // with more of them it is large
constexpr const char* kAsBefore = "as before";  // instead of a call

const char* toText(ReplayCell::Kind kind) {
  switch (kind) {
    case ReplayCell::Kind::Bytes:
      return "bytes";
    case ReplayCell::Kind::Float:
      return "float";
    case ReplayCell::Kind::Pointer:
      return "pointer";
  }
  UNREACHABLE("a cell of no kind");
}

// Throws, as the rest of reading does, what loadReplay catches.
ReplayCell::Kind kindOf(const std::string& text) {
  for (const ReplayCell::Kind kind : {ReplayCell::Kind::Bytes, ReplayCell::Kind::Float, ReplayCell::Kind::Pointer})
    if (text == toText(kind)) return kind;
  throw std::runtime_error("a cell of kind " + text);
}

// A name in a list: long ones begin like the one before them, and say how much of it is the same.
void putName(Json& json, const std::string& name, const std::string& last) {
  constexpr size_t kWorth = 12;  // as long as the field
  size_t same = 0;
  while (same < name.size() && same < last.size() && name[same] == last[same]) ++same;
  while (same > 0 && same < name.size() && (name[same] & 0xc0) == 0x80) --same;  // no part of a character of UTF-8
  if (same < kWorth) same = 0;
  json["name"] = name.substr(same);
  if (same != 0) json["same"] = same;
}

std::string nameFrom(const Json& json, const std::string& last) {
  const size_t same = json.value("same", size_t{0});
  if (same > last.size()) throw std::runtime_error("a name that begins like none");
  return last.substr(0, same) + json.at("name").get<std::string>();
}

// There are thousands of them, so what is usual is left out, and of `last`, the cell before, what is the same.
Json toJson(const SavedCell& saved, const ReplayCell& last) {
  const program::MemoryPath& path = saved.cell.path;
  const std::string& root = last.path.root;
  Json json = Json::object();
  putName(json, saved.cell.name, last.name);
  json["bytes"] = path.bytes;
  if (path.root != root) json["root"] = path.root;
  if (saved.cell.kind != ReplayCell::Kind::Bytes) json["kind"] = toText(saved.cell.kind);
  if (!path.follow.empty()) json["follow"] = path.follow;
  if (path.offset != 0) json["offset"] = path.offset;
  if (path.bitOffset != 0) json["bit_offset"] = path.bitOffset;
  if (path.bits != 0) json["bits"] = path.bits;
  if (!path.terms.empty()) {
    Json& terms = json["terms"] = Json::array();
    for (const program::MemoryPath::Term& term : path.terms) terms.push_back({term.offset, term.factor});
    json["plus"] = path.plus;
    json["divisor"] = path.divisor;
  }
  if (saved.always) json["always"] = true;
  if (saved.cell.isSigned) json["signed"] = true;
  if (!saved.cell.isTyped) json["typed"] = false;
  return json;
}

SavedCell cellFrom(const Json& json, const ReplayCell& last) {
  SavedCell saved;
  saved.cell.name = nameFrom(json, last.name);
  saved.cell.kind = kindOf(json.value("kind", toText(ReplayCell::Kind::Bytes)));
  saved.cell.path = {json.value("root", last.path.root), json.value("follow", std::vector<uint64_t>()), json.value("offset", uint64_t{0}), json.at("bytes"),
                     json.value("bit_offset", 0u), json.value("bits", 0u)};
  for (const Json& term : json.value("terms", Json::array())) saved.cell.path.terms.push_back({term.at(0), term.at(1)});
  saved.cell.path.plus = json.value("plus", int64_t{0});
  saved.cell.path.divisor = json.value("divisor", uint64_t{1});
  saved.always = json.value("always", false);
  saved.cell.isSigned = json.value("signed", false);
  saved.cell.isTyped = json.value("typed", true);
  const std::string& root = saved.cell.path.root;
  if (root != "return" && root != "exception" && !root.starts_with("global:")) throw std::runtime_error("a cell that starts at " + root);
  if (saved.cell.path.bitOffset + saved.cell.path.bits > 128) throw std::runtime_error("a bit-field of too many bits");
  return saved;
}

// Each input as it is, in their order.
std::vector<SavedArgument> plainArguments(const std::vector<SavedInput>& inputs) {
  std::vector<SavedArgument> arguments;
  for (size_t k = 0; k < inputs.size(); ++k) arguments.push_back({static_cast<unsigned>(k), inputs[k].bits});
  return arguments;
}

// Cells that the other version has, too, are their places in its list.
Json toJson(const SavedCall& call, const std::vector<SavedInput>& inputs, const SavedCall* other) {
  Json json = {{"result_bytes", call.resultBytes}};
  if (call.arguments != plainArguments(inputs)) {
    Json& arguments = json["arguments"] = Json::array();
    for (const SavedArgument& argument : call.arguments) arguments.push_back({{"input", argument.input}, {"bits", argument.bits}});
  }
  std::map<std::string, size_t> known;
  for (size_t k = 0; other != nullptr && k < other->cells.size(); ++k) known.emplace(toJson(other->cells[k], {}).dump(), k);
  Json& cells = json["cells"] = Json::array();
  ReplayCell last;
  for (const SavedCell& cell : call.cells) {
    const auto same = other == nullptr ? known.end() : known.find(toJson(cell, {}).dump());
    if (same != known.end()) {
      cells.push_back(same->second);
      continue;
    }
    cells.push_back(toJson(cell, last));
    last = cell.cell;
  }
  return json;
}

SavedCall callFrom(const Json& json, const std::vector<SavedInput>& inputs, const SavedCall* other) {
  SavedCall call;
  if (!json.contains("arguments")) call.arguments = plainArguments(inputs);
  for (const Json& each : json.value("arguments", Json::array())) {
    const SavedArgument argument{each.at("input"), each.at("bits")};
    if (argument.input >= inputs.size() || argument.bits == 0 || argument.bits > 128)
      throw std::runtime_error("an argument that is no input");
    call.arguments.push_back(argument);
  }
  call.resultBytes = json.at("result_bytes");
  ReplayCell last;
  for (const Json& each : json.at("cells")) {
    if (each.is_number() && other != nullptr) {
      call.cells.push_back(other->cells.at(each.get<size_t>()));
      continue;
    }
    call.cells.push_back(cellFrom(each, last));
    last = call.cells.back().cell;
  }
  return call;
}

Json toJson(const SavedEntry& entry) {
  Json inputs = Json::array();
  std::string last;
  for (const SavedInput& input : entry.inputs) {
    Json& json = inputs.emplace_back(Json::object());
    putName(json, input.name, last);
    json["bits"] = input.bits;
    last = input.name;
    if (input.isSigned) json["signed"] = true;
    if (input.isFloat) json["float"] = true;
  }
  Json before = toJson(entry.before, entry.inputs, nullptr), after = toJson(entry.after, entry.inputs, nullptr);
  after = after == before ? Json(kAsBefore) : toJson(entry.after, entry.inputs, &entry.before);
  Json json = {{"entry", entry.name},
               {"thunk", entry.index},
               {"inputs", std::move(inputs)},
               {"before", std::move(before)},
               {"after", std::move(after)}};
  for (const Side side : kSides)
    if (const SavedPart& part = entry.parts.of(side); !part.file.empty())
      json["parts"][nameOf(side)] = {{"file", part.file}, {"globals", part.globals}, {"inputs", part.inputs}};
  return json;
}

SavedEntry entryFrom(const Json& json) {
  SavedEntry entry;
  entry.name = json.at("entry");
  entry.index = json.at("thunk");
  for (const Json& each : json.at("inputs")) {
    const std::string last = entry.inputs.empty() ? "" : entry.inputs.back().name;
    entry.inputs.push_back({nameFrom(each, last), each.at("bits"), each.value("signed", false), each.value("float", false)});
    if (entry.inputs.back().bits == 0 || entry.inputs.back().bits > 128) throw std::runtime_error("an input of no or too many bits");
  }
  entry.before = callFrom(json.at("before"), entry.inputs, nullptr);
  entry.after = json.at("after") == kAsBefore ? entry.before : callFrom(json.at("after"), entry.inputs, &entry.before);
  if (json.contains("parts"))
    for (const Side side : kSides) {
      const Json& part = json.at("parts").at(nameOf(side));
      entry.parts.of(side) = {fs::path(part.at("file").get<std::string>()).filename().string(), part.at("globals"),
                              part.value("inputs", std::map<std::string, uint64_t>())};
    }
  return entry;
}

Json toJson(const ReplayVersion& version) {
  return {{"module", version.module.filename().string()},
          {"cxx", version.isCxx},
          {"thunks", version.mostEntries},
          {"globals", version.globals},
          {"inputs", version.inputs}};
}

ReplayVersion versionFrom(const Json& json, const fs::path& directory) {
  ReplayVersion version;
  version.module = directory / fs::path(json.at("module").get<std::string>()).filename();
  version.isCxx = json.at("cxx");
  version.mostEntries = json.at("thunks");
  version.globals = json.at("globals").get<std::vector<std::string>>();
  version.inputs = json.value("inputs", std::map<std::string, uint64_t>());
  std::error_code failure;
  if (!fs::exists(version.module, failure)) throw std::runtime_error(version.module.string() + " is missing");
  return version;
}

}  // namespace

namespace {

std::string textOf(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

}  // namespace

Status saveEntry(const SavedEntry& entry, const fs::path& file) { return writeFile(file, compressed(textOf(toJson(entry)))); }

// An entry a line, so that no more than one is in memory. Of many entries all is compressed, and those that others wrote stay as they are.
Status saveReplay(const SavedReplay& replay, const fs::path& directory) {
  Status lost;
  const bool isLarge = replay.entries.size() + replay.entryFiles.size() > kManyEntries;
  const Status failed = writeFile(directory / (isLarge ? kLargeFile : kFile), [&](std::ostream& file) {
    const auto put = [&](std::string_view text) { file << (isLarge ? compressed(text) : std::string(text)); };
    const Json head = {{"schema", kSchema},
                       {"before", toJson(replay.before)},
                       {"after", toJson(replay.after)},
                       {"observed", replay.criterion.observed},
                       {"ignored", replay.criterion.ignored}};
    const std::string text = textOf(head);
    put(text.substr(0, text.size() - 1) + ",\n\"entries\":[");
    const char* before = "\n";
    for (const SavedEntry& entry : replay.entries) put(std::exchange(before, ",\n") + textOf(toJson(entry)));
    for (const fs::path& part : replay.entryFiles) {
      const Expected<std::string> bytes = readFile(part);
      const Expected<std::string> entry = bytes ? decompressed(*bytes) : bytes.error();
      if (entry) {
        put(std::exchange(before, ",\n"));
        file << (isLarge ? *bytes : *entry);
      } else {
        lost = entry.error();
      }
      std::error_code ignored;  // it was handed over, and need not be there twice
      fs::remove(part, ignored);
    }
    put("]}\n");
  });
  return failed ? failed : lost;
}

namespace {

// What `read` makes of the document in the directory.
template <class T, class Read>
Expected<T> loadWith(const fs::path& directory, Read read) {
  std::error_code ignored;
  const fs::path file = directory / (fs::exists(directory / kLargeFile, ignored) ? kLargeFile : kFile);
  const Expected<std::string> text = readText(file);
  if (!text) return text.error();
  try {
    const Json document = Json::parse(*text);
    if (document.at("schema") != kSchema) throw std::runtime_error("another schema than " + std::to_string(kSchema));
    return read(document);
  } catch (const std::exception& failure) {
    return Error{file.string() + " is not what cleave writes: " + failure.what()};
  }
}

std::vector<SavedEntry> entriesFrom(const Json& document) {
  std::vector<SavedEntry> entries;
  for (const Json& each : document.at("entries")) entries.push_back(entryFrom(each));
  return entries;
}

}  // namespace

Expected<SavedReplay> loadReplay(const fs::path& directory) {
  return loadWith<SavedReplay>(directory, [&](const Json& document) {
    SavedReplay replay{
        versionFrom(document.at("before"), directory), versionFrom(document.at("after"), directory), entriesFrom(document), {}, {}};
    replay.criterion.observed = document.value("observed", std::vector<std::string>());
    replay.criterion.ignored = document.value("ignored", std::vector<std::string>());
    return replay;
  });
}

ReplayVersion withPart(ReplayVersion version, const SavedPart& part, const fs::path& objects) {
  if (part.file.empty()) return version;
  version.part = version.module.parent_path() / part.file;
  version.objects = objects;
  version.globals.insert(version.globals.end(), part.globals.begin(), part.globals.end());
  version.inputs.insert(part.inputs.begin(), part.inputs.end());
  return version;
}

ReplayInput replayInput(const SavedEntry& entry, const SavedCall& call, const std::vector<U128>& values,
                        const std::vector<std::string>& named) {
  CHECK(values.size() == entry.inputs.size(), "a value for each input");
  ReplayInput input;
  input.entry = entry.index;
  input.resultBytes = call.resultBytes;
  for (const SavedArgument& argument : call.arguments) {
    const SavedInput& from = entry.inputs[argument.input];
    U128 bits = truncateTo(values[argument.input], from.bits);
    if (from.isSigned && !from.isFloat) bits = truncateTo(static_cast<U128>(asSigned(bits, from.bits)), argument.bits);
    input.arguments.push_back(bits);
  }
  const std::set<std::string> wanted(named.begin(), named.end());
  for (const SavedCell& saved : call.cells)
    if (saved.always || wanted.contains(saved.cell.name)) input.cells.push_back(saved.cell);
  return input;
}

}  // namespace cleave::native
