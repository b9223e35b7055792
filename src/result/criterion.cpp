#include "result/criterion.h"

#include <algorithm>

#include "support/text.h"

namespace cleave::result {

std::string_view rootOf(std::string_view observation) {
  const size_t first = observation.find_first_not_of("*&(");
  if (first == std::string_view::npos) return observation;
  observation.remove_prefix(first);
  // Names of C++ have colons and brackets of templates; a dot within a name is the linker's ("f.counter"), so names are matched as far as
  // they go, see counts().
  const size_t end = std::min({observation.find('['), observation.find("->"), observation.find(')'), observation.size()});
  return observation.substr(0, end);
}

namespace {

// The root is the name, or the name with members behind it.
bool isNamed(const std::vector<std::string>& names, std::string_view root) {
  return std::any_of(names.begin(), names.end(), [&](const std::string& name) {
    return root == name || (root.starts_with(name) && root.size() > name.size() && root[name.size()] == '.');
  });
}

}  // namespace

bool Criterion::counts(std::string_view observation) const {
  if (isEverything()) return true;
  const std::string_view root = rootOf(observation);
  const bool isWanted = (observed.empty() && marks.empty()) || root == kException || marks.contains(root) || isNamed(observed, root);
  return isWanted && !isNamed(ignored, root);
}

std::vector<std::string> Criterion::words() const {
  std::vector<std::string> words;
  if (!observed.empty()) words.push_back(sentence(Premise::ObservedOnly, join(observed, ", ")));
  if (!ignored.empty()) words.push_back(sentence(Premise::NotObserved, join(ignored, ", ") + (ignored.size() == 1 ? " is" : " are")));
  return words;
}

}  // namespace cleave::result
