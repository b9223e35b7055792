// Before once more, with an end wherever a signed operation overflows: for the question whether a difference shows only there. Made when the
// first difference asks for it.
#pragma once

#include <map>
#include <optional>

#include "driver/options.h"
#include "driver/prepare.h"
#include "explore/marks.h"

namespace cleave::driver {

class CheckedBefore {
 public:
  CheckedBefore(const Prepared& prepared, const Options& options, const StopFlag* stop) : prepared_(prepared), options_(options), stop_(stop) {}

  // Null: the version could not be made.
  const explore::CheckedVersion* of(size_t index, const explore::Entry& entry);

 private:
  std::optional<vm::EntryBinding> bind(size_t index, const explore::Entry& entry);

  const Prepared& prepared_;
  const Options& options_;
  const StopFlag* stop_;
  bool asked_ = false;
  std::optional<frontend::Version> version_;
  std::map<size_t, std::optional<explore::CheckedVersion>> entries_;
};

}  // namespace cleave::driver
