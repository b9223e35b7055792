// Parts of variables by their paths, as C writes them: `p->queues[3].first->count`, `(*words)[2]`, `name[5]`. What points record by
// themselves lies at most one pointer away; who needs more asks for it by its path.
#pragma once

#include <llvm/IR/Module.h>

#include <functional>
#include <optional>
#include <string_view>

#include "points/private/variables.h"

namespace cleave::points {

// What a path begins with.
struct PathRoot {
  const llvm::DIType* type = nullptr;
  Access access;
  probes::Role role = probes::Role::Local;
};
using FindRoot = std::function<std::optional<PathRoot>(std::string_view name)>;

// The scalar (or pointer) at the path; none where there is no such thing, or it cannot be read.
std::optional<Readable> readableOnPath(std::string_view path, const FindRoot& find);

// `stdin[3]`, `stdin_length`: of what is left of stdin; none where the path says something else.
std::optional<Readable> readableOfInput(std::string_view path);

// A variable of the module by its name in the source.
std::optional<PathRoot> globalRoot(llvm::Module& module, std::string_view name);

}  // namespace cleave::points
