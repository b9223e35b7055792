// Revisions for people and programs: a line each.
#pragma once

#include <string>

#include "report/text.h"
#include "result/history.h"

namespace cleave::report {

std::string lineOf(const result::HistoryRow& row, const TextOptions& options);  // "1b2c3d4e5 2026-01-31 different  n = 0: ... | clamp: fix the limit"
std::string toText(const result::History& history);                             // what all of it comes to: "20 revisions: 2 different, ..."
std::string toText(const result::Bisection& bisection, const TextOptions& options);
std::string toJson(const result::History& history);
std::string toJson(const result::Bisection& bisection);

}  // namespace cleave::report
