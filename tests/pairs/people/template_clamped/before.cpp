

template <class T>
T clamped(T value, T low, T high) {
  if (value < low) return low;
  if (value > high) return high;
  return value;
}
template int clamped<int>(int, int, int);
template long clamped<long>(long, long, long);
