#include "project/marks.h"

#include <algorithm>
#include <cstring>
#include <fstream>
#include <optional>

#include <elf.h>

#include "support/temp_dir.h"

namespace cleave::project {

namespace {

namespace fs = std::filesystem;

template <class T>
std::optional<T> readAt(std::string_view file, uint64_t offset) {
  if (offset > file.size() || file.size() - offset < sizeof(T)) return std::nullopt;
  T value;
  std::memcpy(&value, file.data() + offset, sizeof(T));
  return value;
}

std::string_view textAt(std::string_view table, uint64_t offset) {
  if (offset >= table.size()) return {};
  const std::string_view rest = table.substr(offset);
  return rest.substr(0, rest.find('\0'));
}

// The section headers of an ELF file, checked: whatever is asked of it lies inside.
class Sections {
 public:
  static std::optional<Sections> of(std::string_view file) {
    const auto header = readAt<Elf64_Ehdr>(file, 0);
    if (!header || std::memcmp(header->e_ident, ELFMAG, SELFMAG) != 0 || header->e_ident[EI_CLASS] != ELFCLASS64 ||
        header->e_ident[EI_DATA] != ELFDATA2LSB || header->e_shoff == 0 || header->e_shentsize != sizeof(Elf64_Shdr))
      return std::nullopt;
    const auto first = readAt<Elf64_Shdr>(file, header->e_shoff);
    if (!first) return std::nullopt;
    Sections sections{file, *header, {}, 0};
    // Where there are too many for the header, the first section tells.
    const uint64_t count = header->e_shnum != 0 ? header->e_shnum : first->sh_size;
    sections.names = header->e_shstrndx != SHN_XINDEX ? header->e_shstrndx : first->sh_link;
    if (count > file.size() / sizeof(Elf64_Shdr) || sections.names >= count) return std::nullopt;
    for (uint64_t k = 0; k < count; ++k) {
      const auto section = readAt<Elf64_Shdr>(file, header->e_shoff + k * sizeof(Elf64_Shdr));
      if (!section) return std::nullopt;
      sections.all.push_back(*section);
    }
    return sections;
  }

  std::string_view contentsOf(const Elf64_Shdr& section) const {
    if (section.sh_type == SHT_NOBITS || section.sh_offset > file.size() || file.size() - section.sh_offset < section.sh_size) return {};
    return file.substr(section.sh_offset, section.sh_size);
  }
  std::string_view nameOf(const Elf64_Shdr& section) const { return textAt(contentsOf(all[names]), section.sh_name); }

