#include "project/settle.h"

#include <algorithm>
#include <fstream>
#include <set>

#include "project/marks.h"

namespace cleave::project {

namespace {

namespace fs = std::filesystem;

// CMake links its experiments there, and leaves some of them; what belongs to the project is linked elsewhere.
bool isExperiment(const fs::path& output) {
  return std::ranges::any_of(output, [](const fs::path& part) { return part == "CMakeFiles"; });
}

bool startsLikeBinary(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  char start[8] = {};
  stream.read(start, sizeof(start));
  const std::string_view text(start, static_cast<size_t>(stream.gcount()));
  return text.starts_with("\177ELF") || text.starts_with("!<arch>") || text.starts_with("!<thin>");
}

// All files below a directory that could have marks, in order.
std::vector<fs::path> binariesBelow(const fs::path& root, const fs::path& leftOut) {
  std::vector<fs::path> files;
  std::error_code failure;
  const auto options = fs::directory_options::skip_permission_denied;
  for (fs::recursive_directory_iterator each(root, options, failure), end; !failure && each != end; each.increment(failure)) {
    std::error_code unknown;
    if (each->is_directory(unknown) && !each->is_symlink(unknown)) {
      if (each->path() == leftOut || each->path().filename() == ".git") each.disable_recursion_pending();
    } else if (each->is_regular_file(unknown) && !each->is_symlink(unknown) && startsLikeBinary(each->path())) {
      files.push_back(each->path());
    }
  }
  std::ranges::sort(files);
  return files;
}

std::vector<std::string> marksInArchive(const Record& record, const fs::path& archive) {
  std::vector<std::string> marks;
  const auto add = [&](const std::vector<std::string>& ids) {
    for (const std::string& id : ids)
      if (std::ranges::find(marks, id) == marks.end()) marks.push_back(id);
  };
  for (const Member& member : readArchive(archive)) {
    const Binary inside = parseBinary(member.contents);
    add(inside.kind == BinaryKind::LlvmCode ? record.unitsOfCode(member.contents) : inside.marks);
  }
  return marks;
}

std::optional<Link> linkOf(const Record& record, const fs::path& file) {
  const Expected<Binary> binary = readBinary(file);
  if (!binary) return std::nullopt;
  Link link;
  link.output = file;
  link.units = binary->marks;
  link.soname = binary->soname;
  link.needed = binary->needed;
  switch (binary->kind) {
    case BinaryKind::Program:
      link.kind = OutputKind::Program;
      break;
    case BinaryKind::SharedLibrary:
      link.kind = OutputKind::SharedLibrary;
      break;
    case BinaryKind::Archive:
      link.kind = OutputKind::Archive;
      link.units = marksInArchive(record, file);
      break;
    case BinaryKind::Object:
    case BinaryKind::LlvmCode:
    case BinaryKind::Other:
      return std::nullopt;
  }
  if (link.units.empty()) return std::nullopt;
  return link;
}

// A copy of what we know already: installed, or put elsewhere by the build.
bool isCopy(const Link& link, const std::vector<Link>& known) {
  const auto sorted = [](std::vector<std::string> ids) {
    std::ranges::sort(ids);
    return ids;
  };
  return std::ranges::any_of(known, [&](const Link& each) {
    return each.kind == link.kind && each.output.filename() == link.output.filename() && sorted(each.units) == sorted(link.units);
  });
}

}  // namespace

Status settle(const Record& record, const fs::path& root) {
  std::vector<Link> kept;
  std::error_code failure;
  for (const Link& link : record.links())
    if (fs::is_regular_file(link.output, failure) && !isExperiment(link.output.lexically_relative(root)))
      kept.push_back(link);
    else
      record.forget(link);
  for (const fs::path& file : binariesBelow(root, record.directory())) {
    if (isExperiment(file.lexically_relative(root)) || std::ranges::find(kept, file, &Link::output) != kept.end()) continue;
    const std::optional<Link> link = linkOf(record, file);
    if (!link || isCopy(*link, kept)) continue;
    if (Status failed = record.keep(*link)) return failed;
    kept.push_back(*link);
  }
  std::set<std::string> used;
  for (const Link& link : kept) used.insert(link.units.begin(), link.units.end());
  for (const Unit& unit : record.units())
    if (!used.contains(unit.id) && (unit.object.empty() || !fs::exists(unit.object, failure))) record.forget(unit);
  return std::nullopt;
}

}  // namespace cleave::project
