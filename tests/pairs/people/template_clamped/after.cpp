

template <class T>
T clamped(T value, T low, T high) {
  return value < low ? low : high < value ? high : value;
}
template int clamped<int>(int, int, int);
template long clamped<long>(long, long, long);
