#include <stdexcept>
#include <string>

int load_port(const std::string& text) {
  try {
    int port = std::stoi(text);
    if (port < 1 || port > 65535) throw std::out_of_range("port");
    return port;
  } catch (const std::invalid_argument&) {
    return 80;
  } catch (const std::out_of_range&) {
    return -1;
  }
}
