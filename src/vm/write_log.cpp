#include "vm/private/write_log.h"

#include <algorithm>

namespace cleave::vm {

void WriteLog::reset() {
  now_ = 0;
  lists_.clear();
  any_ = {};
  all_ = {};
}

void WriteLog::add(const flow::SiteSet& sites, bool anySite, RelId rel) {
  if (anySite) {
    append(any_, rel);
  } else {
    sites.forEach([&](flow::SiteId site) {
      if (site.value >= lists_.size()) lists_.resize(site.value + 1);
      append(lists_[site.value], rel);
    });
  }
  append(all_, rel);
  ++now_;
}

void WriteLog::append(List& list, RelId rel) {
  list.moments.push_back(now_);
  for (size_t level = 0;; ++level) {
    if (level == list.levels.size()) list.levels.emplace_back();
    std::vector<RelId>& row = list.levels[level];
    row.push_back(rel);
    if (row.size() % 2 != 0) return;
    rel = dag_.join(row[row.size() - 2], row.back());
  }
}

RelId WriteLog::suffix(List& list, uint32_t moment) {
  const auto size = static_cast<uint32_t>(list.moments.size());
  if (size == 0 || list.moments.back() < moment) return 0;
  const auto from = static_cast<uint32_t>(std::lower_bound(list.moments.begin(), list.moments.end(), moment) - list.moments.begin());
  if (list.askedFrom == from && list.askedSize == size) return list.answer;
  RelId all = 0;
  for (uint32_t at = from; at < size;) {
    size_t level = 0;
    while (level + 1 < list.levels.size() && at % (2u << level) == 0 && at + (2u << level) <= size) ++level;
    all = dag_.join(all, list.levels[level][at >> level]);
    at += 1u << level;
  }
  list.askedFrom = from;
  list.askedSize = size;
  list.answer = all;
  return all;
}

RelId WriteLog::since(flow::SiteId site, uint32_t moment) {
  if (!site.valid()) return suffix(all_, moment);
  RelId all = suffix(any_, moment);
  if (site.value < lists_.size()) all = dag_.join(all, suffix(lists_[site.value], moment));
  return all;
}

bool WriteLog::isEmpty(flow::SiteId site) const {
  if (!site.valid()) return all_.moments.empty();
  if (!any_.moments.empty()) return false;
  return site.value >= lists_.size() || lists_[site.value].moments.empty();
}

}  // namespace cleave::vm
