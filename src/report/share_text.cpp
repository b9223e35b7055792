#include "report/share_text.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <fmt/format.h>

#include "report/utf8.h"
#include "support/text.h"

namespace cleave::report {

namespace {

using result::Share;

bool isNone(const Share& share) { return share.exact && share.estimate <= 0; }
bool isAll(const Share& share) {
  return share.exact && share.estimate >= 1 && share.count.compare(0, 4, "all ") == 0 && share.count.compare(0, 7, "all but") != 0;
}

// One decimal, but never none and never all.
double shown(double fraction) { return std::min(std::round(fraction * 1000) / 10, 99.9); }

// A bound, with as many decimals as it needs to be neither none nor all; rounded outwards.
std::string boundText(double fraction, bool upwards) {
  const double percent = 100 * fraction;
  const double away = std::min(percent, 100 - percent);  // from 0 or from 100
  int decimals = 1;
  while (decimals < 6 && away * std::pow(10, decimals) < 1) ++decimals;
  const double scale = std::pow(10, decimals);
  const double nearest = 100 - 1 / scale;  // so near to all that it cannot be told apart
  return fmt::format("{:.{}f}", upwards ? std::ceil(percent * scale) / scale : std::min(nearest, std::floor(percent * scale) / scale), decimals);
}

// Percentages of it are only noise.
bool isNextToNothing(double fraction) { return fraction < 1e-8; }

// Of very many inputs a number of twenty digits tells nobody anything.
bool isReadable(const std::string& count) { return count.size() <= 24; }

std::string sampledText(const Share& share) {
  if (share.high >= 1 && isNextToNothing(share.low)) return "some";
  const std::string count = share.count.empty() ? "" : " (" + printable(share.count) + ")";
  if (share.high >= 1) return fmt::format("over {} %", boundText(share.low, false)) + count;
  if (shown(share.estimate) < 0.05) return fmt::format("under {} %", boundText(share.high, true)) + count;
  return fmt::format("about {:.1f} % ({} to {} %)", shown(share.estimate), boundText(share.low, false), boundText(share.high, true));
}

std::string partText(const Share& share) {
  if (!share.exact) return sampledText(share);
  const double percent = shown(share.estimate);
  const bool needsCount = percent < 0.05 || percent > 99.85;
  if (!needsCount || (share.count.empty() && percent > 1)) return fmt::format("{:.1f} %", percent);
  if (!share.count.empty() && isReadable(share.count)) return fmt::format("{:.1f} % ({})", percent, printable(share.count));
  return percent < 0.05 ? fmt::format("under {} %", boundText(share.estimate, true)) : fmt::format("over {} %", boundText(share.estimate, false));
}

}  // namespace

std::string shortText(const Share& share) {
  if (isNone(share)) return "none";
  if (isAll(share)) return "all";
  if (!share.exact && share.high >= 1) return share.low < 1e-3 ? "some" : fmt::format("over {} %", boundText(share.low, false));
  if (shown(share.estimate) < 0.05) return "under 0.1 %";
  return fmt::format("{}{:.1f} %", share.exact ? "" : "about ", shown(share.estimate));
}

std::string shareText(const result::Shares& shares) {
  std::vector<std::string> parts;
  parts.push_back(isNone(shares.equal)  ? "proved equal on no input"
                  : isAll(shares.equal) ? "proved equal on every input"
                                        : "proved equal on " + partText(shares.equal) + (partText(shares.equal) == "some" ? " inputs" : " of inputs"));
  if (!isNone(shares.different)) parts.push_back("different on " + (isAll(shares.different) ? "every input" : partText(shares.different)));
  if (!isNone(shares.undefined)) parts.push_back("undefined on " + (isAll(shares.undefined) ? "every input" : partText(shares.undefined)));
  if (!isNone(shares.open)) parts.push_back(isAll(shares.open) ? "all open" : "open " + partText(shares.open));
  return join(parts, ", ");
}

}  // namespace cleave::report
