// What exploration finds of an entry before a partition comes to a change, and further than to a null pointer. If none ever does, within the bounds
// of its inputs, nothing is known of the change, and the entry is planned anew, with wider bounds: then what was found with the narrow ones is
// dropped, and nobody has heard of it. In the worker of an entry.
#pragma once

#include <utility>
#include <vector>

#include "driver/evidence.h"
#include "driver/journal.h"
#include "explore/evidence.h"

namespace cleave::driver {

class HeldBack {
 public:
  HeldBack(Journal& journal, EvidenceWriter& evidence) : journal_(journal), evidence_(evidence) {}

  void begin(result::EntryResult head, const expr::ExprPool& pool);
  void add(const result::Partition& partition, bool tellsOfChange);  // comes to one, and not to a null pointer first
  void add(const explore::Statement& statement);
  void release();  // tells all of it; what comes from here on is told at once
  bool isHeld() const { return isHeld_; }

 private:
  Journal& journal_;
  EvidenceWriter& evidence_;
  const expr::ExprPool* pool_ = nullptr;
  result::EntryResult head_;
  std::vector<result::Partition> partitions_;
  std::vector<explore::Statement> statements_;
  bool isHeld_ = true;
};

}  // namespace cleave::driver
