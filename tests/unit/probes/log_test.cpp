// Logs written by hand: whole ones, torn ones, and files that are none.
#include "probes/log.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cstddef>
#include <cstring>

#include "probes/log_format.h"
#include "support/temp_dir.h"

namespace cleave::probes {
namespace {

Variable variable(const std::string& name, ValueKind kind, uint32_t bits, bool onEntry = false) {
  Variable result;
  result.name = name;
  result.type.kind = kind;
  result.type.bits = bits;
  result.onEntry = onEntry;
  return result;
}

Point entryPoint() {
  Point point;
  point.function = point.display = "f";
  point.unit = point.file = "t.c";
  point.line = 3;
  point.variables = {variable("n", ValueKind::Signed, 32), variable("b", ValueKind::Bool, 8), variable("x", ValueKind::Signed, 5),
                     variable("a[0..n)", ValueKind::Sequence, 16)};
  point.variables[3].type.element = ValueKind::Signed;
  return point;
}

Point exitPoint() {
  Point point = entryPoint();
  point.kind = PointKind::Exit;
  point.variables = {variable("return", ValueKind::Float, 64)};
  for (Variable each : entryPoint().variables) {
    each.onEntry = true;
    point.variables.push_back(each);
  }
  return point;
}

class Writer {
 public:
  Writer() : bytes_(kCleaveHeaderBytes, 0) {}

  uint64_t add(uint64_t description, int kind, const std::string& payload, int state = kCleaveCommitted) {
    const uint64_t at = bytes_.size(), words = 1 + (payload.size() + 7) / 8;
    word((description == 0 ? at / 8 : description) | words << 32 | uint64_t(kind) << 48 | uint64_t(state) << 56);
    bytes_ += payload;
    bytes_.resize(at + words * 8);
    return at;
  }
  uint64_t describe(const Point& point) {
    const std::string text = textOf(point);
    return add(0, kCleaveDescription, number(text.size(), 8) + text) / 8;
  }
  void word(uint64_t value) { bytes_ += number(value, 8); }
  static std::string number(uint64_t value, size_t bytes) { return std::string(reinterpret_cast<const char*>(&value), bytes); }
  static std::string entryValues(int n, uint64_t present = 15) {
    return number(0, 8) + number(present, 8) + number(uint32_t(n), 4) + number(1, 1) + number(0x1d, 1) + number(3, 4) +
           number(uint16_t(-7), 2) + number(8, 2) + number(9, 2) + std::string(26, 'x');
  }

  std::string bytes(uint64_t size = 0) const {
    std::string result = bytes_;
    cleave_log_header header{};
    header.magic = CLEAVE_LOG_MAGIC;
    header.used = bytes_.size();
    header.ready = header.size = 1 << 20;
    header.process = 77;
    std::strcpy(header.program, "/bin/program");
    std::memcpy(result.data(), &header, sizeof header);
    if (size != 0) result.resize(size);
    return result;
  }

