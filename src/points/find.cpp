#include "points/private/find.h"

#include <algorithm>

namespace cleave::points {
namespace {

using probes::Point;

bool isNamed(const llvm::Function& function, const std::vector<std::string>& names) {
  const auto has = [&](llvm::StringRef name) { return std::find(names.begin(), names.end(), name) != names.end(); };
  return names.empty() || has(function.getName()) || has(function.getSubprogram()->getName());
}

}  // namespace

llvm::Function* functionOf(llvm::Module& module, const std::string& name) {
  llvm::Function* function = module.getFunction(name);
  return function != nullptr && hasPoints(*function) ? function : nullptr;
}

std::vector<StatementPlace> statementsIn(const std::vector<Point>& points, const std::string& function) {
  std::vector<StatementPlace> places;
  for (const Point& each : points)
    if (each.kind == probes::PointKind::Statement && each.function == function) {
      StatementPlace& place = places.emplace_back(each.function, each.line, each.column);
      for (const probes::Variable& variable : each.variables) place.reads.push_back(variable.name);
    }
  return places;
}

const Site* findSite(const FunctionSites& found, const Point& point) {
  const bool isStatement = point.kind == probes::PointKind::Statement;
  const Site* best = nullptr;
  for (const Site& site : found.sites) {
    if (site.point.kind != point.kind || site.point.callee != point.callee) continue;
    const bool samePlace = site.point.line == point.line && site.point.column == point.column;
    const bool sameCount = !isStatement && site.point.ordinal == point.ordinal;
    if (samePlace && (sameCount || isStatement)) return &site;
    const bool bestIsThere = best != nullptr && best->point.line == point.line && best->point.column == point.column;
    if (samePlace && !bestIsThere) best = &site;
    if (sameCount && !bestIsThere && !samePlace) best = &site;
  }
  return best;
}

Expected<std::vector<Point>> pointsOf(const std::filesystem::path& bitcode, const std::vector<std::string>& functions) {
  llvm::LLVMContext context;
  Expected<std::unique_ptr<llvm::Module>> module = readModule(bitcode, context);
  if (!module) return module.error();
  std::vector<Point> points;
  for (llvm::Function& function : **module)
    if (hasPoints(function) && isNamed(function, functions))
      for (Site& site : sitesOf(function).sites) points.push_back(std::move(site.point));
  return points;
}

Expected<std::vector<std::optional<Point>>> findPoints(const std::filesystem::path& bitcode, const std::vector<Point>& points) {
  llvm::LLVMContext context;
  Expected<std::unique_ptr<llvm::Module>> module = readModule(bitcode, context);
  if (!module) return module.error();
  std::map<std::string, FunctionSites> functions;
  std::vector<std::optional<Point>> found;
  for (const Point& point : points) {
    found.emplace_back();
    llvm::Function* function = functionOf(**module, point.function);
    if (function == nullptr) continue;
    if (!functions.contains(point.function)) functions.emplace(point.function, sitesOf(*function, statementsIn(points, point.function)));
    if (const Site* site = findSite(functions.at(point.function), point)) found.back() = site->point;
  }
  return found;
}

}  // namespace cleave::points
