#include "terminal.h"

#include <cstdlib>
#include <iostream>

#include <sys/ioctl.h>
#include <unistd.h>

namespace cleave::tools {

report::TextOptions textOptions(bool all) {
  report::TextOptions options;
  winsize size{};
  if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col >= 40) options.width = size.ws_col;
  options.color = ::isatty(STDOUT_FILENO) != 0 && std::getenv("NO_COLOR") == nullptr;
  options.all = all;
  return options;
}

void print(std::string_view text) { std::cout << text << std::flush; }

driver::Listeners printWarnings() {
  driver::Listeners listeners;
  listeners.warnings = [](const std::string& messages) { std::cerr << messages; };
  return listeners;
}

}  // namespace cleave::tools
