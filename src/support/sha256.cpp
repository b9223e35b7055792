// The constants of the standard are the first bits of the fractional parts of square and cube roots of primes. They are computed here, in
// whole numbers, so that there is no table to mistype; the tests have the standard's examples.
#include "support/sha256.h"

#include <array>
#include <bit>
#include <cstdint>

#if defined(__x86_64__)
#include <cpuid.h>
#include <immintrin.h>
#endif

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

void addBlocksPlainly(State& state, const unsigned char* bytes, size_t count) {
  for (size_t k = 0; k < count; ++k) addBlock(state, bytes + 64 * k);
}

#if defined(__x86_64__)

bool hasInstructions() {
  unsigned a = 0, b = 0, c = 0, d = 0;
  const bool hasShuffles = __get_cpuid(1, &a, &b, &c, &d) != 0 && (c & bit_SSE4_1) != 0 && (c & bit_SSSE3) != 0;
  return hasShuffles && __get_cpuid_count(7, 0, &a, &b, &c, &d) != 0 && (b & bit_SHA) != 0;
}

// The same with the processor's instructions, which do two rounds at once, on the words a b e f and c d g h (the first is the highest).
__attribute__((target("sha,sse4.1,ssse3"))) void addBlocksFast(State& state, const unsigned char* bytes, size_t count) {
  const auto load = [](const void* from) __attribute__((target("sha,sse4.1,ssse3"))) {
    return _mm_loadu_si128(static_cast<const __m128i*>(from));
  };
  const __m128i bigEndian = _mm_set_epi8(12, 13, 14, 15, 8, 9, 10, 11, 4, 5, 6, 7, 0, 1, 2, 3);
  auto [a, b, c, d, e, f, g, h] = state;
  __m128i abef = _mm_set_epi32(static_cast<int>(a), static_cast<int>(b), static_cast<int>(e), static_cast<int>(f));
  __m128i cdgh = _mm_set_epi32(static_cast<int>(c), static_cast<int>(d), static_cast<int>(g), static_cast<int>(h));
  for (size_t k = 0; k < count; ++k, bytes += 64) {
    const __m128i first = abef, second = cdgh;
    __m128i w[4];  // the last sixteen words of the schedule
    for (size_t i = 0; i < 4; ++i) w[i] = _mm_shuffle_epi8(load(bytes + 16 * i), bigEndian);
#pragma clang loop unroll(full)
    for (size_t i = 0; i < 16; ++i) {
      if (i >= 4) {
        const __m128i sevenBack = _mm_alignr_epi8(w[(i + 3) % 4], w[(i + 2) % 4], 4);
        w[i % 4] = _mm_sha256msg2_epu32(_mm_add_epi32(_mm_sha256msg1_epu32(w[i % 4], w[(i + 1) % 4]), sevenBack), w[(i + 3) % 4]);
      }
      const __m128i added = _mm_add_epi32(w[i % 4], load(&kRound[4 * i]));
      cdgh = _mm_sha256rnds2_epu32(cdgh, abef, added);
      abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(added, 0x0e));
    }
    abef = _mm_add_epi32(abef, first);
    cdgh = _mm_add_epi32(cdgh, second);
  }
  std::array<Word, 4> one, other;
  _mm_storeu_si128(reinterpret_cast<__m128i*>(one.data()), abef);
  _mm_storeu_si128(reinterpret_cast<__m128i*>(other.data()), cdgh);
  state = {one[3], one[2], other[3], other[2], one[1], one[0], other[1], other[0]};
}

#endif

void addBlocks(State& state, const unsigned char* bytes, size_t count) {
#if defined(__x86_64__)
  static const bool kIsFast = hasInstructions();
  if (kIsFast) return addBlocksFast(state, bytes, count);
#endif
  addBlocksPlainly(state, bytes, count);
}

std::string digestWith(void (*add)(State&, const unsigned char*, size_t), std::string_view text) {
  State state = rootsOfPrimes<8>(2);
  const size_t whole = text.size() / 64;
  add(state, reinterpret_cast<const unsigned char*>(text.data()), whole);
  std::string rest(text.substr(64 * whole));
  rest += '\x80';
  while (rest.size() % 64 != 56) rest += '\0';
  for (unsigned shift = 64; shift != 0;) rest += static_cast<char>(uint64_t{text.size()} * 8 >> (shift -= 8));
  add(state, reinterpret_cast<const unsigned char*>(rest.data()), rest.size() / 64);
  std::string digits;
  for (const Word word : state) digits += toHex(word, 32).substr(2);
  return digits;
}

}  // namespace

std::string sha256(std::string_view text) { return digestWith(addBlocks, text); }
std::string plainSha256(std::string_view text) { return digestWith(addBlocksPlainly, text); }

}  // namespace cleave
