#include "result/archive.h"

#include <concepts>
#include <cstring>
#include <type_traits>

#include "support/temp_dir.h"

namespace cleave::result {

namespace {

constexpr std::string_view kMagic = "cleave entry 6\n";
constexpr std::string_view kEnd = "\nend";

// The fields of each type, once for writing and reading. A new field of result.h belongs here.
template <class Archive, class T>
void fields(Archive& a, Both<T>& x) {
  a(x.before, x.after);
}
template <class Archive>
void fields(Archive& a, RunStep& x) {
  a(x.file, x.line, x.depth, x.skipped, x.values);
}
template <class Archive>
void fields(Archive& a, Runs& x) {
  a(x.files, x.rows, x.parts, x.skipped, x.goesOn);
}
template <class Archive>
void fields(Archive& a, Input& x) {
  a(x.name, x.type, x.bits, x.isSigned, x.isFloat, x.isParameter);
}
template <class Archive>
void fields(Archive& a, EnumWords& x) {
  a(x.names, x.bits, x.areFlags);
}
template <class Archive>
void fields(Archive& a, Vocabulary& x) {
  a(x.types, x.enums);
}
template <class Archive>
void fields(Archive& a, Change& x) {
  a(x.id, x.function, x.file, x.beforeLines, x.afterLines, x.beforeFile);
}
template <class Archive>
void fields(Archive& a, Observation& x) {
  a(x.outcome, x.detail, x.place, x.values);
}
template <class Archive>
void fields(Archive& a, Partition& x) {
  a(x.id, x.kind, x.reason, x.condition, x.terms, x.conditionText, x.witness, x.witnessBits, x.marks, x.intent, x.confirmed, x.before,
    x.after, x.beforeExpr, x.afterExpr, x.changes, x.relies);
}
template <class Archive>
void fields(Archive& a, Guarantee& x) {
  a(x.exhaustive, x.granularity, x.bounds, x.assumptions, x.within);
}
template <class Archive>
void fields(Archive& a, Share& x) {
  a(x.exact, x.low, x.estimate, x.high, x.count);
}
template <class Archive>
void fields(Archive& a, Group& x) {
  a(x.kind, x.reason, x.condition, x.conditionText, x.isExact, x.marks, x.changes, x.place, x.share, x.partitions, x.isUniform, x.example,
    x.runs);
}
template <class Archive>
void fields(Archive& a, Shares& x) {
  a(x.equal, x.different, x.undefined, x.open);
}
template <class Archive>
void fields(Archive& a, Statistics& x) {
  a(x.runs, x.concreteRuns, x.steps, x.solverQueries, x.solverUnknown, x.solverSeconds, x.wallSeconds, x.firstDifferenceSeconds);
}
template <class Archive>
void fields(Archive& a, LeftOut& x) {
  a(x.counts[0], x.counts[1], x.counts[2], x.counts[3], x.files);
}
template <class Archive>
void fields(Archive& a, CallMember& x) {
  a(x.name, x.offsetBits, x.sizeBits, x.type, x.isBitField);
}
template <class Archive>
void fields(Archive& a, CallType& x) {
  a(x.kind, x.name, x.aliased, x.bytes, x.isSigned, x.element, x.count, x.members);
}
template <class Archive>
void fields(Archive& a, CallValue::Instead& x) {
  a(x.input, x.value, x.object, x.global, x.offset);
}
template <class Archive>
void fields(Archive& a, CallValue& x) {
  a(x.kind, x.input, x.bits, x.bitOffset, x.object, x.instead, x.nullUpTo, x.functions, x.global, x.offset);
}
template <class Archive>
void fields(Archive& a, CallFill& x) {
  a(x.offset, x.value);
}
template <class Archive>
void fields(Archive& a, CallObject& x) {
  a(x.place, x.global, x.type, x.count, x.isArray, x.isHeap, x.extra, x.bytes, x.fills);
}
template <class Archive>
void fields(Archive& a, CallArgument& x) {
  a(x.name, x.type, x.value, x.byValue);
}
template <class Archive>
void fields(Archive& a, CallGlobal& x) {
  a(x.name, x.type, x.isStatic);
}
template <class Archive>
void fields(Archive& a, CallWorld& x) {
  a(x.kind, x.input, x.name, x.value);
}
template <class Archive>
void fields(Archive& a, CallNumber& x) {
  a(x.object, x.offset, x.input);
}
template <class Archive>
void fields(Archive& a, CallLimit& x) {
  a(x.input, x.low, x.high);
}
template <class Archive>
void fields(Archive& a, Call& x) {
  a(x.function, x.file, x.isCxx, x.isStatic, x.isMain, x.isVariadic, x.startsFresh, x.result, x.arguments, x.objects, x.globals, x.types, x.world, x.numbers,
    x.limits, x.stdinObject, x.stdinLength, x.unsupported);
}
template <class Archive>
void fields(Archive& a, EntryResult& x) {
  a(x.name, x.beforeName, x.remembered, x.sameCode, x.verdict, x.failure, x.reason, x.guarantee, x.inputs, x.vocabulary, x.domain, x.intention, x.changes, x.partitions,
    x.groups, x.leftOut, x.shares, x.statistics, x.calls.before, x.calls.after);
}

template <class T>
concept Plain = std::is_arithmetic_v<T> || std::is_enum_v<T>;

class Writer {
 public:
  template <class... T>
  void operator()(T&... each) {
    (put(each), ...);
  }
  std::string take() { return std::move(bytes_); }

