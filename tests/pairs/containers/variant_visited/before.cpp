#include <string>
#include <variant>

int size(const std::variant<int, std::string>& value) {
  if (std::holds_alternative<int>(value)) return std::get<int>(value);
  return static_cast<int>(std::get<std::string>(value).size());
}
