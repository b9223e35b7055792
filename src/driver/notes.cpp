#include "driver/notes.h"

#include <algorithm>
#include <set>

#include "support/text.h"

namespace cleave::driver {

namespace {

using program::Function;
using program::Program;

constexpr size_t kMostNamed = 10;

// Written in one of the files that were given: what headers bring along is not missed.
bool isOfSources(const Program& program, const Function& function, const frontend::Sources& sources) {
  if (!function.defined || function.fromModels) return false;
  if (!function.loc.known() || function.loc.file >= program.files.size()) return !function.internal && !function.loc.known();
  const std::string& file = program.files[function.loc.file];
  return std::ranges::any_of(sources.names(), [&](const std::string& each) {
    return file == each || (file.size() > each.size() && file.ends_with(each) && file[file.size() - each.size() - 1] == '/');
  });
}

std::string shortList(std::vector<std::string> names) {
  const size_t more = names.size() > kMostNamed ? names.size() - kMostNamed : 0;
  names.resize(names.size() - more);
  return join(names, ", ") + (more == 0 ? "" : " and " + std::to_string(more) + " more");
}

std::string noteOnAlone(const Program& program, const change::Changes& pairs, Side side, const frontend::Sources& sources) {
  std::set<std::string> names;
  for (size_t f = 0; f < program.functions.size(); ++f)
    if (isOfSources(program, program.functions[f], sources) && pairs.pairOf(side, program::FunctionId(f)) == nullptr)
      names.insert(program.functions[f].display);
  if (names.empty()) return {};
  return shortList({names.begin(), names.end()}) + (names.size() == 1 ? " exists in " : " exist in ") + (side == Side::Before ? "before" : "after") + " only";
}

// Functions that have another name now, or, in projects, stand in another file.
std::vector<std::string> notesOnPairs(const frontend::VersionPair& versions, const change::Changes& pairs, const Options& options) {
  const Program &before = versions.before.program, &after = versions.after.program;
  const bool ofProjects = !options.before.root.empty() && !options.after.root.empty();  // files are told apart by where they are below it
  std::vector<std::string> renamed, moved;
  const auto fileOf = [](const Program& program, const Function& function) {
    return function.loc.known() && function.loc.file < program.files.size() ? program.files[function.loc.file] : std::string();
  };
  for (const change::FunctionPair& pair : pairs.functions) {
    const Function &x = before.function(pair.before), &y = after.function(pair.after);
    if (!isOfSources(before, x, options.before) || !isOfSources(after, y, options.after)) continue;
    if (x.display != y.display) renamed.push_back(x.display + " is " + y.display + " now");
    const std::string from = fileOf(before, x), to = fileOf(after, y);
    if (ofProjects && !from.empty() && !to.empty() && from != to) moved.push_back(y.display + " (" + from + " to " + to + ")");
  }
  std::vector<std::string> notes;
  if (!renamed.empty()) notes.push_back("renamed: " + shortList(renamed));
  if (!moved.empty()) notes.push_back("moved: " + shortList(moved));
  return notes;
}

bool isOverruled(const std::string& flag) {
  if (flag.starts_with("-O")) return flag != "-O0";
  static const std::set<std::string> kOthers{"-fno-wrapv",
                                             "-ftrapv",
                                             "-fstrict-aliasing",
                                             "-ffast-math",
                                             "-ffp-contract=fast",
                                             "-ffp-contract=on",
                                             "-fstack-protector",
                                             "-fstack-protector-all",
                                             "-fstack-protector-strong",
                                             "-fno-standalone-debug",
                                             "-g0"};
  return kOthers.contains(flag);
}

std::vector<std::string> overruledOf(const frontend::Sources& sources) {
  std::vector<std::string> found;
  for (const std::string& flag : sources.flags)
    if (isOverruled(flag) && std::ranges::find(found, flag) == found.end()) found.push_back(flag);
  return found;
}

}  // namespace

std::vector<std::string> notesOnAlone(const frontend::VersionPair& versions, const change::Changes& pairs, const Options& options) {
  std::vector<std::string> notes;
  for (const std::string& note : {noteOnAlone(versions.before.program, pairs, Side::Before, options.before),
                                  noteOnAlone(versions.after.program, pairs, Side::After, options.after)})
    if (!note.empty()) notes.push_back(note);
  for (std::string& note : notesOnPairs(versions, pairs, options)) notes.push_back(std::move(note));
  // They have one name by now (frontend/renamed_statics.h), and each its own in the source.
  for (const change::GlobalMatch& match : pairs.globals) {
    const program::Global &x = versions.before.program.global(match.before), &y = versions.after.program.global(match.after);
    if (x.internal && y.internal && !x.fromModels && !x.constant && !x.display.empty() && x.display != y.display)
      notes.push_back("the static variable " + x.display + " of before is taken as " + y.display + " of after");
  }
  return notes;
}

bool haveCommonFunction(const frontend::VersionPair& versions, const change::Changes& pairs) {
  return std::ranges::any_of(pairs.functions, [&](const change::FunctionPair& pair) {
    const Function &x = versions.before.program.function(pair.before), &y = versions.after.program.function(pair.after);
    return x.defined && y.defined && !x.fromModels && !y.fromModels;
  });
}

std::vector<std::string> notesOnFlags(const Options& options) {
  const std::vector<std::string> before = overruledOf(options.before), after = overruledOf(options.after);
  std::vector<std::string> notes;
  const auto add = [&](const std::vector<std::string>& flags, const std::string& of) {
    if (!flags.empty())
      notes.push_back("no effect: " + join(flags, " ") + of + "; code is compared as clang makes it without optimisation, and exactly");
  };
  if (before == after) {
    add(before, "");
  } else {
    add(before, " of before");
    add(after, " of after");
  }
  return notes;
}

}  // namespace cleave::driver
