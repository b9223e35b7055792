#include "result/call.h"

#include "support/check.h"

namespace cleave::result {

const char* toText(CallTypeKind kind) {
  switch (kind) {
    case CallTypeKind::Void:
      return "void";
    case CallTypeKind::Bool:
      return "bool";
    case CallTypeKind::Char:
      return "char";
    case CallTypeKind::Int:
      return "int";
    case CallTypeKind::Enum:
      return "enum";
    case CallTypeKind::Float:
      return "float";
    case CallTypeKind::Pointer:
      return "pointer";
    case CallTypeKind::Array:
      return "array";
    case CallTypeKind::Struct:
      return "struct";
    case CallTypeKind::Union:
      return "union";
    case CallTypeKind::Function:
      return "function";
    case CallTypeKind::Unknown:
      return "unknown";
  }
  UNREACHABLE("a type of no kind");
}

const char* toText(CallValueKind kind) {
  switch (kind) {
    case CallValueKind::Input:
      return "input";
    case CallValueKind::Pointer:
      return "pointer";
    case CallValueKind::Function:
      return "function";
    case CallValueKind::Global:
      return "global";
    case CallValueKind::Loaded:
      return "loaded";
    case CallValueKind::Constant:
      return "constant";
  }
  UNREACHABLE("a value of no kind");
}

const char* toText(CallWorldKind kind) {
  switch (kind) {
    case CallWorldKind::Errno:
      return "errno";
    case CallWorldKind::Seed:
      return "seed";
    case CallWorldKind::Variable:
      return "variable";
    case CallWorldKind::Zone:
      return "zone";
  }
  UNREACHABLE("a part of the world of no kind");
}

}  // namespace cleave::result
