#include "cache/answers.h"

#include <sqlite3.h>

#include "support/sha256.h"

namespace cleave::cache {

namespace {

constexpr int kApplication = 0x636c6561;  // "clea", as SQLite's application_id
constexpr int kLayout = 1;                // of the table, as user_version
constexpr int kPatience = 2000;           // ms that another process may have the file
constexpr int kMostValue = 256 << 20;     // bytes of one value

constexpr const char* kTable =
    "CREATE TABLE IF NOT EXISTS answers (key TEXT PRIMARY KEY, final INTEGER NOT NULL, seconds REAL NOT NULL, used INTEGER NOT NULL, "
    "digest TEXT NOT NULL, value BLOB NOT NULL) WITHOUT ROWID";

Error errorOf(sqlite3* database, const char* doing) {
  return Error{std::string("the cache cannot be ") + doing + ": " + sqlite3_errmsg(database)};
}

// A statement with its values, for as long as it is needed.
class Statement {
 public:
  Statement(sqlite3* database, const char* text) { code_ = sqlite3_prepare_v2(database, text, -1, &statement_, nullptr); }
  Statement(const Statement&) = delete;
  ~Statement() { sqlite3_finalize(statement_); }

  // The values outlive the statement.
  Statement& bind(int at, const std::string& text) { return note(sqlite3_bind_text(statement_, at, text.data(), int(text.size()), SQLITE_STATIC)); }
  Statement& bindBytes(int at, const std::string& bytes) {
    return note(sqlite3_bind_blob(statement_, at, bytes.data(), int(bytes.size()), SQLITE_STATIC));
  }
  Statement& bind(int at, int64_t number) { return note(sqlite3_bind_int64(statement_, at, number)); }
  Statement& bind(int at, double number) { return note(sqlite3_bind_double(statement_, at, number)); }

  int step() { return code_ == SQLITE_OK ? sqlite3_step(statement_) : code_; }
  int64_t number(int column) const { return sqlite3_column_int64(statement_, column); }
  double real(int column) const { return sqlite3_column_double(statement_, column); }
  std::string bytes(int column) const {
    const void* data = sqlite3_column_blob(statement_, column);
    return data == nullptr ? std::string() : std::string(static_cast<const char*>(data), size_t(sqlite3_column_bytes(statement_, column)));
  }

