#include "driver/options.h"

#include <charconv>
#include <cmath>

namespace cleave::driver {

Expected<Seconds> parseDuration(const std::string& text) {
  double number = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
  const std::string unit(end, text.data() + text.size());
  double factor = 0;
  if (unit.empty() || unit == "s") factor = 1;
  if (unit == "ms") factor = 1e-3;
  if (unit == "m" || unit == "min") factor = 60;
  if (unit == "h") factor = 3600;
  if (failure != std::errc() || factor == 0 || !std::isfinite(number) || number < 0 || number * factor > 1e7)
    return Error{"'" + text + "' is not a duration: write 30s, 500ms, 2m or 1h"};
  return Seconds(number * factor);
}

Expected<uint64_t> parseSize(const std::string& text) {
  uint64_t number = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
  const std::string unit(end, text.data() + text.size());
  unsigned shift = 64;
  if (unit.empty()) shift = 0;
  if (unit == "K" || unit == "k") shift = 10;
  if (unit == "M" || unit == "m") shift = 20;
  if (unit == "G" || unit == "g") shift = 30;
  if (failure != std::errc() || shift == 64 || number > (uint64_t{1} << 50) >> shift)
    return Error{"'" + text + "' is not a size: write 2G, 500M or 64K"};
  return number << shift;
}

Expected<explore::Strategy> parseStrategy(const std::string& text) {
  if (text == "prv") return explore::Strategy::Prv;
  if (text == "dart") return explore::Strategy::Dart;
  if (text == "express") return explore::Strategy::Express;
  return Error{"'" + text + "' is not a strategy: choose prv, dart or express"};
}

Expected<explore::Granularity> parseGranularity(const std::string& text) {
  if (text == "path") return explore::Granularity::Path;
  if (text == "output") return explore::Granularity::Output;
  if (text == "differential") return explore::Granularity::Differential;
  return Error{"unknown granularity '" + text + "'; choose path, output or differential"};
}

}  // namespace cleave::driver
