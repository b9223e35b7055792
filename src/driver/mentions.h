// Who mentions whom in a program: calls it, or takes its address. For commands that look at what lies around a change.
#pragma once

#include <set>
#include <vector>

#include "program/program.h"

namespace cleave::driver {

class Mentions {
 public:
  explicit Mentions(const program::Program& program) : program_(program), callees_(program.functions.size()), callers_(program.functions.size()) {
    for (size_t f = 0; f < program.functions.size(); ++f) {
      const auto add = [&](program::FunctionId callee) {
        if (!callee.valid()) return;
        callees_[f].insert(callee);
        callers_[callee.value].insert(program::FunctionId(f));
      };
      const program::Function& function = program.functions[f];
      for (const program::CallInfo& call : function.calls) add(call.callee);
      for (const program::Constant& constant : function.constants)
        if (constant.kind == program::Constant::Kind::Function) add(program::FunctionId(constant.target));
    }
  }

  bool isUsers(program::FunctionId id) const { return program_.function(id).defined && !program_.function(id).fromModels; }
  const std::set<program::FunctionId>& callees(program::FunctionId id) const { return callees_[id.value]; }
  const std::set<program::FunctionId>& callers(program::FunctionId id) const { return callers_[id.value]; }

  // So many steps around, in both directions.
  std::set<program::FunctionId> around(const std::set<program::FunctionId>& start, unsigned steps) const {
    std::set<program::FunctionId> all = start;
    for (const auto* way : {&callees_, &callers_}) {
      std::set<program::FunctionId> rim = start;
      for (unsigned step = 0; step < steps; ++step) {
        std::set<program::FunctionId> next;
        for (const program::FunctionId id : rim)
          for (const program::FunctionId other : (*way)[id.value])
            if (isUsers(other)) next.insert(other);
        all.insert(next.begin(), next.end());
        rim = std::move(next);
      }
    }
    return all;
  }

 private:
  const program::Program& program_;
  std::vector<std::set<program::FunctionId>> callees_, callers_;
};

}  // namespace cleave::driver
