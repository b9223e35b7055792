#include "project/loose.h"

#include <algorithm>
#include <map>
#include <set>

namespace cleave::project {

namespace {

using frontend::FileSymbols;

bool clash(const std::set<std::string>& taken, const FileSymbols& symbols) {
  return std::ranges::any_of(symbols.strong, [&](const std::string& name) { return taken.contains(name); });
}

// Which units of archives define what an output lacks.
class Completion {
 public:
  explicit Completion(const Project& project) : project_(project) {}

  void complete(Output& output) {
    const std::map<std::string, size_t> offered = offeredTo(output);
    if (offered.empty()) return;
    std::set<std::string> defined;
    for (const size_t k : output.units) defined.insert(symbolsOf(k).defined.begin(), symbolsOf(k).defined.end());
    for (size_t at = 0; at < output.units.size(); ++at)  // which grows on the way
      for (const std::string& name : symbolsOf(output.units[at]).undefined) {
        const auto found = defined.contains(name) ? offered.end() : offered.find(name);
        if (found == offered.end()) continue;
        output.units.push_back(found->second);
        defined.insert(symbolsOf(found->second).defined.begin(), symbolsOf(found->second).defined.end());
      }
  }

 private:
  const FileSymbols& symbolsOf(size_t unit) {
    const auto [found, isNew] = symbols_.try_emplace(unit);
    if (isNew) found->second = frontend::readSymbols(project_.units[unit].bitcode);
    return found->second;
  }

  // By archives that some of its units come from.
  std::map<std::string, size_t> offeredTo(const Output& output) {
    std::map<std::string, size_t> offered;
    const auto isIn = [&](size_t unit) { return std::ranges::find(output.units, unit) != output.units.end(); };
    for (const Output& archive : project_.outputs)
      if (archive.kind == OutputKind::Archive && std::ranges::any_of(archive.units, isIn))
        for (const size_t unit : archive.units)
          if (!isIn(unit))
            for (const std::string& name : symbolsOf(unit).defined) offered.emplace(name, unit);
    return offered;
  }

  const Project& project_;
  std::map<size_t, FileSymbols> symbols_;
};

}  // namespace

void completeFromArchives(Project& project) {
  Completion completion(project);
  for (Output& output : project.outputs)
    if (output.kind == OutputKind::Program || output.kind == OutputKind::SharedLibrary) completion.complete(output);
}

std::vector<std::vector<size_t>> neededUnits(const std::vector<const FileSymbols*>& symbols) {
  std::map<std::string, size_t> definer;  // the first one that is not weak, else the first
  for (size_t k = 0; k < symbols.size(); ++k)
    for (const std::string& name : symbols[k]->strong) definer.emplace(name, k);
  for (size_t k = 0; k < symbols.size(); ++k)
    for (const std::string& name : symbols[k]->defined) definer.emplace(name, k);
  std::vector<std::vector<size_t>> all(symbols.size());
  for (size_t k = 0; k < symbols.size(); ++k) {
    std::set<size_t> seen{k};
    for (std::vector<size_t> open{k}; !open.empty();) {
      const size_t unit = open.back();
      open.pop_back();
      for (const auto* names : {&symbols[unit]->undefined, &symbols[unit]->weak})  // what is weak may be another's
        for (const std::string& name : *names)
          if (const auto found = definer.find(name); found != definer.end() && seen.insert(found->second).second)
            open.push_back(found->second);
    }
    all[k].assign(seen.begin(), seen.end());
  }
  return all;
}

void addGroups(Project& project, const std::vector<size_t>& units, OutputKind rest) {
  std::vector<size_t> readable;
  std::vector<FileSymbols> symbols;
  std::vector<const FileSymbols*> views;
  std::vector<Opaque> opaque;
  for (const size_t k : units) {
    const Unit& unit = project.units[k];
    if (unit.bitcode.empty()) {
      opaque.push_back({project.nameOf(unit), unit.problem, unit.contents});
      continue;
    }
    readable.push_back(k);
    symbols.push_back(frontend::readSymbols(unit.bitcode));
  }
  for (const FileSymbols& each : symbols) views.push_back(&each);

  std::set<size_t> used;
  if (rest != OutputKind::Objects) {
    const std::vector<std::vector<size_t>> needed = neededUnits(views);
    for (size_t k = 0; k < readable.size(); ++k) {
      if (!symbols[k].strong.contains("main")) continue;
      Output program{OutputKind::Program,
                     std::filesystem::path(project.nameOf(project.units[readable[k]])).replace_extension().string(),
                     {},
                     {},
                     opaque,
                     {}};
      for (const size_t each : needed[k]) {
        program.units.push_back(readable[each]);
        used.insert(each);
      }
      project.outputs.push_back(std::move(program));
    }
  }

  std::vector<std::pair<Output, std::set<std::string>>> groups;
  for (size_t k = 0; k < readable.size(); ++k) {
    if (used.contains(k)) continue;
    auto group = std::ranges::find_if(groups, [&](const auto& each) { return !clash(each.second, symbols[k]); });
    if (group == groups.end()) {
      const std::string name = groups.empty() ? "(objects)" : "(objects " + std::to_string(groups.size() + 1) + ")";
      groups.push_back({Output{rest, name, {}, {}, opaque, {}}, {}});
      group = std::prev(groups.end());
    }
    group->first.units.push_back(readable[k]);
    group->second.insert(symbols[k].strong.begin(), symbols[k].strong.end());
  }
  for (auto& [output, names] : groups) project.outputs.push_back(std::move(output));
}

}  // namespace cleave::project
