#include <stdexcept>
#include <string>

static bool is_port(int n) { return n > 0 && n < 65536; }

int load_port(const std::string& text) {
  int port = 0;
  try {
    port = std::stoi(text);
  } catch (const std::invalid_argument&) {
    return 80;
  } catch (const std::exception&) {
    return -1;
  }
  return is_port(port) ? port : -1;
}
