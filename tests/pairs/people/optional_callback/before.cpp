#include <functional>

struct Button {
  std::function<void(int)> on_click;
  int clicks = 0;
};

void notify(Button& button, int x) {
  ++button.clicks;
  if (button.on_click) button.on_click(x);
}
