#include <exception>
// The entry is the same, and so are the bytes of what it throws; whoever catches it asks for the text.
struct Low : std::exception {
  const char* what() const noexcept override { return "low"; }
};
int level(int x) {
  if (x < 0) throw Low();
  return x;
}
