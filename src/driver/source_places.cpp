// clang writes the tree of a function as JSON, in which a place has the name of its file only where that is another one than of the place
// before: so everything is gone through in the order of the text.
#include "driver/source_places.h"

#include <algorithm>
#include <sstream>

#include <nlohmann/json.hpp>

#include "frontend/compile.h"
#include "support/process.h"
#include "support/temp_dir.h"

namespace cleave::driver {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

struct Spot {
  bool isKnown = false;  // false: there is none, or a macro made it
  size_t offset = 0;
  size_t length = 0;
};

std::string textAt(const Json& node, const char* key) {
  const auto found = node.find(key);
  return found != node.end() && found->is_string() ? found->get<std::string>() : "";
}

Spot spotOf(const Json& place) {
  if (!place.is_object() || !place.contains("offset")) return {};
  return {true, place["offset"].get<size_t>(), place.value("tokLen", size_t{0})};
}

Spot beginOf(const Json& node) { return node.contains("range") ? spotOf(node["range"].value("begin", Json())) : Spot{}; }
Spot endOf(const Json& node) { return node.contains("range") ? spotOf(node["range"].value("end", Json())) : Spot{}; }

// Of what is in one function.
class Reader {
 public:
  Reader(const std::string& text, FunctionPlaces& places) : text_(text), places_(places) {}

  bool read(const Json& function) {
    for (const Json& child : childrenOf(function))
      if (textAt(child, "kind") == "CompoundStmt") {
        const std::optional<StatementPlace> body = statement(child);
        if (!body || body->end > text_.size() || text_[body->begin] != '{') return false;
        places_.body = *body;
        visit(child, false);
        return true;
      }
    return false;
  }

 private:
  static const Json& childrenOf(const Json& node) {
    static const Json kNone = Json::array();
    const auto inner = node.find("inner");
    return inner != node.end() && inner->is_array() ? *inner : kNone;
  }

  std::optional<StatementPlace> statement(const Json& node) const {
    const Spot begin = beginOf(node), end = endOf(node);
    if (!begin.isKnown || !end.isKnown || end.offset + end.length > text_.size() || begin.offset > end.offset) return std::nullopt;
    StatementPlace place{begin.offset, end.offset + end.length, textAt(node, "kind") == "CompoundStmt"};
    const std::string kind = textAt(node, "kind");
    if (!place.isCompound && kind != "NullStmt" && text_[place.end - 1] != ';') place.end = behindSemicolon(place.end);
    return place;
  }

  // A semicolon follows, perhaps behind space.
  size_t behindSemicolon(size_t at) const {
    const size_t next = text_.find_first_not_of(" \t\r\n", at);
    return next != std::string::npos && text_[next] == ';' ? next + 1 : at;
  }

  static bool isOtherFunction(const std::string& kind) {
    return kind == "LambdaExpr" || kind == "BlockExpr" || kind.ends_with("RecordDecl") || kind == "FunctionDecl" ||
           kind.starts_with("CXXMethod");
  }

  void visit(const Json& node, bool isInBraces) {
    if (!node.is_object()) return;
    const std::string kind = textAt(node, "kind");
    if (isOtherFunction(kind)) return;
    if (kind == "VarDecl" && !textAt(node, "name").empty()) places_.locals.insert(textAt(node, "name"));
    if (kind == "ReturnStmt") addReturn(node);
    if (kind == "ForStmt" || kind == "WhileStmt" || kind == "DoStmt" || kind == "CXXForRangeStmt") addLoop(node, kind);
    if (isInBraces) addCall(node);
    for (const Json& child : childrenOf(node)) visit(child, kind == "CompoundStmt");
  }

  void addReturn(const Json& node) {
    const std::optional<StatementPlace> place = statement(node);
    if (!place || text_.compare(place->begin, 6, "return") != 0 || text_[place->end - 1] != ';') {
      places_.hasHidden = true;
      return;
    }
    places_.returns.push_back({*place, !childrenOf(node).empty()});
  }

  void addLoop(const Json& node, const std::string& kind) {
    const Json& children = childrenOf(node);
    if (children.empty()) return;
    const Spot begin = beginOf(node);
    const std::optional<StatementPlace> body = statement(kind == "DoStmt" ? children.front() : children.back());
    if (!begin.isKnown || !body) {
      places_.hasHidden = true;
      return;
    }
    LoopPlace loop{begin.offset, *body, false};
    // The body is the last one, and the condition of a `for` stands two before it.
    if (kind == "ForStmt" && children.size() == 5) loop.testHasEffects = hasEffects(children[2]);
    if (kind == "WhileStmt" && children.size() >= 2) loop.testHasEffects = children.size() > 2 || hasEffects(children[children.size() - 2]);
    places_.loops.push_back(loop);
  }

  static bool hasEffects(const Json& node) {
    if (!node.is_object()) return false;
    const std::string kind = textAt(node, "kind"), opcode = textAt(node, "opcode");
    if (kind.ends_with("CallExpr") || kind == "CompoundAssignOperator" || kind == "StmtExpr") return true;
    if (kind == "UnaryOperator" && (opcode == "++" || opcode == "--")) return true;
    if (kind == "BinaryOperator" && opcode == "=") return true;
    const Json& children = childrenOf(node);
    return std::ranges::any_of(children, [](const Json& child) { return hasEffects(child); });
  }

