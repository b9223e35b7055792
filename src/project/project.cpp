#include "project/project.h"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "project/loose.h"
#include "project/record.h"

namespace cleave::project {

namespace {

namespace fs = std::filesystem;

// libx.so.1.2 is libx.so; .libs/prog and .libs/lt-prog are what libtool hides behind a script prog.
std::string nameOfOutput(const fs::path& root, const Link& link) {
  fs::path name;
  for (const fs::path& part : fs::path(below(root, link.output)))
    if (part != ".libs") name /= part;
  std::string file = name.filename().string();
  const size_t so = file.find(".so.");
  if (so != std::string::npos) file.resize(so + 3);
  if (file.starts_with("lt-")) file.erase(0, 3);
  return (name.parent_path() / file).string();
}

class Reader {
 public:
  explicit Reader(const fs::path& root) { project_.root = root; }

  Project read(const Record& record) {
    project_.units = record.units();
    std::ranges::stable_sort(project_.units, {}, [&](const Unit& unit) { return project_.nameOf(unit); });
    for (size_t k = 0; k < project_.units.size(); ++k) byId_[project_.units[k].id] = k;
    const std::vector<Link> links = record.links();
    for (const Link& link : links)
      if (!link.soname.empty())
        bySoname_[link.soname] = &link;
      else if (link.kind == OutputKind::SharedLibrary)
        bySoname_[link.output.filename().string()] = &link;
    for (const Link& link : links) addOutput(link);
    completeFromArchives(project_);
    addLoose();
    std::ranges::stable_sort(project_.outputs, {}, [](const Output& each) { return std::pair(each.kind, each.name); });
    return std::move(project_);
  }

 private:
  void addOutput(const Link& link) {
    Output output{link.kind, nameOfOutput(project_.root, link), link.output, {}, {}, {}};
    std::set<const Link*> seen;
    addLink(link, output, seen);
    project_.outputs.push_back(std::move(output));
  }

  // With the libraries of the project that are loaded with it.
  void addLink(const Link& link, Output& output, std::set<const Link*>& seen) {
    if (!seen.insert(&link).second) return;
    output.opaque.insert(output.opaque.end(), link.opaque.begin(), link.opaque.end());
    output.notes.insert(output.notes.end(), link.notes.begin(), link.notes.end());
    for (const std::string& id : link.units) addUnit(id, output);
    for (const std::string& soname : link.needed)
      if (const auto found = bySoname_.find(soname); found != bySoname_.end()) addLink(*found->second, output, seen);
  }

  void addUnit(const std::string& id, Output& output) {
    const auto found = byId_.find(id);
    if (found == byId_.end()) {
      output.opaque.push_back({id, "an object of an earlier build; build from scratch", id});
      return;
    }
    const Unit& unit = project_.units[found->second];
    used_.insert(found->second);
    if (std::ranges::find(output.units, found->second) != output.units.end()) return;
    if (unit.bitcode.empty())
      output.opaque.push_back({project_.nameOf(unit), unit.problem, unit.contents});
    else
      output.units.push_back(found->second);
  }

  void addLoose() {
    std::vector<size_t> loose;
    for (size_t k = 0; k < project_.units.size(); ++k)
      if (!used_.contains(k)) loose.push_back(k);
    addGroups(project_, loose, OutputKind::Objects);
  }

  Project project_;
  std::map<std::string, size_t> byId_;
  std::map<std::string, const Link*> bySoname_;
  std::set<size_t> used_;
};

}  // namespace

const char* toText(OutputKind kind) {
  switch (kind) {
    case OutputKind::Program:
      return "program";
    case OutputKind::SharedLibrary:
      return "shared library";
    case OutputKind::Archive:
      return "archive";
    case OutputKind::Objects:
      return "objects";
  }
  UNREACHABLE("not an OutputKind");
}

std::string below(const fs::path& root, const fs::path& path) {
  const fs::path relative = path.lexically_relative(root);
  if (root.empty() || relative.empty() || *relative.begin() == "..") return path.string();
  return relative.string();
}

std::string Project::nameOf(const Unit& unit) const { return below(root, unit.source); }

Expected<Project> readProject(const fs::path& directory) {
  const Record record(directory);
  const Expected<fs::path> root = record.root();
  if (!root) return root.error();
  return Reader(*root).read(record);
}

}  // namespace cleave::project
