#include <optional>

int orElse(std::optional<int> value, int otherwise) { return value.value_or(otherwise); }
