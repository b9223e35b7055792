#include "driver/held_back.h"

namespace cleave::driver {

namespace {

constexpr size_t kMostHeld = 64;  // partitions: whoever ends us finds the others

}  // namespace

void HeldBack::begin(result::EntryResult head, const expr::ExprPool& pool) {
  head_ = std::move(head);
  pool_ = &pool;
}

void HeldBack::add(const result::Partition& partition, bool tellsOfChange) {
  if (isHeld_ && (tellsOfChange || partitions_.size() == kMostHeld)) release();
  if (isHeld_)
    partitions_.push_back(partition);
  else
    journal_.add(head_.name, partition);
}

void HeldBack::add(const explore::Statement& statement) {
  if (isHeld_)
    statements_.push_back(statement);
  else
    evidence_.add(head_.name, *pool_, statement);
}

void HeldBack::release() {
  if (!isHeld_) return;
  isHeld_ = false;
  if (pool_ == nullptr) return;
  journal_.begin(head_);
  for (const explore::Statement& each : statements_) evidence_.add(head_.name, *pool_, each);
  for (const result::Partition& each : partitions_) journal_.add(head_.name, each);
  statements_.clear();
  partitions_.clear();
}

}  // namespace cleave::driver
