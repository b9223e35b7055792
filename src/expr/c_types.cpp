#include "expr/c_types.h"

namespace cleave::expr {

std::string cType(unsigned width, bool isSigned) {
  switch (width) {
    case 8:
      return isSigned ? "signed char" : "unsigned char";
    case 16:
      return isSigned ? "short" : "unsigned short";
    case 32:
      return isSigned ? "int" : "unsigned";
    case 64:
      return isSigned ? "long" : "unsigned long";
    case 128:
      return isSigned ? "__int128" : "unsigned __int128";
    default:
      return std::string(isSigned ? "" : "unsigned ") + "_BitInt(" + std::to_string(width) + ")";
  }
}

bool isStandardWidth(unsigned width) { return width == 8 || width == 16 || width == 32 || width == 64 || width == 128; }

}  // namespace cleave::expr
