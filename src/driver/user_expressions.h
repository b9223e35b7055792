// What a user says of entries in C (--assume, --intend, what was accepted), on its way to functions of after: compiled, and planned like the
// entry itself, so that a harness calls it with the same cells.
#pragma once

#include <deque>
#include <filesystem>
#include <string>
#include <vector>

#include "driver/entries.h"
#include "driver/harnesses.h"
#include "driver/options.h"
#include "frontend/frontend.h"
#include "harness/harness.h"

namespace cleave::driver {

class UserExpressions {
 public:
  UserExpressions(const frontend::VersionPair& versions, const Options& options, const frontend::LoadOptions& load)
      : versions_(versions), options_(options), load_(load) {}

  // Of an entry that is planned. `isOnly`: what is said without naming an entry is about it.
  Status add(const EntryPair& functions, size_t index, bool isOnly, EntryHarness& planned);

  bool empty() const { return made_.empty(); }
  // Of after. They stay valid as long as this does.
  std::vector<harness::Request> requests() const;
  // The harnesses are there, or why they are not, in the order of requests: the entries know their functions.
  Status find(const std::vector<std::string>& problems);

 private:
  enum class Kind { Assumption, Intention };
  struct Made {
    Kind kind;
    EntryHarness* entry;
    std::string harness;  // its name
    std::string where;    // who said it
    inputs::Plan plan;
    std::filesystem::path bitcode;
  };
  std::string namesIn(const harness::ExpressionRequest& request) const;
  Status make(Kind kind, size_t index, harness::ExpressionRequest request, EntryHarness& planned);

  const frontend::VersionPair& versions_;
  const Options& options_;
  const frontend::LoadOptions& load_;
  std::deque<Made> made_;
};

// Something is said without naming an entry.
bool speaksOfOne(const Options& options);
// What is said without naming an entry is about one: so many are explored.
Status checkExpressions(const Options& options, size_t explored);

}  // namespace cleave::driver
