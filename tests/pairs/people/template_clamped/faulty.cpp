

template <class T>
T clamped(T value, T low, T high) {
  return high < value ? high : value < low ? low : value;
}
template int clamped<int>(int, int, int);
template long clamped<long>(long, long, long);
