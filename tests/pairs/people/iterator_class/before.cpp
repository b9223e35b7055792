class Range {
 public:
  class iterator {
   public:
    explicit iterator(int at) : at_(at) {}
    int operator*() const { return at_; }
    iterator& operator++() { ++at_; return *this; }
    bool operator!=(const iterator& other) const { return at_ != other.at_; }
   private:
    int at_;
  };
  Range(int from, int to) : from_(from), to_(to < from ? from : to) {}
  iterator begin() const { return iterator(from_); }
  iterator end() const { return iterator(to_); }
 private:
  int from_, to_;
};

int sum_range(unsigned char from, unsigned char length) {
  int sum = 0;
  for (int i : Range(from, from + length % 4)) sum += i;
  return sum;
}
