#include <functional>

struct Button {
  std::function<void(int)> on_click;
  int clicks = 0;
};

void notify(Button& button, int x) {
  button.clicks += 1;
  if (button.on_click == nullptr) return;
  button.on_click(button.clicks);
}