  std::string_view file;
  Elf64_Ehdr header;
  std::vector<Elf64_Shdr> all;
  uint64_t names;
};

void addNames(std::string_view list, std::vector<std::string>& into) {
  while (!list.empty()) {
    const std::string_view name = list.substr(0, list.find('\0'));
    if (!name.empty() && std::ranges::find(into, name) == into.end()) into.emplace_back(name);
    list.remove_prefix(std::min(name.size() + 1, list.size()));
  }
}

bool hasInterpreter(const Sections& elf) {
  for (uint16_t k = 0; k < elf.header.e_phnum; ++k) {
    const auto segment = readAt<Elf64_Phdr>(elf.file, elf.header.e_phoff + uint64_t{k} * sizeof(Elf64_Phdr));
    if (segment && segment->p_type == PT_INTERP) return true;
  }
  return false;
}

// Also tells whether it is a program that can be loaded anywhere, which is of the same type as a library.
bool readDynamic(const Sections& elf, Binary& binary) {
  bool isProgram = false;
  for (const Elf64_Shdr& section : elf.all) {
    if (section.sh_type != SHT_DYNAMIC || section.sh_link >= elf.all.size()) continue;
    const std::string_view entries = elf.contentsOf(section), texts = elf.contentsOf(elf.all[section.sh_link]);
    for (uint64_t at = 0; const auto entry = readAt<Elf64_Dyn>(entries, at); at += sizeof(Elf64_Dyn)) {
      if (entry->d_tag == DT_NEEDED) binary.needed.emplace_back(textAt(texts, entry->d_un.d_val));
      if (entry->d_tag == DT_SONAME) binary.soname = textAt(texts, entry->d_un.d_val);
      if (entry->d_tag == DT_FLAGS_1 && (entry->d_un.d_val & DF_1_PIE) != 0) isProgram = true;
    }
  }
  return isProgram;
}

Binary readElf(const Sections& elf) {
  Binary binary;
  const bool isMovable = readDynamic(elf, binary);
  if (elf.header.e_type == ET_REL) binary.kind = BinaryKind::Object;
  if (elf.header.e_type == ET_EXEC) binary.kind = BinaryKind::Program;
  if (elf.header.e_type == ET_DYN) binary.kind = isMovable || hasInterpreter(elf) ? BinaryKind::Program : BinaryKind::SharedLibrary;
  for (const Elf64_Shdr& section : elf.all)
    if (elf.nameOf(section) == kMarksSection) addNames(elf.contentsOf(section), binary.marks);
  return binary;
}

template <class T>
void append(std::string& to, const T& value) {
  to.append(reinterpret_cast<const char*>(&value), sizeof(T));
}

// What comes behind the file, and its new header: the names of the sections with ours, the marks, the section headers.
std::pair<std::string, Elf64_Ehdr> withSection(Sections elf, const std::string& marks) {
  std::string added((8 - elf.file.size() % 8) % 8, '\0');
  const auto place = [&] { return elf.file.size() + added.size(); };

  std::string names(elf.contentsOf(elf.all[elf.names]));
  Elf64_Shdr section{};
  section.sh_name = static_cast<Elf64_Word>(names.size());
  section.sh_type = SHT_PROGBITS;
  section.sh_addralign = 1;
  section.sh_offset = place();
  section.sh_size = marks.size();
  added += marks;
  names += std::string(kMarksSection) + '\0';
  elf.all[elf.names].sh_offset = place();
  elf.all[elf.names].sh_size = names.size();
  added += names;
  elf.all.push_back(section);

  added.append((8 - place() % 8) % 8, '\0');
  elf.header.e_shoff = place();
  const bool fits = elf.all.size() < SHN_LORESERVE;
  elf.header.e_shnum = fits ? static_cast<Elf64_Half>(elf.all.size()) : 0;
  if (!fits) elf.all[0].sh_size = elf.all.size();
  for (const Elf64_Shdr& each : elf.all) append(added, each);
  return {added, elf.header};
}

// --- archives

constexpr std::string_view kArchive = "!<arch>\n", kThinArchive = "!<thin>\n";

// A header of 60 bytes before each member.
struct MemberHeader {
  std::string_view name;
  uint64_t size = 0;
};

std::optional<MemberHeader> headerAt(std::string_view file, size_t at) {
  if (at + 60 > file.size() || file.substr(at + 58, 2) != "`\n") return std::nullopt;
  const auto field = [&](size_t from, size_t length) {
    const std::string_view text = file.substr(at + from, length);
    return text.substr(0, text.find_last_not_of(' ') + 1);
  };
  return MemberHeader{field(0, 16), std::strtoull(std::string(field(48, 10)).c_str(), nullptr, 10)};
}

// "/12" stands for a name in the table of long ones; others have a slash at the end.
std::string nameOf(std::string_view name, std::string_view longNames) {
  if (name.size() > 1 && name[0] == '/' && std::isdigit(static_cast<unsigned char>(name[1])) != 0) {
    const size_t from = std::strtoull(std::string(name.substr(1)).c_str(), nullptr, 10);
    if (from >= longNames.size()) return {};
    std::string_view text = longNames.substr(from);
    text = text.substr(0, text.find('\n'));
    return std::string(text.ends_with("/") ? text.substr(0, text.size() - 1) : text);
  }
  return std::string(name.ends_with("/") ? name.substr(0, name.size() - 1) : name);
}

}  // namespace

Status addMarks(const fs::path& object, const std::vector<std::string>& ids) {
  const Expected<std::string> contents = readFile(object);
  if (!contents) return contents.error();
  const std::optional<Sections> elf = Sections::of(*contents);
  if (!elf || elf->header.e_type != ET_REL) return Error{object.string() + " is no object file for 64-bit Linux"};
  std::string marks;
  for (const std::string& id : ids) marks += id + '\0';
  const auto [added, header] = withSection(*elf, marks);
  std::fstream file(object, std::ios::in | std::ios::out | std::ios::binary);
  file.seekp(0, std::ios::end);
  file << added;
  file.seekp(0);
  file.write(reinterpret_cast<const char*>(&header), sizeof(header));
  file.flush();
  if (!file) return Error{"cannot write " + object.string()};
  return std::nullopt;
}

Binary parseBinary(std::string_view contents) {
  Binary binary;
  if (contents.starts_with("BC\xC0\xDE") || contents.starts_with("\xDE\xC0\x17\x0B")) binary.kind = BinaryKind::LlvmCode;
  if (contents.starts_with(kArchive) || contents.starts_with(kThinArchive)) binary.kind = BinaryKind::Archive;
  if (const std::optional<Sections> elf = Sections::of(contents)) return readElf(*elf);
  return binary;
}

Expected<Binary> readBinary(const fs::path& file) {
  const Expected<std::string> contents = readFile(file);
  if (!contents) return contents.error();
  return parseBinary(*contents);
}

std::vector<Member> readArchive(const fs::path& archive) {
  std::vector<Member> members;
  const Expected<std::string> text = readFile(archive);
  if (!text) return members;
  const std::string_view file = *text;
  const bool isThin = file.starts_with(kThinArchive);
  std::string_view longNames;
  for (size_t at = kArchive.size(); const std::optional<MemberHeader> header = headerAt(file, at);) {
    const bool isTable = header->name == "/" || header->name == "//" || header->name == "/SYM64/";
    const bool isInside = !isThin || isTable;
    const std::string_view contents = isInside && at + 60 <= file.size() ? file.substr(at + 60, header->size) : std::string_view();
    if (header->name == "//") longNames = contents;
    if (!isTable) {
      const std::string name = nameOf(header->name, longNames);
      if (isInside)
        members.push_back({name, std::string(contents)});
      else if (const Expected<std::string> apart = readFile(archive.parent_path() / name))
        members.push_back({name, *apart});
    }
    at += 60 + (isInside ? header->size + header->size % 2 : 0);
  }
  return members;
}

}  // namespace cleave::project
