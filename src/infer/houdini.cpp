#include "infer/houdini.h"

#include <algorithm>
#include <numeric>

#include "support/check.h"

namespace cleave::infer {

std::vector<size_t> largestInductive(size_t candidates, const WhichFail& whichFail) {
  std::vector<size_t> assumed(candidates);
  std::iota(assumed.begin(), assumed.end(), size_t{0});
  while (!assumed.empty()) {
    const std::vector<size_t> failing = whichFail(assumed);
    if (failing.empty()) break;
    const size_t before = assumed.size();
    std::erase_if(assumed, [&](size_t each) { return std::find(failing.begin(), failing.end(), each) != failing.end(); });
    CHECK(assumed.size() < before, "an answer that names none of the assumed candidates");
  }
  return assumed;
}

}  // namespace cleave::infer
