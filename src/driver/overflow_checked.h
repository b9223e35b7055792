// A version once more, with an end wherever a signed operation overflows: for the question whether something shows only there. Made when it is
// first asked for.
#pragma once

#include <map>
#include <optional>

#include "driver/options.h"
#include "driver/prepare.h"
#include "explore/marks.h"

namespace cleave::driver {

class OverflowChecked {
 public:
  // Works in `directory`, which nobody else uses.
  OverflowChecked(const Prepared& prepared, Side side, const Options& options, std::filesystem::path directory, const StopFlag* stop)
      : prepared_(prepared), side_(side), options_(options), directory_(std::move(directory)), stop_(stop) {}

  // Null: the version could not be made.
  const explore::CheckedVersion* of(size_t index, const explore::Entry& entry);

 private:
  std::optional<vm::EntryBinding> bind(size_t index, const explore::Entry& entry);

  const Prepared& prepared_;
  Side side_;
  const Options& options_;
  std::filesystem::path directory_;
  const StopFlag* stop_;
  bool asked_ = false;
  std::optional<frontend::Version> version_;
  std::map<size_t, std::optional<explore::CheckedVersion>> entries_;
};

}  // namespace cleave::driver
