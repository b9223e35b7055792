// An entry's result as a file, exactly as it is in memory: how a worker hands it over. Not for other programs or other versions of cleave
// (docs/json.md is); a file that is cut short or damaged gives an error.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>

#include "result/result.h"
#include "support/expected.h"

namespace cleave::result {

std::string toBytes(const EntryResult& entry);
Expected<EntryResult> fromBytes(std::string_view bytes);
Status save(const EntryResult& entry, const std::filesystem::path& file);
Expected<EntryResult> load(const std::filesystem::path& file);

// The results of a run: the partitions of each entry stay in the file that its worker wrote, all else is in memory. For as long as the
// directory is there.
class Store {
 public:
  explicit Store(std::filesystem::path directory) : directory_(std::move(directory)) {}

  std::filesystem::path fileOf(size_t index) const { return directory_ / ("entry-" + std::to_string(index)); }  // to be saved there
  Expected<EntryResult> take(size_t index);                                                                     // without the partitions
  // What others than a worker know of it; gives it back without the partitions.
  Expected<EntryResult> put(size_t index, const EntryResult& entry);
  size_t partitionsOf(size_t index) const;  // how many there are
  EntryResult whole(size_t index, const EntryResult& head) const;

 private:
  std::filesystem::path directory_;
  std::map<size_t, size_t> taken_;  // with the number of partitions; what others wrote, before they failed, is nothing
};

}  // namespace cleave::result
