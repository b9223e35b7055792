// Instead of LLVM's own header of this name: of std::string nothing is left to the library's binary, all is compiled with the program.
// Found first, and only where headers of LLVM's library look for it.
#pragma GCC system_header
#ifndef _LIBCPP___STRING_EXTERN_TEMPLATE_LISTS_H
#define _LIBCPP___STRING_EXTERN_TEMPLATE_LISTS_H
#define _LIBCPP_STRING_V1_EXTERN_TEMPLATE_LIST(_Func, _CharType)
#define _LIBCPP_STRING_UNSTABLE_EXTERN_TEMPLATE_LIST(_Func, _CharType)
#endif
