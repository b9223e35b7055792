#include "vm/files.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>

#include "result/guarantee.h"

namespace cleave::vm {

namespace {

constexpr std::string_view kFile = "cleave_file_", kBuffer = "cleave_file_buffer_";

struct CellName {
  unsigned number = 0;
  bool isBuffer = false;
  std::string_view member;  // "bytes", "size"
  unsigned index = 0;
};

std::optional<unsigned> takeNumber(std::string_view& text) {
  unsigned number = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (failure != std::errc()) return std::nullopt;
  text.remove_prefix(static_cast<size_t>(end - text.data()));
  return number;
}

// "cleave_file_0.bytes[3]"
std::optional<CellName> parse(std::string_view name) {
  CellName result;
  result.isBuffer = name.starts_with(kBuffer);
  if (!name.starts_with(kFile)) return std::nullopt;
  name.remove_prefix(result.isBuffer ? kBuffer.size() : kFile.size());
  const std::optional<unsigned> number = takeNumber(name);
  if (!number || !name.starts_with('.')) return std::nullopt;
  result.number = *number;
  const size_t bracket = std::min(name.find('['), name.size());
  result.member = name.substr(1, bracket - 1);
  name.remove_prefix(std::min(bracket + 1, name.size()));
  if (!name.empty()) result.index = takeNumber(name).value_or(0);
  return result;
}

OutputItem itemOf(const ObservedCell& cell) {
  OutputItem item;
  item.sort = cell.sort;
  item.bits = cell.bits;
  item.expr = cell.expr;
  return item;
}

class FileMaker {
 public:
  void add(const CellName& name, const ObservedCell& cell) {
    if (name.isBuffer) return addBuffer(name, cell);
    if (name.member == "size") size_ = cell;
    if (name.member == "name" && !nameEnded_) addNameByte(cell);
    if (name.member == "bytes") bytes_.push_back(cell);
  }

  std::optional<LeftFile> make(unsigned number) const {
    if (name_.empty()) return std::nullopt;
    LeftFile file{number, name_, {}, pending_, {}};
    file.cells = names_;
    file.cells.push_back(size_.name);
    const uint64_t size = std::min<uint64_t>(static_cast<uint64_t>(size_.bits), bytes_.size());
    const uint64_t end = start_ + pending_;
    for (uint64_t at = 0; at < size; ++at) {
      const bool isPending = at >= start_ && at < end;
      if (isPending && at - start_ >= overwritten_ && end >= size) break;  // the file ends here
      const ObservedCell& cell = isPending && at - start_ < under_.size() ? under_[at - start_] : bytes_[at];
      file.text.push_back(itemOf(cell));
      file.cells.push_back(cell.name);
    }
    return file;
  }

 private:
  void addNameByte(const ObservedCell& cell) {
    names_.push_back(cell.name);
    nameEnded_ = cell.bits == 0;
    if (!nameEnded_) name_ += static_cast<char>(cell.bits);
  }

  void addBuffer(const CellName& name, const ObservedCell& cell) {
    const auto bits = static_cast<uint64_t>(cell.bits);
    if (name.member == "pending") pending_ = bits;
    if (name.member == "start") start_ = bits;
    if (name.member == "overwrites") overwritten_ = bits;
    if (name.member == "under" && name.index < overwritten_) under_.push_back(cell);
  }

  std::string name_;
  std::vector<std::string> names_;
  bool nameEnded_ = false;
  ObservedCell size_;
  std::vector<ObservedCell> bytes_, under_;
  uint64_t pending_ = 0, start_ = 0, overwritten_ = 0;
};

const LeftFile* numbered(const std::vector<LeftFile>& files, unsigned number) {
  const auto found = std::find_if(files.begin(), files.end(), [&](const LeftFile& file) { return file.number == number; });
  return found == files.end() ? nullptr : &*found;
}

}  // namespace

bool isOfFile(const ObservedCell& cell) { return parse(cell.name).has_value(); }

std::vector<LeftFile> leftFiles(const std::vector<ObservedCell>& globals) {
  std::map<unsigned, FileMaker> makers;
  for (const ObservedCell& cell : globals)
    if (const std::optional<CellName> name = parse(cell.name)) makers[name->number].add(*name, cell);
  std::vector<LeftFile> files;
  for (const auto& [number, maker] : makers)
    if (std::optional<LeftFile> file = maker.make(number)) files.push_back(std::move(*file));
  return files;
}

std::vector<std::string> withFileNames(const std::vector<std::string>& names, const std::vector<LeftFile>& before,
                                       const std::vector<LeftFile>& after) {
  std::vector<std::string> result;
  const auto add = [&](std::string name) {
    if (std::find(result.begin(), result.end(), name) == result.end()) result.push_back(std::move(name));
  };
  for (const std::string& name : names) {
    const std::optional<CellName> cell = parse(name);
    const LeftFile* file = !cell ? nullptr : numbered(after, cell->number);
    if (cell && file == nullptr) file = numbered(before, cell->number);
    add(file == nullptr ? name : result::fileObservation(file->name));
  }
  return result;
}

}  // namespace cleave::vm
