// To make a context of the back end takes as long as some questions. While there is one of these, contexts that nobody needs any more are
// kept for the solvers that come next in this thread: for work with many solvers that live shortly. Terms are never shared: a kept context
// is empty.
#pragma once

namespace cleave::solver {

class KeptContexts {
 public:
  KeptContexts();
  ~KeptContexts();
  KeptContexts(const KeptContexts&) = delete;
  KeptContexts& operator=(const KeptContexts&) = delete;
};

}  // namespace cleave::solver