 private:
  Statement& note(int code) {
    if (code_ == SQLITE_OK) code_ = code;
    return *this;
  }
  sqlite3_stmt* statement_ = nullptr;
  int code_;
};

bool isDamaged(int code) { return (code & 0xff) == SQLITE_CORRUPT || (code & 0xff) == SQLITE_NOTADB; }

// Of the file's header; -1: it cannot be read.
int64_t headerNumber(sqlite3* database, const char* pragma) {
  Statement statement(database, pragma);
  return statement.step() == SQLITE_ROW ? statement.number(0) : -1;
}

}  // namespace

void Answers::Close::operator()(sqlite3* database) const { sqlite3_close(database); }

Expected<Answers::Database> Answers::connect(const std::filesystem::path& file) {
  sqlite3* raw = nullptr;
  const int code = sqlite3_open_v2(file.c_str(), &raw, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nullptr);
  Database database(raw);
  if (code != SQLITE_OK) return Error{"the cache " + file.string() + " cannot be opened: " + (raw != nullptr ? sqlite3_errmsg(raw) : "no memory")};
  sqlite3_busy_timeout(raw, kPatience);
  return database;
}

// What a new file gets. Two may do it at once.
Status Answers::setUp(sqlite3* database) {
  const std::string all = "BEGIN IMMEDIATE; PRAGMA application_id=" + std::to_string(kApplication) +
                          "; PRAGMA user_version=" + std::to_string(kLayout) + "; " + kTable + "; COMMIT";
  if (sqlite3_exec(database, all.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK) return std::nullopt;
  const Error failed = errorOf(database, "set up");
  (void)sqlite3_exec(database, "ROLLBACK", nullptr, nullptr, nullptr);
  return failed;
}

Expected<Answers> Answers::open(const std::filesystem::path& file, std::string* note) {
  std::error_code ignored;  // then it cannot be opened
  if (file.has_parent_path()) std::filesystem::create_directories(file.parent_path(), ignored);
  Expected<Database> database = connect(file);
  if (!database) return database.error();
  Statement tables(database->get(), "SELECT count(*) FROM sqlite_master");
  const int code = tables.step();
  if (isDamaged(code)) {
    std::filesystem::path aside = file;
    aside += ".damaged";
    *database = Database();
    std::error_code failure;
    std::filesystem::rename(file, aside, failure);
    if (failure) return Error{"the cache " + file.string() + " is damaged, and cannot be put aside: " + failure.message()};
    std::filesystem::remove(file.string() + "-journal", ignored);
    if (note != nullptr) *note = "the cache " + file.string() + " is damaged: it is " + aside.filename().string() + " now, and begun anew";
    return open(file);
  }
  if (code != SQLITE_ROW) return errorOf(database->get(), "read");
  const bool isNew = tables.number(0) == 0 && headerNumber(database->get(), "PRAGMA application_id") == 0;
  if (!isNew && headerNumber(database->get(), "PRAGMA application_id") != kApplication)
    return Error{file.string() + " is not a cache of cleave's; it is left alone"};
  if (!isNew && headerNumber(database->get(), "PRAGMA user_version") != kLayout)
    return Error{"the cache " + file.string() + " was written by another version of cleave; it is left alone"};
  if (isNew)
    if (Status failed = setUp(database->get())) return *failed;
  return Answers(database.take());
}

Expected<std::optional<Answer>> Answers::find(const std::string& key) {
  Answer answer;
  std::string digest;
  {
    Statement look(database_.get(), "SELECT final, seconds, digest, value FROM answers WHERE key = ?");
    const int code = look.bind(1, key).step();
    if (code == SQLITE_DONE) return std::optional<Answer>();
    if (code != SQLITE_ROW) return errorOf(database_.get(), "read");
    answer = {look.number(0) != 0, look.real(1), look.bytes(3)};
    digest = look.bytes(2);
  }
  if (digest != sha256(key + answer.value)) {
    (void)Statement(database_.get(), "DELETE FROM answers WHERE key = ?").bind(1, key).step();
    return std::optional<Answer>();
  }
  (void)Statement(database_.get(), "UPDATE answers SET used = unixepoch() WHERE key = ?").bind(1, key).step();
  return std::optional<Answer>(std::move(answer));
}

Status Answers::put(const std::string& key, const Answer& answer) {
  if (answer.value.size() > size_t(kMostValue)) return std::nullopt;  // found again faster than read
  const std::string digest = sha256(key + answer.value);
  Statement put(database_.get(),
                "INSERT INTO answers VALUES (?1, ?2, ?3, unixepoch(), ?4, ?5) ON CONFLICT(key) DO UPDATE SET final = ?2, seconds = ?3, "
                "used = unixepoch(), digest = ?4, value = ?5 WHERE answers.final = 0 AND (?2 = 1 OR answers.seconds <= ?3)");
  put.bind(1, key).bind(2, int64_t{answer.isFinal}).bind(3, answer.seconds).bind(4, digest).bindBytes(5, answer.value);
  if (put.step() != SQLITE_DONE) return errorOf(database_.get(), "written");
  return std::nullopt;
}

Status Answers::trim(uint64_t most) {
  Statement sum(database_.get(), "SELECT coalesce(sum(length(value)), 0) FROM answers");
  if (sum.step() != SQLITE_ROW) return errorOf(database_.get(), "read");
  if (uint64_t(sum.number(0)) <= most) return std::nullopt;
  // The youngest that fit stay.
  Statement drop(database_.get(),
                 "DELETE FROM answers WHERE key IN (SELECT key FROM (SELECT key, sum(length(value)) OVER (ORDER BY used DESC, key) AS up FROM "
                 "answers) WHERE up > ?)");
  if (drop.bind(1, int64_t(most)).step() != SQLITE_DONE) return errorOf(database_.get(), "written");
  return std::nullopt;
}

}  // namespace cleave::cache
