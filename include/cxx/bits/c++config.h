// Before GCC's own header of this name: what its library compiled ahead of time (std::string before C++20, streams) is compiled with the program
// instead, so that the code is there to be looked at. Found first, and only where GCC's headers look for it.
#pragma GCC system_header
#include_next <bits/c++config.h>
#undef _GLIBCXX_EXTERN_TEMPLATE
#define _GLIBCXX_EXTERN_TEMPLATE 0
