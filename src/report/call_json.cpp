#include "report/call_json.h"

#include <stdexcept>

#include "report/utf8.h"

namespace cleave::report {

namespace {

using result::Call;
using result::CallArgument;
using result::CallFill;
using result::CallGlobal;
using result::CallLimit;
using result::CallMember;
using result::CallNumber;
using result::CallObject;
using result::CallType;
using result::CallTypeKind;
using result::CallValue;
using result::CallValueKind;
using result::CallWorld;
using result::CallWorldKind;
using result::kCallTypeKinds;
using result::kCallValueKinds;
using result::kCallWorldKinds;
using result::kNowhere;

constexpr const char* kCalledAsBefore = "as before";

template <class Kind>
Kind kindFrom(const std::string& text, uint8_t count) {
  for (uint8_t k = 0; k < count; ++k)
    if (text == toText(static_cast<Kind>(k))) return static_cast<Kind>(k);
  throw std::runtime_error("an unknown kind: " + text);
}

void putIndex(Json& json, const char* key, uint32_t index) {
  if (index != kNowhere) json[key] = index;
}
void putText(Json& json, const char* key, const std::string& text) {
  if (!text.empty()) json[key] = validUtf8(text);
}
void putNumber(Json& json, const char* key, uint64_t number, uint64_t usual = 0) {
  if (number != usual) json[key] = number;
}
void putFlag(Json& json, const char* key, bool flag) {
  if (flag) json[key] = true;
}
template <class T, class Make>
void putList(Json& json, const char* key, const std::vector<T>& list, Make make) {
  if (list.empty()) return;
  Json array = Json::array();
  for (const T& each : list) array.push_back(make(each));
  json[key] = std::move(array);
}
uint32_t indexAt(const Json& json, const char* key) { return json.value(key, kNowhere); }

template <class T, class Make>
void getList(const Json& json, const char* key, std::vector<T>& list, Make make) {
  if (!json.contains(key)) return;
  for (const Json& each : json.at(key)) list.push_back(make(each));
}

Json memberJson(const CallMember& member) {
  Json json = {{"name", validUtf8(member.name)}};
  putNumber(json, "bit", member.offsetBits);
  json["bits"] = member.sizeBits;
  putIndex(json, "type", member.type);
  putFlag(json, "bit_field", member.isBitField);
  return json;
}
CallMember memberFrom(const Json& json) {
  return {json.at("name"), json.value("bit", uint64_t{0}), json.at("bits"), indexAt(json, "type"), json.value("bit_field", false)};
}

Json typeJson(const CallType& type) {
  Json json = {{"kind", toText(type.kind)}, {"name", validUtf8(type.name)}};
  putText(json, "aliased", type.aliased);
  putNumber(json, "bytes", type.bytes);
  putFlag(json, "signed", type.isSigned);
  putIndex(json, "element", type.element);
  putNumber(json, "count", type.count);
  putList(json, "members", type.members, memberJson);
  return json;
}
CallType typeFrom(const Json& json) {
  CallType type{kindFrom<CallTypeKind>(json.at("kind"), kCallTypeKinds), json.at("name"), json.value("aliased", ""), json.value("bytes", uint64_t{0}),
                json.value("signed", false), indexAt(json, "element"), json.value("count", uint64_t{0})};
  getList(json, "members", type.members, memberFrom);
  return type;
}

Json insteadJson(const CallValue::Instead& instead) {
  Json json = {{"input", instead.input}, {"value", instead.value}};
  putIndex(json, "object", instead.object);
  putText(json, "global", instead.global);
  putNumber(json, "offset", instead.offset);
  return json;
}
CallValue::Instead insteadFrom(const Json& json) {
  return {json.at("input"), json.at("value"), indexAt(json, "object"), json.value("global", ""), json.value("offset", uint64_t{0})};
}

Json valueJson(const CallValue& value) {
  Json json = Json::object();
  if (value.kind != CallValueKind::Input) json["kind"] = toText(value.kind);
  putIndex(json, "input", value.input);
  putNumber(json, "bits", value.bits);
  putNumber(json, "bit", value.bitOffset);
  putIndex(json, "object", value.object);
  putList(json, "instead", value.instead, insteadJson);
  putNumber(json, "null_up_to", value.nullUpTo, UINT64_MAX);
  if (!value.functions.empty()) json["functions"] = textList(value.functions);
  putText(json, "global", value.global);
  putNumber(json, "offset", value.offset);
  return json;
}
CallValue valueFrom(const Json& json) {
  CallValue value;
  value.kind = kindFrom<CallValueKind>(json.value("kind", "input"), kCallValueKinds);
  value.input = indexAt(json, "input");
  value.bits = json.value("bits", 0u);
  value.bitOffset = json.value("bit", 0u);
  value.object = indexAt(json, "object");
  getList(json, "instead", value.instead, insteadFrom);
  value.nullUpTo = json.value("null_up_to", UINT64_MAX);
  if (json.contains("functions")) value.functions = json.at("functions").get<std::vector<std::string>>();
  value.global = json.value("global", "");
  value.offset = json.value("offset", uint64_t{0});
  return value;
}

Json fillJson(const CallFill& fill) {
  Json json = valueJson(fill.value);
  putNumber(json, "at", fill.offset);
  return json;
}
CallFill fillFrom(const Json& json) { return {json.value("at", uint64_t{0}), valueFrom(json)}; }

Json objectJson(const CallObject& object) {
  Json json = {{"place", validUtf8(object.place)}};
  putText(json, "global", object.global);
  putIndex(json, "type", object.type);
  putNumber(json, "count", object.count, 1);
  putFlag(json, "array", object.isArray);
  putFlag(json, "heap", object.isHeap);
  putNumber(json, "extra", object.extra);
  json["bytes"] = object.bytes;
  putList(json, "fills", object.fills, fillJson);
  return json;
}
CallObject objectFrom(const Json& json) {
  CallObject object{json.at("place"),           json.value("global", ""),   indexAt(json, "type"),           json.value("count", uint64_t{1}),
                    json.value("array", false), json.value("heap", false), json.value("extra", uint64_t{0}), json.at("bytes")};
  getList(json, "fills", object.fills, fillFrom);
  return object;
}

Json argumentJson(const CallArgument& argument) {
  Json json = {{"name", validUtf8(argument.name)}};
  putIndex(json, "type", argument.type);
  if (argument.byValue == kNowhere) json["value"] = valueJson(argument.value);
  putIndex(json, "by_value", argument.byValue);
  return json;
}
CallArgument argumentFrom(const Json& json) {
  return {json.at("name"), indexAt(json, "type"), json.contains("value") ? valueFrom(json.at("value")) : CallValue{}, indexAt(json, "by_value")};
}

Json globalJson(const CallGlobal& global) {
  Json json = {{"name", validUtf8(global.name)}};
  putIndex(json, "type", global.type);
  putFlag(json, "static", global.isStatic);
  return json;
}
CallGlobal globalFrom(const Json& json) { return {json.at("name"), indexAt(json, "type"), json.value("static", false)}; }

Json worldJson(const CallWorld& world) {
  Json json = {{"kind", toText(world.kind)}};
  putIndex(json, "input", world.input);
  putText(json, "name", world.name);
  if (world.kind == CallWorldKind::Variable) json["value"] = valueJson(world.value);
  return json;
}
CallWorld worldFrom(const Json& json) {
  return {kindFrom<CallWorldKind>(json.at("kind"), kCallWorldKinds), indexAt(json, "input"), json.value("name", ""),
          json.contains("value") ? valueFrom(json.at("value")) : CallValue{}};
}

Json callJson(const Call& call) {
  Json json = {{"function", validUtf8(call.function)}};
  putText(json, "file", call.file);
  putFlag(json, "cxx", call.isCxx);
  putFlag(json, "static", call.isStatic);
  putFlag(json, "main", call.isMain);
  putFlag(json, "variadic", call.isVariadic);
  putFlag(json, "starts_fresh", call.startsFresh);
  putText(json, "unsupported", call.unsupported);
  putIndex(json, "result", call.result);
  putList(json, "arguments", call.arguments, argumentJson);
  putList(json, "objects", call.objects, objectJson);
  putList(json, "globals", call.globals, globalJson);
  putList(json, "types", call.types, typeJson);
  putList(json, "world", call.world, worldJson);
  putList(json, "numbers", call.numbers, [](const CallNumber& each) {
    return Json{{"object", each.object}, {"offset", each.offset}, {"input", each.input}};
  });
  putList(json, "limits", call.limits, [](const CallLimit& each) {
    return Json{{"input", each.input}, {"low", each.low}, {"high", each.high}};
  });
  putIndex(json, "stdin", call.stdinObject);
  putIndex(json, "stdin_length", call.stdinLength);
  return json;
}

Call callFrom(const Json& json) {
  Call call;
  call.function = json.at("function");
  call.file = json.value("file", "");
  call.isCxx = json.value("cxx", false);
  call.isStatic = json.value("static", false);
  call.isMain = json.value("main", false);
  call.isVariadic = json.value("variadic", false);
  call.startsFresh = json.value("starts_fresh", false);
  call.unsupported = json.value("unsupported", "");
  call.result = indexAt(json, "result");
  getList(json, "arguments", call.arguments, argumentFrom);
  getList(json, "objects", call.objects, objectFrom);
  getList(json, "globals", call.globals, globalFrom);
  getList(json, "types", call.types, typeFrom);
  getList(json, "world", call.world, worldFrom);
  getList(json, "numbers", call.numbers, [](const Json& each) { return CallNumber{each.at("object"), each.at("offset"), each.at("input")}; });
  getList(json, "limits", call.limits, [](const Json& each) { return CallLimit{each.at("input"), each.at("low"), each.at("high")}; });
  call.stdinObject = indexAt(json, "stdin");
  call.stdinLength = indexAt(json, "stdin_length");
  return call;
}

}  // namespace

Json callsJson(const Both<result::Call>& calls) {
  Json json = {{"before", callJson(calls.before)}};
  json["after"] = calls.after == calls.before ? Json(kCalledAsBefore) : callJson(calls.after);
  return json;
}

Both<result::Call> callsFrom(const Json& json) {
  Both<result::Call> calls;
  calls.before = callFrom(json.at("before"));
  calls.after = json.at("after").is_string() ? calls.before : callFrom(json.at("after"));
  return calls;
}

}  // namespace cleave::report
