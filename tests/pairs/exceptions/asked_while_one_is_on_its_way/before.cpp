#include <exception>
int f(int a) { return a + std::uncaught_exceptions(); }
