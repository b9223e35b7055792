// Sorting, searching, divisions, random numbers, the environment.
#include <algorithm>
#include <cstdlib>
#include <vector>

#include "cleave_runtime.h"
#include "model_test.h"

extern "C" {
int model_abs(int);
long model_labs(long);
long long model_llabs(long long);
div_t model_div(int, int);
ldiv_t model_ldiv(long, long);
lldiv_t model_lldiv(long long, long long);
void model_qsort(void*, size_t, size_t, int (*)(const void*, const void*));
void model_qsort_r(void*, size_t, size_t, int (*)(const void*, const void*, void*), void*);
void* model_bsearch(const void*, const void*, size_t, size_t, int (*)(const void*, const void*));
void model_srand(unsigned);
int model_rand(void);
void model_srandom(unsigned);
long model_random(void);
int model_rand_r(unsigned*);
char* model_getenv(const char*);
void model_cleave_set_env(const char*, const char*);
double model_difftime(long, long);
}

namespace cleave::modeltest {
namespace {

TEST(Stdlib, Divisions) {
  Draw draw(1);
  for (int i = 0; i < kCalls; ++i) {
    const int64_t a = draw.integer();
    const int64_t b = draw.integer();
    const int small = static_cast<int>(a), by = static_cast<int>(b);
    if (small != INT32_MIN) {
      ASSERT_EQ(::abs(small), model_abs(small));
    }
    if (a != INT64_MIN) {
      ASSERT_EQ(::labs(a), model_labs(a));
    }
    if (a != INT64_MIN) {
      ASSERT_EQ(::llabs(a), model_llabs(a));
    }
    if (by != 0 && (by != -1 || small != INT32_MIN)) {
      ASSERT_EQ(::div(small, by).quot, model_div(small, by).quot);
      ASSERT_EQ(::div(small, by).rem, model_div(small, by).rem);
    }
    if (b == 0 || (b == -1 && a == INT64_MIN)) continue;
    ASSERT_EQ(::ldiv(a, b).quot, model_ldiv(a, b).quot);
    ASSERT_EQ(::ldiv(a, b).rem, model_ldiv(a, b).rem);
    ASSERT_EQ(::lldiv(a, b).quot, model_lldiv(a, b).quot);
    ASSERT_EQ(::lldiv(a, b).rem, model_lldiv(a, b).rem);
    ASSERT_EQ(::difftime(a, b), model_difftime(a, b));
  }
}

// Elements of 8 bytes of which only some bits count: the order of equal ones shows whether it is the same algorithm. What was compared
// with what shows it, too.
std::vector<std::pair<uint64_t, uint64_t>>* compared = nullptr;
int compareLow(const void* a, const void* b) {
  uint64_t x, y;
  std::memcpy(&x, a, 8);
  std::memcpy(&y, b, 8);
  compared->emplace_back(x, y);
  return static_cast<int>(x & 7) - static_cast<int>(y & 7);
}

TEST(Stdlib, Sort) {
  Draw draw(2);
  for (int i = 0; i < kCalls; ++i) {
    std::vector<uint64_t> a(draw.below(draw.chance(5) ? 100 : 12));
    for (uint64_t& each : a) each = draw.bits();
    std::vector<uint64_t> b = a;
    std::vector<std::pair<uint64_t, uint64_t>> ofReal, ofModel;
    compared = &ofReal;
    ::qsort(a.data(), a.size(), 8, compareLow);
    compared = &ofModel;
    model_qsort(b.data(), b.size(), 8, compareLow);
    ASSERT_EQ(a, b);
    ASSERT_EQ(ofReal, ofModel);
    const uint64_t key = draw.bits();
    ASSERT_EQ(::bsearch(&key, a.data(), a.size(), 8, compareLow), model_bsearch(&key, a.data(), a.size(), 8, compareLow));
  }
}

int compareFirst(const void* a, const void* b) { return *static_cast<const unsigned char*>(a) - *static_cast<const unsigned char*>(b); }

TEST(Stdlib, SortOfOddSizes) {
  Draw draw(3);
  for (int i = 0; i < kCalls; ++i) {
    const size_t size = 1 + draw.below(40), count = draw.below(10);
    std::vector<unsigned char> a(size * count);
    for (unsigned char& each : a) each = static_cast<unsigned char>(draw.below(4));
    std::vector<unsigned char> b = a;
    ::qsort(a.data(), count, size, compareFirst);
    model_qsort(b.data(), count, size, compareFirst);
    ASSERT_EQ(a, b);
  }
}

// The comparison sees the array as it is meanwhile, and is told where to write that down.
struct Seen {
  std::vector<unsigned char>* array;
  std::vector<unsigned char> all;
};
int compareSeeing(const void* a, const void* b, void* to) {
  auto& seen = *static_cast<Seen*>(to);
  seen.all.insert(seen.all.end(), seen.array->begin(), seen.array->end());
  return compareFirst(a, b);
}

TEST(Stdlib, SortWithAnArgument) {
  Draw draw(5);
  for (int i = 0; i < kCalls; ++i) {
    const size_t size = draw.chance(50) ? 1 + draw.below(8) : 30 + draw.below(8), count = draw.below(8);
    std::vector<unsigned char> a(size * count);
    for (unsigned char& each : a) each = static_cast<unsigned char>(draw.below(4));
    std::vector<unsigned char> b = a;
    Seen real{&a, {}}, model{&b, {}};
    ::qsort_r(a.data(), count, size, compareSeeing, &real);
    model_qsort_r(b.data(), count, size, compareSeeing, &model);
    ASSERT_EQ(a, b);
    ASSERT_EQ(real.all, model.all);
  }
}

TEST(Stdlib, Random) {
  Draw draw(4);
  for (int k = 0; k < 10; ++k) ASSERT_EQ(::rand(), model_rand());  // without a seed
  for (int i = 0; i < 1000; ++i) {
    const auto seed = static_cast<unsigned>(draw.integer());
    ::srand(seed);
    model_srand(seed);
    for (int k = 0; k < 10; ++k) ASSERT_EQ(::rand(), model_rand()) << seed;
    ::srandom(seed);
    model_srandom(seed);
    for (int k = 0; k < 50; ++k) ASSERT_EQ(::random(), model_random()) << seed;
    unsigned a = seed, b = seed;
    for (int k = 0; k < 10; ++k) ASSERT_EQ(::rand_r(&a), model_rand_r(&b)) << seed;
    ASSERT_EQ(a, b);
  }
}

TEST(Stdlib, Environment) {
  EXPECT_EQ(model_getenv("HOME"), nullptr);
  model_cleave_set_env("HOME", "/nowhere");
  model_cleave_set_env("EMPTY", "");
  model_cleave_set_env("UNSET", nullptr);
  EXPECT_STREQ(model_getenv("HOME"), "/nowhere");
  EXPECT_STREQ(model_getenv("EMPTY"), "");
  EXPECT_EQ(model_getenv("UNSET"), nullptr);
  EXPECT_EQ(model_getenv("HOM"), nullptr);
  EXPECT_EQ(model_getenv("HOMEX"), nullptr);
  for (int i = 3; i < 16; ++i) model_cleave_set_env("X", "");
  EXPECT_THROW(model_cleave_set_env("X", ""), Unfinished);
}

}  // namespace
}  // namespace cleave::modeltest
