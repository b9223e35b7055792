// Expected<T>: a value, or an Error whose message tells the user what to do. For failures of the world (a file, a compiler, an option).
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "support/check.h"

namespace cleave {

struct Error {
  std::string message;
};

template <class T>
class [[nodiscard]] Expected {
 public:
  Expected(T value) : state_(std::move(value)) {}
  Expected(Error error) : state_(std::move(error)) {}

  explicit operator bool() const { return std::holds_alternative<T>(state_); }
  bool hasValue() const { return std::holds_alternative<T>(state_); }

  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }
  T take() { return std::move(value()); }

  const Error& error() const {
    CHECK(!hasValue(), "error() of an Expected that holds a value");
    return std::get<Error>(state_);
  }

 private:
  T& value() {
    CHECK(hasValue(), "value of an Expected that holds an error");
    return std::get<T>(state_);
  }
  const T& value() const {
    CHECK(hasValue(), "value of an Expected that holds an error");
    return std::get<T>(state_);
  }

  std::variant<T, Error> state_;
};

// Success, or an Error.
using Status = std::optional<Error>;

}  // namespace cleave