  // f(x);  y = f(x);  int y = f(x);
  void addCall(const Json& node) {
    const std::string kind = textAt(node, "kind");
    const Json& children = childrenOf(node);
    const Json* value = nullptr;
    if (kind.ends_with("CallExpr") || kind == "ExprWithCleanups") {
      value = &node;
    } else if (kind == "BinaryOperator" && textAt(node, "opcode") == "=" && children.size() == 2) {
      if (textAt(children[0], "kind") == "DeclRefExpr") value = &children[1];
    } else if (kind == "DeclStmt" && children.size() == 1 && textAt(children[0], "kind") == "VarDecl") {
      const Json& parts = childrenOf(children[0]);
      if (!parts.empty()) value = &parts.back();
    }
    if (value == nullptr) return;
    while (isWrapping(textAt(*value, "kind"))) {
      const Json& inner = childrenOf(*value);
      if (inner.size() != 1) return;
      value = &inner.front();
    }
    if (!textAt(*value, "kind").ends_with("CallExpr")) return;
    const Spot begin = beginOf(*value);
    const std::optional<StatementPlace> place = statement(node);
    if (begin.isKnown && place && text_[place->end - 1] == ';') places_.calls.push_back({begin.offset, *place});
  }
  static bool isWrapping(const std::string& kind) {
    return kind == "ImplicitCastExpr" || kind == "ParenExpr" || kind == "CStyleCastExpr" || kind == "ExprWithCleanups";
  }

  const std::string& text_;
  FunctionPlaces& places_;
};

// The last file that a place names, up to and with the function's own place.
void followFiles(const Json& node, std::string& file) {
  if (node.is_object()) {
    if (node.contains("file") && node["file"].is_string() && node.contains("offset")) file = node["file"].get<std::string>();
    for (const auto& [key, child] : node.items())
      if (key != "includedFrom") followFiles(child, file);
  } else if (node.is_array()) {
    for (const Json& child : node) followFiles(child, file);
  }
}

std::string resultTypeOf(const Json& function) {
  const std::string type = function.contains("type") ? textAt(function["type"], "qualType") : "";
  const size_t parameters = type.find(" (");
  const std::string result = parameters == std::string::npos ? "" : type.substr(0, parameters);
  return result.find('(') == std::string::npos && result.find("auto") == std::string::npos ? result : "";
}

bool isFunction(const std::string& kind) {
  return kind == "FunctionDecl" || kind == "CXXMethodDecl" || kind == "CXXConstructorDecl" || kind == "CXXDestructorDecl" ||
         kind == "CXXConversionDecl";
}

// Depth first, in the order of the text.
void findFunction(const Json& node, const std::string& name, const fs::path& directory, std::string& file,
                  std::optional<FunctionPlaces>& found) {
  if (!node.is_object()) return followFiles(node, file);
  if (isFunction(textAt(node, "kind"))) {
    if (node.contains("loc")) followFiles(node["loc"], file);
    const std::string mangled = textAt(node, "mangledName").empty() ? textAt(node, "name") : textAt(node, "mangledName");
    if (mangled == name && !found) {
      FunctionPlaces places;
      places.name = name;
      places.file = (fs::path(file).is_absolute() ? fs::path(file) : directory / file).lexically_normal();
      places.resultType = resultTypeOf(node);
      const Expected<std::string> text = readFile(places.file);
      if (text && Reader(*text, places).read(node)) found = std::move(places);
    }
  }
  for (const auto& [key, child] : node.items())
    if (key != "includedFrom" && key != "loc") {
      if (child.is_array())
        for (const Json& each : child) findFunction(each, name, directory, file, found);
      else
        followFiles(child, file);
    }
}

}  // namespace

Expected<std::optional<FunctionPlaces>> placesOf(const frontend::Compiled& unit, const std::string& name, const std::string& display,
                                                 const StopFlag* stop) {
  ProcessRequest request;
  request.command = {frontend::kCompiler};
  request.command.insert(request.command.end(), unit.flags.begin(), unit.flags.end());
  const std::string plain = display.substr(0, display.find('('));
  for (const std::string& word :
       {std::string("-w"), std::string("-fsyntax-only"), std::string("-Xclang"), std::string("-ast-dump=json"), std::string("-Xclang"),
        "-ast-dump-filter=" + plain.substr(plain.rfind(':') == std::string::npos ? 0 : plain.rfind(':') + 1), unit.file.string()})
    request.command.push_back(word);
  request.directory = unit.directory.string();
  request.timeLimit = Seconds(60);
  request.outputLimit = size_t{256} << 20;
  request.stop = stop;
  const Expected<ProcessResult> ended = runProcess(request);
  if (!ended) return ended.error();
  if (ended->end != ProcessResult::End::Exited || ended->code != 0) return Error{"clang cannot show the syntax of " + unit.source};
  std::optional<FunctionPlaces> found;
  std::istringstream stream(ended->output);
  std::string file = unit.file.string();
  try {
    while ((stream >> std::ws) && stream.peek() != std::istringstream::traits_type::eof()) {
      Json document;
      stream >> document;
      findFunction(document, name, unit.directory, file, found);
    }
  } catch (const Json::exception& wrong) {
    return Error{std::string("what clang says of the syntax cannot be read: ") + wrong.what()};
  }
  return found;
}

}  // namespace cleave::driver