 private:
  template <Plain T>
  void put(const T& value) {
    bytes_.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  void put(const std::string& text) {
    put(uint64_t{text.size()});
    bytes_ += text;
  }
  template <class T>
  void put(std::vector<T>& list) {
    put(uint64_t{list.size()});
    for (T& each : list) put(each);
  }
  template <class T>
  void put(std::optional<T>& value) {
    put(value.has_value());
    if (value) put(*value);
  }
  template <class V>
  void put(std::map<std::string, V>& all) {
    put(uint64_t{all.size()});
    for (auto& [key, value] : all) put(key), put(value);
  }
  template <class A, class B>
  void put(std::pair<A, B>& both) {
    put(both.first);
    put(both.second);
  }
  template <class T>
  requires requires(Writer& a, T& x) { fields(a, x); }
  void put(T& structure) { fields(*this, structure); }

  std::string bytes_;
};

// Past the end it reads nothing and remembers that.
class Reader {
 public:
  explicit Reader(std::string_view bytes) : rest_(bytes) {}
  template <class... T>
  void operator()(T&... each) {
    (get(each), ...);
  }
  bool isWhole() const { return !isCut_ && rest_ == kEnd; }

 private:
  template <Plain T>
  void get(T& value) {
    if (!has(sizeof value)) return;
    std::memcpy(&value, rest_.data(), sizeof value);
    rest_.remove_prefix(sizeof value);
  }
  void get(std::string& text) {
    const uint64_t size = length();
    text = rest_.substr(0, size);
    rest_.remove_prefix(size);
  }
  template <class T>
  void get(std::vector<T>& list) {
    for (uint64_t left = length(); left > 0 && !isCut_; --left) get(list.emplace_back());
  }
  template <class T>
  void get(std::optional<T>& value) {
    bool isThere = false;
    get(isThere);
    if (isThere) get(value.emplace());
  }
  template <class V>
  void get(std::map<std::string, V>& all) {
    for (uint64_t left = length(); left > 0 && !isCut_; --left) {
      std::string key;
      get(key);
      get(all[key]);
    }
  }
  template <class A, class B>
  void get(std::pair<A, B>& both) {
    get(both.first);
    get(both.second);
  }
  template <class T>
  requires requires(Reader& a, T& x) { fields(a, x); }
  void get(T& structure) { fields(*this, structure); }

  // Every element takes a byte at least, so no length is larger than what is left.
  uint64_t length() {
    uint64_t size = 0;
    get(size);
    return has(size) ? size : 0;
  }
  bool has(uint64_t size) {
    isCut_ = isCut_ || rest_.size() < size;
    return !isCut_;
  }

  std::string_view rest_;
  bool isCut_ = false;
};

}  // namespace

std::string toBytes(const EntryResult& entry) {
  Writer writer;
  writer(const_cast<EntryResult&>(entry));  // `fields` serves reading, too
  return std::string(kMagic) + writer.take() + std::string(kEnd);
}

Expected<EntryResult> fromBytes(std::string_view bytes) {
  EntryResult entry;
  if (!bytes.starts_with(kMagic)) return Error{"this is not a result of this version of cleave"};
  Reader reader(bytes.substr(kMagic.size()));
  reader(entry);
  if (!reader.isWhole()) return Error{"this is cut short"};
  return entry;
}

Status save(const EntryResult& entry, const std::filesystem::path& file) { return writeFile(file, toBytes(entry)); }

Expected<EntryResult> load(const std::filesystem::path& file) {
  const Expected<std::string> bytes = readFile(file);
  if (!bytes) return bytes.error();
  Expected<EntryResult> entry = fromBytes(*bytes);
  if (!entry) return Error{file.string() + ": " + entry.error().message};
  return entry;
}

}  // namespace cleave::result
