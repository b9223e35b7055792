// What earlier runs found, in a file that several of us may use at a time (SQLite). A value is whatever was put there under a key; it is given back
// exactly as it was, or not at all. Nobody depends on it: what goes wrong with the file is said, and the work is done without it.
//
// A process opens it for itself; a connection does not outlive a fork.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "support/expected.h"

struct sqlite3;

namespace cleave::cache {

struct Answer {
  bool isFinal = false;  // more time would not change it
  double seconds = 0;    // that it had
  std::string value;
};

class Answers {
 public:
  // Makes the file and its directory when there is none. An error: the file is another program's, or cannot be used; a damaged one is put aside
  // (`note` says so) and begun anew.
  static Expected<Answers> open(const std::filesystem::path& file, std::string* note = nullptr);

  // An error: the file could not be read. What was damaged there is nothing, and forgotten.
  Expected<std::optional<Answer>> find(const std::string& key);
  // Replaces what there is, unless that is final, or had more time.
  Status put(const std::string& key, const Answer& answer);

  static constexpr uint64_t kMostBytes = uint64_t{512} << 20;  // of values; what was not used for longest goes first
  Status trim(uint64_t most = kMostBytes);

 private:
  struct Close {
    void operator()(sqlite3* database) const;
  };
  using Database = std::unique_ptr<sqlite3, Close>;
  explicit Answers(Database database) : database_(std::move(database)) {}
  static Expected<Database> connect(const std::filesystem::path& file);
  static Status setUp(sqlite3* database);

  Database database_;
};

}  // namespace cleave::cache
