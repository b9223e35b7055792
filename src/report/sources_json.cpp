#include "report/sources_json.h"

#include "report/utf8.h"

namespace cleave::report {

namespace {

Json sidesJson(const result::KeptSources& sources) {
  Json json = {{"schema", result::kSchema}};
  for (const Side side : kSides) json[nameOf(side)] = arrayOf(sources.of(side), sourceFileJson);
  return json;
}

result::SourceFile sourceFileFrom(const Json& json) {
  result::SourceFile file{json.at("file"), {}};
  for (const Json& each : json.at("pieces")) file.pieces.push_back({each.at("first"), each.at("text")});
  return file;
}

}  // namespace

Json sourceFileJson(const result::SourceFile& file) {
  const auto pieceJson = [](const result::SourcePiece& piece) { return Json{{"first", piece.first}, {"text", validUtf8(piece.text)}}; };
  return {{"file", validUtf8(file.name)}, {"pieces", arrayOf(file.pieces, pieceJson)}};
}

std::string toJson(const result::KeptSources& sources) { return sidesJson(sources).dump(1) + "\n"; }

Expected<result::KeptSources> readSources(std::string_view document) {
  try {
    const Json json = Json::parse(document);
    result::KeptSources sources;
    for (const Side side : kSides)
      for (const Json& each : json.at(nameOf(side))) sources.of(side).push_back(sourceFileFrom(each));
    return sources;
  } catch (const std::exception& failure) {
    return Error{std::string("not what cleave writes: ") + failure.what()};
  }
}

}  // namespace cleave::report
