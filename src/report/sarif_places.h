// Places of both versions as SARIF says them: files relative to the root, lines with their text where that was kept.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "report/json_parts.h"
#include "report/material.h"
#include "support/both.h"

namespace cleave::report {

struct SarifPlace {
  Side side = Side::After;
  std::string file;
  std::pair<uint32_t, uint32_t> lines{1, 1};
};

// "src/a.c:17"; none: it does not end in a line.
std::optional<SarifPlace> sarifPlaceOf(Side side, const std::string& text);

class SarifPlaces {
 public:
  explicit SarifPlaces(const Material& material) : material_(material) {}

  Json physical(const SarifPlace& place) const;
  Json location(const SarifPlace& place, const std::string& message = "") const;
  Json bases() const;  // originalUriBaseIds

 private:
  std::string uriOf(const std::string& file, bool& isBelow) const;
  std::string textOf(const SarifPlace& place) const;

  const Material& material_;
};

}  // namespace cleave::report
