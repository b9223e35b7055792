#include <optional>

int orElse(std::optional<int> value, int otherwise) { return value && *value != 0 ? *value : otherwise; }
