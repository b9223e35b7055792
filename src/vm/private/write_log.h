// WriteLog: the regions that closed, by the objects that they may have written: each entry is a moment and the decision whose region it
// was. Answers what a place that was written at some moment relies on since then.
#pragma once

#include <cstdint>
#include <vector>

#include "flow/site_set.h"
#include "vm/reliance.h"

namespace cleave::vm {

class WriteLog {
 public:
  explicit WriteLog(RelianceDag& dag) : dag_(dag) {}

  void reset();
  uint32_t now() const { return now_; }
  void add(const flow::SiteSet& sites, bool anySite, RelId rel);  // one moment
  // The union of what was added at or after the moment for this site; an invalid one stands for all.
  RelId since(flow::SiteId site, uint32_t moment);
  bool isEmpty(flow::SiteId site) const;

 private:
  // Entries in order, with the unions of aligned blocks of 2, 4, 8... of them: any suffix is a union of few blocks.
  struct List {
    std::vector<uint32_t> moments;
    std::vector<std::vector<RelId>> levels;
    uint32_t askedFrom = 0, askedSize = 0;  // the last question
    RelId answer = 0;
  };
  void append(List& list, RelId rel);
  RelId suffix(List& list, uint32_t moment);

  RelianceDag& dag_;
  uint32_t now_ = 0;
  std::vector<List> lists_;  // by site
  List any_;
  List all_;  // every entry, for objects of unknown site
};

}  // namespace cleave::vm
