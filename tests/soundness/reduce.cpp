// One step is an edit of one place. A place is named by its function and by what stands there as text: so the same edit finds its place in
// the other version too, however far the two have moved apart, and the pair stays a pair of versions of one program. Places that only one
// version has are edited there alone. Among all steps the first that still fails is taken; many are tried in one run of cleave.
#include "reduce.h"

#include <algorithm>
#include <cctype>
#include <set>

#include <fmt/format.h>

namespace cleave::soundness {

namespace {

using Body = std::vector<Statement>;

std::string textOf(const Statement& s) {
  Program program;
  program.functions.emplace_back();
  program.functions[0].body = {s};
  return print(program);
}

// --- places

template <class Visit>
void forEachBody(Body& body, const Visit& visit) {
  visit(body);
  for (Statement& s : body)
    for (Body& inner : s.bodies) forEachBody(inner, visit);
}

template <class Visit>
void forEachExpr(Expr& e, const Visit& visit) {
  if (e.type == CType::Void) return;
  visit(e);
  for (Expr& part : e.parts) forEachExpr(part, visit);
}

template <class Visit>
void forEachExpr(Function& f, const Visit& visit) {
  forEachBody(f.body, [&](Body& body) {
    for (Statement& s : body)
      for (size_t k = 0; k < s.parts.size(); ++k) {
        if (k == 0 && s.kind == Statement::Kind::Assign) {
          for (Expr& part : s.parts[0].parts) forEachExpr(part, visit);  // the target stays one
        } else {
          forEachExpr(s.parts[k], visit);
        }
      }
  });
  forEachExpr(f.last, visit);
  if (f.isRecursive) forEachExpr(f.step, visit);
}

// --- edits, each of the first place in a function that has this text; false when there is none

bool dropStatement(Function& f, const std::string& text) {
  bool done = false;
  forEachBody(f.body, [&](Body& body) {
    if (done) return;
    const auto found = std::ranges::find_if(body, [&](const Statement& s) { return textOf(s) == text; });
    if (found == body.end()) return;
    body.erase(found);
    done = true;
  });
  return done;
}

bool isLoop(const Statement& s) {
  return s.kind == Statement::Kind::For || s.kind == Statement::Kind::While || s.kind == Statement::Kind::DoWhile;
}

bool jumps(const Statement& s) {
  if (s.kind == Statement::Kind::Break || s.kind == Statement::Kind::Continue) return true;
  if (isLoop(s)) return false;
  return std::ranges::any_of(s.bodies, [](const Body& body) { return std::ranges::any_of(body, jumps); });
}

// A statement becomes one of its bodies.
bool unwrapStatement(Function& f, const std::string& text, size_t which) {
  bool done = false;
  forEachBody(f.body, [&](Body& body) {
    if (done) return;
    const auto found = std::ranges::find_if(body, [&](const Statement& s) { return textOf(s) == text; });
    if (found == body.end() || found->bodies.size() <= which) return;
    const bool leaves = isLoop(*found) || found->kind == Statement::Kind::Switch;
    const Body inner = found->bodies[which];
    if (leaves && std::ranges::any_of(inner, jumps)) return;
    const auto at = body.erase(found);
    body.insert(at, inner.begin(), inner.end());
    done = true;
  });
  return done;
}

bool replaceExpr(Function& f, const std::string& text, const Expr& with) {
  bool done = false;
  forEachExpr(f, [&](Expr& e) {
    if (done || print(e) != text) return;
    e = Expr(with);
    done = true;
  });
  return done;
}

using Edit = std::function<bool(Function&)>;

// The edit in both versions, or where it applies.
bool applyTo(Pair& pair, const std::string& function, const Edit& edit) {
  bool done = false;
  for (Program* program : {&pair.before, &pair.after})
    for (Function& f : program->functions)
      if (f.name == function) done |= edit(f);
  return done;
}

// --- what nothing mentions any more

bool mentions(const std::string& text, const std::string& name) {
  const auto isLetter = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  for (size_t at = text.find(name); at != std::string::npos; at = text.find(name, at + 1)) {
    const size_t end = at + name.size();
    if ((at == 0 || !isLetter(text[at - 1])) && (end == text.size() || !isLetter(text[end]))) return true;
  }
  return false;
}

template <class List, class Same>
bool eraseNamed(List& list, const std::string& name, const Same& isUsed) {
  const auto found = std::ranges::find_if(list, [&](const auto& each) { return each.name == name; });
  if (found == list.end()) return false;
  const auto kept = *found;
  const auto at = list.erase(found);
  if (!isUsed()) return true;
  list.insert(at, kept);
  return false;
}

void dropUnused(Program& program) {
  for (bool changed = true; changed;) {
    changed = false;
    const auto used = [&](const std::string& name) { return [&program, name] { return mentions(print(program), name); }; };
    std::vector<std::string> functions, globals;
    for (size_t k = 0; k + 1 < program.functions.size(); ++k) functions.push_back(program.functions[k].name);
    for (const Variable& g : program.globals) globals.push_back(g.name);
    for (const std::string& name : functions) changed |= eraseNamed(program.functions, name, used(name));
    for (const std::string& name : globals) changed |= eraseNamed(program.globals, name, used(name));
    for (Function& f : program.functions) {
      const auto usedIn = [&f](const std::string& name) {
        return [&f, name] {
          Program alone;
          alone.functions = {f};
          return mentions(print(alone), name);
        };
      };
      std::vector<std::string> locals;
      for (const Variable& v : f.locals) locals.push_back(v.name);
      for (const std::string& name : locals) changed |= eraseNamed(f.locals, name, usedIn(name));
    }
  }
}

void dropStruct(Program& program) {
  if (!program.hasStruct) return;
  program.hasStruct = false;
  const std::string text = print(program);
  program.hasStruct = text.find("struct ") != std::string::npos || text.find("_make(") != std::string::npos;
}

size_t sizeOf(const Pair& pair) { return print(pair.before).size() + print(pair.after).size(); }

void addSteps(const Pair& pair, const Program& version, std::vector<Pair>& list) {
  Program walked = version;  // the visitors want to be able to write
  std::set<std::string> seen;
  const auto attempt = [&](const std::string& function, const std::string& key, const Edit& edit) {
    if (!seen.insert(function + ":" + key).second) return;
    Pair smaller = pair;
    if (!applyTo(smaller, function, edit)) return;
    for (Program* program : {&smaller.before, &smaller.after}) dropUnused(*program), dropStruct(*program);
    list.push_back(std::move(smaller));
  };
  for (Function& f : walked.functions) {
    forEachBody(f.body, [&](Body& body) {
      for (const Statement& s : body) {
        const std::string text = textOf(s);
        attempt(f.name, "drop " + text, [text](Function& g) { return dropStatement(g, text); });
        for (size_t k = 0; k < s.bodies.size(); ++k)
          attempt(f.name, fmt::format("unwrap {} {}", k, text), [text, k](Function& g) { return unwrapStatement(g, text, k); });
      }
    });
    forEachExpr(f, [&](Expr& e) {
      const std::string text = print(e);
      std::vector<Expr> simpler;
      for (const Expr& part : e.parts)
        if (part.type != CType::Void && isFloating(part.type) == isFloating(e.type)) simpler.push_back(part);
      if (e.kind != Expr::Kind::Literal && !isFloating(e.type))
        for (const char* number : {"0", "1"}) simpler.push_back({Expr::Kind::Literal, e.type, number, {}, 0, false, Expr::Guard::Or1});
      for (const Expr& with : simpler)
        attempt(f.name, text + " to " + print(with), [text, with](Function& g) { return replaceExpr(g, text, with); });
    });
  }
}

}  // namespace

size_t linesOf(const Program& program) {
  const std::string text = print(program);
  return static_cast<size_t>(std::ranges::count(text, '\n'));
}

std::vector<Pair> smallerPairs(const Pair& pair) {
  std::vector<Pair> list;
  addSteps(pair, pair.before, list);
  addSteps(pair, pair.after, list);
  const size_t size = sizeOf(pair);
  std::erase_if(list, [&](const Pair& smaller) { return sizeOf(smaller) >= size; });
  std::ranges::stable_sort(list, {}, sizeOf);
  return list;
}

Program withPrefix(Program program, const std::string& prefix) {
  const std::string from = program.prefix;
  const auto rename = [&](std::string& text) {
    for (size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + prefix.size()))
      text.replace(at, from.size(), prefix);
  };
  const auto renameVariables = [&](std::vector<Variable>& variables) {
    for (Variable& v : variables) rename(v.name), rename(v.initial);
  };
  renameVariables(program.globals);
  for (Function& f : program.functions) {
    rename(f.name);
    renameVariables(f.parameters);
    renameVariables(f.locals);
    forEachBody(f.body, [&](Body& body) {
      for (Statement& s : body) {
        rename(s.text);
        for (Expr& e : s.parts) {
          rename(e.text);
          for (Expr& part : e.parts) forEachExpr(part, [&](Expr& each) { rename(each.text); });
        }
      }
    });
    forEachExpr(f, [&](Expr& e) { rename(e.text); });
  }
  program.prefix = prefix;
  return program;
}

Pair reduce(Pair pair, const StillFails& stillFails, const std::function<bool()>& goOn) {
  uint64_t number = 0;
  const auto named = [&](const Pair& from) {
    std::vector<Pair> steps = smallerPairs(from);
    for (Pair& step : steps) {
      const std::string prefix = fmt::format("r_{}", number++);
      step.before = withPrefix(std::move(step.before), prefix);
      step.after = withPrefix(std::move(step.after), prefix);
    }
    return steps;
  };
  return reduceBy(std::move(pair), named, stillFails, goOn);
}

}  // namespace cleave::soundness
