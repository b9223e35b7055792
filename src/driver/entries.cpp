#include "driver/entries.h"

#include <algorithm>
#include <optional>
#include <set>

#include "change/function_pairs.h"
#include "program/shown_name.h"
#include "support/cxx_names.h"
#include "support/text.h"

namespace cleave::driver {

namespace {

using program::Function;
using program::FunctionId;
using program::Program;

std::string withoutSpaces(std::string_view text) {
  std::string result;
  std::copy_if(text.begin(), text.end(), std::back_inserter(result), [](char c) { return c != ' '; });
  return result;
}

// "ret[abi:cxx11](int)" is what the source calls ret(int): the compiler marks what returns a string.
std::string withoutTags(std::string_view text) {
  std::string result(text);
  for (size_t at = result.find("[abi:"); at != std::string::npos; at = result.find("[abi:", at)) {
    const size_t end = result.find(']', at);
    if (end == std::string::npos) break;
    result.erase(at, end + 1 - at);
  }
  return result;
}

// Code of the C++ library that was compiled with the program.
bool isOfLibrary(const Program& program, const Function& function) {
  return function.loc.known() && program.files[function.loc.file].find("/include/c++/") != std::string::npos;
}

// Whether the function stands in a file of that name; the end of its path is enough.
bool isIn(const Program& program, const Function& function, const std::string& file) {
  const auto endsSo = [&](std::string_view path) {
    return path == file || (path.size() > file.size() && path.ends_with(file) && path[path.size() - file.size() - 1] == '/');
  };
  if (const std::string_view unit = program::splitName(function.name).unit; !unit.empty()) return endsSo(unit);
  return function.loc.file < program.files.size() && endsSo(program.files[function.loc.file]);
}

// Of an instance of a template the linker's name also tells the result: "int clamped<int>(int)" is clamped<int>.
std::string withoutResult(const std::string& display) {
  if (display.find('<') == std::string::npos) return display;
  const size_t end = std::min(display.find("operator"), display.size());
  size_t start = 0;
  int depth = 0;
  for (size_t k = 0; k < end; ++k) {
    if (display[k] == '<' || display[k] == '(') ++depth;
    if (display[k] == '>' || display[k] == ')') --depth;
    if (display[k] == ' ' && depth == 0) start = k + 1;
    if (display[k] == '(' && depth == 1 && k > start) break;  // parameters: what follows them is no name
  }
  return display.substr(start);
}

// "ns::f(int)" and "ns::f" both name ns::f; a bare name may name several overloads, or statics of several files.
std::vector<FunctionId> namedAnywhere(const Program& program, const std::string& name) {
  std::vector<FunctionId> exact, bare;
  for (size_t i = 0; i < program.functions.size(); ++i) {
    const Function& function = program.functions[i];
    if (!function.defined) continue;
    if (function.name == name) return {FunctionId(i)};
    const std::string display = withoutResult(withoutTags(function.display));
    const std::string plain = withoutSpaces(withoutResult(withoutTags(name)));
    if (withoutSpaces(display) == plain || withoutSpaces(shortCxxNames(display)) == plain) exact.push_back(FunctionId(i));
    if (withoutTags(change::sourceName(function)) == name || change::withoutParameters(display) == name) bare.push_back(FunctionId(i));
  }
  return exact.empty() ? bare : exact;
}

// "file.c:f" is f of that file.
std::vector<FunctionId> named(const Program& program, const std::string& name) {
  const std::vector<FunctionId> found = namedAnywhere(program, name);
  for (size_t at = name.find(':'); found.empty() && at != std::string::npos; at = name.find(':', at + 1)) {
    std::vector<FunctionId> inFile = namedAnywhere(program, name.substr(at + 1));
    std::erase_if(inFile, [&](FunctionId id) { return !isIn(program, program.function(id), name.substr(0, at)); });
    if (!inFile.empty()) return inFile;
  }
  return found;
}

std::vector<std::string> displayNames(const Program& program) {
  std::set<std::string> names;
  for (const Function& function : program.functions)
    if (function.defined) names.insert(function.display);
  return {names.begin(), names.end()};
}

Error unknown(const std::string& name, const Program& program, const char* version) {
  const std::vector<std::string> near = nearest(name, displayNames(program), 5);
  const std::string hint = near.empty() ? "" : "; near names: " + join(near, ", ");
  return Error{kMissingFunction + name + "' is defined in the " + version + " version" + hint};
}

// The one function of that name; invalid when there is none.
Expected<FunctionId> findNamed(const Program& program, const std::string& name) {
  const std::vector<FunctionId> found = named(program, name);
  if (found.empty()) return FunctionId();
  if (found.size() == 1) return found.front();
  std::vector<std::string> choices;
  for (const FunctionId id : found) choices.push_back(program.function(id).display);
  std::ranges::sort(choices);
  return Error{"'" + name + "' names several functions; say which: " + join(choices, ", ")};
}

bool isDefined(const Program& before, const Program& after, const change::FunctionPair* pair) {
  return pair != nullptr && before.function(pair->before).defined && after.function(pair->after).defined;
}

// The pair that the name stands for in either version. Functions of that name that correspond to others are not compared with each other:
// the marks of each speak of its own partner.
Expected<EntryPair> selectNamed(const Program& before, const Program& after, const change::Changes& changes, const std::string& name) {
  const Expected<FunctionId> inAfter = findNamed(after, name);
  if (!inAfter) return inAfter.error();
  const Expected<FunctionId> inBefore = findNamed(before, name);
  if (!inBefore) return inBefore.error();
  const change::FunctionPair* ofAfter = inAfter->valid() ? changes.pairOf(Side::After, *inAfter) : nullptr;
  const change::FunctionPair* ofBefore = inBefore->valid() ? changes.pairOf(Side::Before, *inBefore) : nullptr;
  if (!isDefined(before, after, ofAfter)) ofAfter = nullptr;
  if (!isDefined(before, after, ofBefore)) ofBefore = nullptr;
  if (ofAfter != nullptr && ofBefore != nullptr && ofAfter != ofBefore)
    return Error{"'" + name + "' of before corresponds to " + after.function(ofBefore->after).display + " of after, and '" + name +
                 "' of after to " + before.function(ofAfter->before).display + " of before; say which to compare: --pair " + name + "=" +
                 name};
  if (const change::FunctionPair* pair = ofAfter != nullptr ? ofAfter : ofBefore; pair != nullptr)
    return EntryPair{pair->before, pair->after, pair->sameDeep, false};
  if (!inAfter->valid()) return unknown(name, after, "after");
  if (!inBefore->valid()) return unknown(name, before, "before");
  return EntryPair{*inBefore, *inAfter, false, false};
}

using Pair = std::pair<FunctionId, FunctionId>;

// Names may hold a '=' of their own (operator==): the one that splits the word into two names of functions counts.
Expected<Pair> parsePair(const Program& before, const Program& after, const std::string& word) {
  std::optional<Error> first;
  for (size_t at = word.find('='); at != std::string::npos; at = word.find('=', at + 1)) {
    const std::string left = word.substr(0, at), right = word.substr(at + 1);
    const Expected<FunctionId> x = findNamed(before, left), y = findNamed(after, right);
    if (x && y && x->valid() && y->valid()) return Pair(*x, *y);
    if (first) continue;
    first = !x ? x.error() : !x->valid() ? unknown(left, before, "before") : !y ? y.error() : unknown(right, after, "after");
  }
  return first ? *first : Error{"'" + word + "' is no pair of functions: write BEFORE=AFTER"};
}

}  // namespace

Expected<std::vector<Pair>> parsePairs(const Program& before, const Program& after, const std::vector<std::string>& words) {
  std::vector<Pair> pairs;
  std::set<FunctionId> beforeSeen, afterSeen;
  for (const std::string& word : words) {
    const Expected<Pair> pair = parsePair(before, after, word);
    if (!pair) return Error{"--pair: " + pair.error().message};
    if (std::ranges::find(pairs, *pair) != pairs.end()) continue;
    if (!beforeSeen.insert(pair->first).second || !afterSeen.insert(pair->second).second)
      return Error{"--pair: '" + word + "' pairs a function that another --pair has paired already"};
    pairs.push_back(*pair);
  }
  return pairs;
}

namespace {

// How many calls lie between each function of after and one that changed itself: whose own code differs, or whose data does.
std::vector<unsigned> depths(const Program& after, const change::Changes& changes) {
  constexpr unsigned kFar = UINT32_MAX;
  std::vector<unsigned> depth(after.functions.size(), kFar);
  std::vector<std::vector<size_t>> callers(after.functions.size());
  const auto isSuspect = [&](size_t f) {
    const change::FunctionPair* pair = changes.pairOf(Side::After, FunctionId(f));
    return pair == nullptr || !pair->sameDeep;
  };
  std::vector<size_t> reached;
  for (size_t f = 0; f < after.functions.size(); ++f) {
    const Function& function = after.functions[f];
    bool callsSuspect = false;
    const auto mention = [&](FunctionId callee) {
      if (!callee.valid() || callee.value == f) return;
      callers[callee.value].push_back(f);
      callsSuspect = callsSuspect || isSuspect(callee.value);
    };
    for (const program::CallInfo& call : function.calls) mention(call.callee);
    for (const program::Constant& constant : function.constants)
      if (constant.kind == program::Constant::Kind::Function) mention(FunctionId(constant.target));
    const change::FunctionPair* pair = changes.pairOf(Side::After, FunctionId(f));
    const bool isChanged = pair == nullptr || !pair->sameCode || !pair->sameMeaning || (!pair->sameDeep && !callsSuspect);
    if (isChanged) {
      depth[f] = 0;
      reached.push_back(f);
    }
  }
  for (size_t k = 0; k < reached.size(); ++k)
    for (const size_t caller : callers[reached[k]])
      if (depth[caller] == kFar) {
        depth[caller] = depth[reached[k]] + 1;
        reached.push_back(caller);
      }
  return depth;
}

}  // namespace

Expected<std::vector<EntryPair>> selectEntries(const Program& before, const Program& after, const change::Changes& changes,
                                               const std::vector<std::string>& names) {
  std::vector<EntryPair> entries;
  for (const std::string& name : names) {
    Expected<EntryPair> entry = selectNamed(before, after, changes, name);
    if (!entry) return entry.error();
    if (std::ranges::none_of(entries, [&](const EntryPair& each) { return each.after == entry->after; })) entries.push_back(*entry);
  }
  if (!names.empty()) return entries;
  const std::vector<unsigned> depth = depths(after, changes);
  for (const change::FunctionPair& pair : changes.functions)
    if (!pair.sameDeep && isDefined(before, after, &pair) && !before.function(pair.before).fromModels &&
        !after.function(pair.after).fromModels && !isOfLibrary(before, before.function(pair.before)) &&
        !isOfLibrary(after, after.function(pair.after)))
      entries.push_back({pair.before, pair.after, false, false, depth[pair.after.value]});
  return entries;
}

bool isNamed(const Program& program, FunctionId function, const std::string& name) {
  const std::vector<FunctionId> found = named(program, name);
  return std::ranges::find(found, function) != found.end();
}

Expected<FunctionId> findEntry(const Program& program, const std::string& name) {
  const change::Changes none;
  Expected<std::vector<EntryPair>> found = selectEntries(program, program, none, {name});
  if (!found) return found.error();
  return found->front().after;
}

}  // namespace cleave::driver