 private:
  std::string bytes_;
};

class LogTest : public ::testing::Test {
 protected:
  void put(const std::string& name, const std::string& bytes) { ASSERT_FALSE(writeFile(directory_.path() / name, bytes).has_value()); }
  std::vector<std::string> read() {
    const Expected<Log> log = Log::open(directory_.path());
    if (!log) return {log.error().message};
    std::vector<std::string> lines;
    log->forEach([&](const Record& record) {
      const Point& point = log->points()[record.point()];
      std::string line = keyOf(point);
      for (size_t i = 0; i < point.variables.size(); ++i) line += " " + valueText(record, point, i);
      lines.push_back(line);
      return true;
    });
    return lines;
  }
  TempDir directory_ = TempDir::create("log-test").take();
};

TEST(PointText, RoundTrip) {
  Point point = exitPoint();
  point.callee = "g";
  point.variables[0].type.kind = ValueKind::Enum;
  point.variables[0].type.enumerators = {{"RED", -1}, {"GREEN", INT64_MAX}};
  point.variables[0].sure = false;
  EXPECT_EQ(*pointOf(textOf(point)), point);
  for (const char* bad : {"", "f", "f\n", "f\tf\tu\t9\t0\tt.c\t1\t1\t\n", "f\tf\tu\t0\t0\tt.c\t1\t1\t\nn\t0\n",
                          "f\tf\tu\t0\t0\tt.c\t1\t1\t\nn\t0\t99\tint\t0\t1\t0\t0\t1\n"})
    EXPECT_FALSE(pointOf(bad).hasValue()) << bad;
}

TEST_F(LogTest, ValuesAndThoseOnEntry) {
  Writer writer;
  const uint64_t entry = writer.describe(entryPoint()), exit = writer.describe(exitPoint());
  const uint64_t call = writer.add(entry, kCleaveValues, Writer::entryValues(-5));
  const double result = 2.5;
  uint64_t bits = 0;
  std::memcpy(&bits, &result, 8);
  const std::string values = Writer::number(1, 8) + Writer::number(bits, 8);
  writer.add(exit, kCleaveValues, Writer::number(call, 8) + values);
  writer.add(exit, kCleaveValues, Writer::number(0, 8) + values);         // its entry was not recorded
  writer.add(exit, kCleaveValues, Writer::number(exit * 8, 8) + values);  // nonsense
  writer.add(exit, kCleaveValues, Writer::number(1u << 30, 8) + values);
  put("a.probes", writer.bytes());
  const std::string onEntry = "-5 true -3 {-7, 8, 9}", none = "absent absent absent absent";
  EXPECT_EQ(read(), (std::vector<std::string>{"f:entry " + onEntry, "f:exit:0 2.5 " + onEntry, "f:exit:0 2.5 " + none,
                                              "f:exit:0 2.5 " + none, "f:exit:0 2.5 " + none}));
}

TEST_F(LogTest, TornAndHoles) {
  Writer writer;
  const uint64_t entry = writer.describe(entryPoint());
  writer.word(0);  // reserved by somebody who was killed
  writer.word(0);
  writer.add(entry, kCleaveValues, Writer::entryValues(1));
  writer.add(entry, kCleaveValues, Writer::entryValues(2), kCleavePending);
  writer.add(entry, kCleaveValues, Writer::entryValues(3, 1));
  writer.add(entry, kCleaveValues, Writer::entryValues(4).substr(0, 24));  // shorter than its point says
  writer.add(entry + 1, kCleaveValues, Writer::entryValues(5));            // of no point
  writer.add(entry, kCleaveThinned, Writer::number(8, 8) + Writer::number(1000, 8));
  put("a.probes", writer.bytes(1 << 16));
  EXPECT_EQ(read(), (std::vector<std::string>{"f:entry 1 true -3 {-7, 8, 9}", "f:entry 3 absent absent absent"}));
  const Log log = Log::open(directory_.path()).take();
  EXPECT_EQ(log.files()[0].unfinished, 1u);
  EXPECT_EQ(log.files()[0].process, 77u);
  EXPECT_EQ(log.files()[0].program, "/bin/program");
  EXPECT_EQ(log.counts()[0].thinnedFrom, 8u);
  EXPECT_EQ(log.counts()[0].visits, 1000u);
}

TEST_F(LogTest, CutAnywhere) {
  Writer writer;
  const uint64_t entry = writer.describe(entryPoint());
  for (int i = 0; i < 3; ++i) writer.add(entry, kCleaveValues, Writer::entryValues(i));
  const std::string whole = writer.bytes();
  size_t most = 0;
  for (size_t size = 0; size <= whole.size(); ++size) {
    put("a.probes", whole.substr(0, size));
    const size_t records = read().size();
    EXPECT_GE(records, most);
    most = records;
  }
  EXPECT_EQ(most, 3u);
}

TEST_F(LogTest, DamageNeverCrashes) {
  Writer writer;
  const uint64_t entry = writer.describe(entryPoint()), exit = writer.describe(exitPoint());
  const uint64_t call = writer.add(entry, kCleaveValues, Writer::entryValues(7));
  writer.add(exit, kCleaveValues, Writer::number(call, 8) + Writer::number(1, 8) + Writer::number(0, 8));
  const std::string whole = writer.bytes();
  for (size_t i = kCleaveHeaderBytes; i < whole.size(); ++i)
    for (const int flip : {1, 0x80, 0xff}) {
      std::string damaged = whole;
      damaged[i] = char(damaged[i] ^ flip);
      put("a.probes", damaged);
      read();
    }
}

TEST_F(LogTest, ForeignFiles) {
  Writer writer;
  writer.add(writer.describe(entryPoint()), kCleaveValues, Writer::entryValues(1));
  put("a.probes", writer.bytes());
  put("b.probes", "something else");
  put("c.probes", std::string(5000, 'z'));
  put("notes.txt", "x");
  std::filesystem::create_directory(directory_.path() / "d.probes");
  EXPECT_EQ(read().size(), 1u);
  EXPECT_EQ(Log::open(directory_.path())->foreignFiles(), 3u);
  EXPECT_FALSE(Log::open(directory_.path() / "missing").hasValue());
}

// Seconds, not minutes: whoever evaluates predicates on logs does so a million times.
TEST_F(LogTest, AMillionRecords) {
  Writer writer;
  const uint64_t entry = writer.describe(entryPoint());
  for (int i = 0; i < 1000000; ++i) writer.add(entry, kCleaveValues, Writer::entryValues(i));
  std::string bytes = writer.bytes();
  const uint64_t ready = bytes.size();
  std::memcpy(bytes.data() + offsetof(cleave_log_header, ready), &ready, 8);
  put("a.probes", bytes);
  const auto start = std::chrono::steady_clock::now();
  const Log log = Log::open(directory_.path()).take();
  uint64_t sum = 0;
  log.forEach([&](const Record& record) { return sum += record.present(0) ? record.bits(0) : 0, true; });
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  EXPECT_EQ(sum, uint64_t{999999} * 500000);
  EXPECT_LT(seconds, 10);
  RecordProperty("seconds", std::to_string(seconds));
}

TEST_F(LogTest, FilesShareTheirPoints) {
  for (const char* name : {"a.probes", "b.probes"}) {
    Writer writer;
    writer.add(writer.describe(entryPoint()), kCleaveValues, Writer::entryValues(1));
    put(name, writer.bytes());
  }
  const Log log = Log::open(directory_.path()).take();
  EXPECT_EQ(log.points().size(), 1u);
  EXPECT_EQ(log.counts()[0].records, 2u);
}

}  // namespace
}  // namespace cleave::probes
