// From points to the code of a module: where a point is, and code for many points put into their functions.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "points/points.h"
#include "points/private/module_file.h"
#include "points/private/scan.h"

namespace cleave::points {

// Null: there is no such function, or nothing to see in it.
llvm::Function* functionOf(llvm::Module& module, const std::string& name);

// The statements of a function among these points.
std::vector<StatementPlace> statementsIn(const std::vector<probes::Point>& points, const std::string& function);

// The same place of the source if there is one, else (not of statements) the same count; null: neither.
const Site* findSite(const FunctionSites& found, const probes::Point& point);

// Writes the module with code for each item (it has a `point` and a `number`) in it. `make` gives who inserts into a function: a class with
// `Status insert(const Item&)` and `finish()`; `finish` gets the module, and all of them, when that is done.
template <class Inside, class Item, class Make, class Finish>
Expected<std::vector<Unplaced>> insertEach(const std::filesystem::path& bitcode, const std::vector<Item>& items, const std::filesystem::path& output,
                                           const Make& make, const Finish& finish) {
  llvm::LLVMContext context;
  Expected<std::unique_ptr<llvm::Module>> module = readModule(bitcode, context);
  if (!module) return module.error();
  std::vector<Unplaced> unplaced;
  std::map<std::string, std::unique_ptr<Inside>> functions;
  for (const Item& item : items) {
    llvm::Function* function = functionOf(**module, item.point.function);
    if (function == nullptr) {
      unplaced.push_back({item.number, "there is no function " + item.point.function});
      continue;
    }
    std::unique_ptr<Inside>& inside = functions[item.point.function];
    if (inside == nullptr) inside = make(*function);
    if (Status wrong = inside->insert(item)) unplaced.push_back({item.number, wrong->message});
  }
  std::vector<Inside*> all;
  for (const auto& [name, inside] : functions) {
    inside->finish();
    all.push_back(inside.get());
  }
  finish(**module, all);
  if (Status wrong = writeModule(**module, output)) return *wrong;
  return unplaced;
}

}  // namespace cleave::points
