#include <string>
#include <variant>

int size(const std::variant<int, std::string>& value) {
  if (const int* number = std::get_if<int>(&value)) return *number;
  return static_cast<int>(std::get<1>(value).length());
}
