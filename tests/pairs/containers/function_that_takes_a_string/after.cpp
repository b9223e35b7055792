#include <functional>
#include <string>

std::string shout(const std::string& text) { return text + "!"; }

std::string greeting(const std::function<std::string(const std::string&)>& decorate, std::string name) {
  return decorate ? decorate(std::move(name)) : name;
}
