#include <stack>
#include <string>

bool balanced(const std::string& text) {
  std::stack<char> open;
  for (char c : text) {
    if (c == '(' || c == '[') open.push(c);
    if (c == ')') {
      if (open.empty() || open.top() != '(') return false;
      open.pop();
    }
    if (c == ']') {
      if (open.empty() || open.top() != '[') return false;
      open.pop();
    }
  }
  return open.empty();
}
