#include "report/sarif_places.h"

#include <algorithm>
#include <charconv>
#include <filesystem>

#include <fmt/format.h>

#include "report/utf8.h"
#include "support/line_diff.h"
#include "support/text.h"

namespace cleave::report {

namespace fs = std::filesystem;

namespace {

constexpr const char* kRootBase = "%SRCROOT%";
constexpr const char* kBeforeBase = "BEFORE";
constexpr uint32_t kMostSnippet = 20;  // lines

std::string percentEncoded(std::string_view path) {
  std::string uri;
  for (const char c : path) {
    const bool isPlain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || std::string_view("-._~/+@,=").find(c) != std::string_view::npos;
    uri += isPlain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return uri;
}

}  // namespace

std::optional<SarifPlace> sarifPlaceOf(Side side, const std::string& text) {
  const size_t colon = text.rfind(':');
  if (colon == std::string::npos || colon == 0) return std::nullopt;
  uint32_t line = 0;
  const auto [end, wrong] = std::from_chars(text.data() + colon + 1, text.data() + text.size(), line);
  if (wrong != std::errc() || end != text.data() + text.size() || line == 0) return std::nullopt;
  return SarifPlace{side, text.substr(0, colon), {line, line}};
}

std::string SarifPlaces::uriOf(const std::string& file, bool& isBelow) const {
  const fs::path path = (fs::path(material_.root) / file).lexically_normal();  // an absolute one stays as it is
  const fs::path relative = path.lexically_relative(fs::path(material_.root).lexically_normal());
  isBelow = !relative.empty() && *relative.begin() != "..";
  return isBelow ? percentEncoded(relative.generic_string()) : "file://" + percentEncoded(path.generic_string());
}

std::string SarifPlaces::textOf(const SarifPlace& place) const {
  const std::vector<result::SourceFile>& files = material_.sources.of(place.side);
  const auto file = std::ranges::find(files, place.file, &result::SourceFile::name);
  if (file == files.end()) return "";
  for (const result::SourcePiece& piece : file->pieces) {
    const std::vector<std::string> lines = splitLines(piece.text);
    if (place.lines.first < piece.first || place.lines.second >= piece.first + lines.size()) continue;
    const size_t first = place.lines.first - piece.first;
    const size_t count = std::min(place.lines.second - place.lines.first + 1, kMostSnippet);
    return validUtf8(join({lines.begin() + static_cast<ptrdiff_t>(first), lines.begin() + static_cast<ptrdiff_t>(first + count)}, "\n"));
  }
  return "";
}

Json SarifPlaces::physical(const SarifPlace& place) const {
  bool isBelow = false;
  Json artifact = {{"uri", uriOf(place.file, isBelow)}};
  if (isBelow) artifact["uriBaseId"] = place.side == Side::After ? kRootBase : kBeforeBase;
  Json region = {{"startLine", place.lines.first}, {"endLine", place.lines.second}};
  if (const std::string text = textOf(place); !text.empty()) region["snippet"] = {{"text", text}};
  return {{"artifactLocation", std::move(artifact)}, {"region", std::move(region)}};
}

Json SarifPlaces::location(const SarifPlace& place, const std::string& message) const {
  Json json = {{"physicalLocation", physical(place)}};
  if (!message.empty()) json["message"] = {{"text", validUtf8(message)}};
  return json;
}

Json SarifPlaces::bases() const {
  return {{kRootBase, {{"uri", "file://" + percentEncoded(material_.root) + (material_.root.ends_with('/') ? "" : "/")}}},
          {kBeforeBase, {{"description", {{"text", "the version before the change"}}}}}};
}

}  // namespace cleave::report
