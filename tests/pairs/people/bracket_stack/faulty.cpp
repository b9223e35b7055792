#include <string>
#include <vector>

bool balanced(const std::string& text) {
  std::vector<char> expected;
  for (char c : text) {
    switch (c) {
      case '(': expected.push_back(')'); break;
      case '[': expected.push_back(']'); break;
      case ')':
      case ']':
        if (expected.empty() || expected.back() != c) return false;
        expected.pop_back();
        break;
      default: break;
    }
  }
  return true;
}
