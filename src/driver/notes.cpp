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

std::string noteOnAlone(const Program& program, const change::Changes& pairs, Side side, const frontend::Sources& sources) {
  std::set<std::string> names;
  for (size_t f = 0; f < program.functions.size(); ++f)
    if (isOfSources(program, program.functions[f], sources) && pairs.pairOf(side, program::FunctionId(f)) == nullptr)
      names.insert(program.functions[f].display);
  if (names.empty()) return {};
  std::vector<std::string> shown(names.begin(), names.end());
  const size_t more = shown.size() > kMostNamed ? shown.size() - kMostNamed : 0;
  shown.resize(shown.size() - more);
  return join(shown, ", ") + (more == 0 ? "" : " and " + std::to_string(more) + " more") +
         (names.size() == 1 ? " exists in " : " exist in ") + (side == Side::Before ? "before" : "after") + " only";
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
