// The printf family, apart from where its arguments come from and where its text goes.
#pragma once

#include <string>
#include <vector>

#include "vm/private/machine.h"

namespace cleave::vm {

// The arguments behind the format. `next` gives the following one, which must have (about) this type; false when the run was ended.
class PrintfArguments {
 public:
  virtual ~PrintfArguments() = default;
  virtual bool next(Type type, Value& value) = 0;
};

// Those of a variadic call.
class CallArguments : public PrintfArguments {
 public:
  CallArguments(BuiltinCall& call, size_t first) : call_(call), next_(first) {}
  bool next(Type type, Value& value) override;

 private:
  BuiltinCall& call_;
  size_t next_;
};

// Those behind a va_list (ops_varargs.cpp says how it is laid out). They are taken from it as va_arg would.
class ListArguments : public PrintfArguments {
 public:
  ListArguments(Machine& m, const Value& list) : m_(m), list_(list) {}
  bool next(Type type, Value& value) override;

 private:
  Machine& m_;
  Value list_;
};

// Where text goes. `count` is the number of characters so far.
class PrintfSink {
 public:
  virtual ~PrintfSink() = default;
  virtual void character(const Value& character) = 0;
  virtual void number(const std::string& spec, const Value& value, Type type) = 0;
  void text(std::string_view text) {
    for (const char c : text) character(Value{static_cast<uint8_t>(c), 0});
  }
  uint64_t count = 0;
};

class ChannelSink : public PrintfSink {
 public:
  // `countMatters`: somebody looks at the count, so numbers must not stay symbolic.
  ChannelSink(Machine& m, Machine::Channel channel, bool countMatters) : m_(m), channel_(channel), countMatters_(countMatters) {}
  void character(const Value& character) override;
  void number(const std::string& spec, const Value& value, Type type) override;

 private:
  Machine& m_;
  Machine::Channel channel_;
  bool countMatters_;
};

class MemorySink : public PrintfSink {
 public:
  explicit MemorySink(Machine& m) : m_(m) {}
  void character(const Value& character) override;
  void number(const std::string& spec, const Value& value, Type type) override;
  // The text and its terminator, cut to `capacity` bytes, go to the buffer.
  bool finish(const Value& buffer, uint64_t capacity);

 private:
  Machine& m_;
  std::vector<Value> characters_;
};

// Formats; false when the run was ended.
bool printTo(Machine& m, const std::string& format, PrintfArguments& arguments, PrintfSink& sink);

// The bytes of a string up to its terminator, or `limit` bytes; symbolic bytes stay symbolic, each decided to be the terminator or not.
bool loadString(Machine& m, const Value& pointer, uint64_t limit, std::vector<Value>& bytes);

}  // namespace cleave::vm
