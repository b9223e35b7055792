// The constants of the standard are the first bits of the fractional parts of square and cube roots of primes. They are computed here, in
// whole numbers, so that there is no table to mistype; the tests have the standard's examples.
#include "support/sha256.h"

#include <array>
#include <bit>
#include <cstdint>

#include "support/bits.h"

namespace cleave {

namespace {

using Word = uint32_t;

constexpr bool isPrime(unsigned n) {
  for (unsigned d = 2; d * d <= n; ++d)
    if (n % d == 0) return false;
  return n >= 2;
}

// The first 32 bits behind the point of the square (power 2) or cube root (power 3) of n: the largest r with r^power <= n * 2^(32 * power).
constexpr Word rootBits(unsigned n, unsigned power) {
  const U128 limit = U128{n} << (32 * power);
  U128 root = 0;
  for (U128 bit = U128{1} << 36; bit != 0; bit >>= 1) {
    const U128 next = root | bit;
    if ((power == 2 ? next * next : next * next * next) <= limit) root = next;
  }
  return static_cast<Word>(root);
}

template <size_t N>
constexpr std::array<Word, N> rootsOfPrimes(unsigned power) {
  std::array<Word, N> words{};
  unsigned n = 2;
  for (Word& word : words) {
    while (!isPrime(n)) ++n;
    word = rootBits(n++, power);
  }
  return words;
}

constexpr std::array<Word, 64> kRound = rootsOfPrimes<64>(3);
using State = std::array<Word, 8>;

void addBlock(State& state, const unsigned char* block) {
  std::array<Word, 64> w{};
  for (size_t i = 0; i < 16; ++i)
    for (size_t k = 0; k < 4; ++k) w[i] = w[i] << 8 | block[4 * i + k];
  for (size_t i = 16; i < 64; ++i) {
    const Word low = std::rotr(w[i - 15], 7) ^ std::rotr(w[i - 15], 18) ^ (w[i - 15] >> 3);
    const Word high = std::rotr(w[i - 2], 17) ^ std::rotr(w[i - 2], 19) ^ (w[i - 2] >> 10);
    w[i] = w[i - 16] + low + w[i - 7] + high;
  }
  auto [a, b, c, d, e, f, g, h] = state;
  for (size_t i = 0; i < 64; ++i) {
    const Word first = h + (std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25)) + ((e & f) ^ (~e & g)) + kRound[i] + w[i];
    const Word second = (std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    h = g, g = f, f = e, e = d + first;
    d = c, c = b, b = a, a = first + second;
  }
  const State added{a, b, c, d, e, f, g, h};
  for (size_t i = 0; i < state.size(); ++i) state[i] += added[i];
}

}  // namespace

std::string sha256(std::string_view text) {
  State state = rootsOfPrimes<8>(2);
  const auto* bytes = reinterpret_cast<const unsigned char*>(text.data());
  const size_t whole = text.size() / 64 * 64;
  for (size_t at = 0; at < whole; at += 64) addBlock(state, bytes + at);
  std::string rest(text.substr(whole));
  rest += '\x80';
  while (rest.size() % 64 != 56) rest += '\0';
  for (unsigned shift = 64; shift != 0;) rest += static_cast<char>(uint64_t{text.size()} * 8 >> (shift -= 8));
  for (size_t at = 0; at < rest.size(); at += 64) addBlock(state, reinterpret_cast<const unsigned char*>(rest.data()) + at);
  std::string digits;
  for (const Word word : state) digits += toHex(word, 32).substr(2);
  return digits;
}

}  // namespace cleave
