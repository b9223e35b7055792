#include "../load_text.h"

namespace cleave::lower {
namespace {

using program::Op;
using program::Type;
using test::Loaded;

TEST(Lower, IntegerArithmeticKeepsWidthsAndSigns) {
  const Loaded loaded(
      "int f(signed char a, unsigned short b) { return a / 3 + b % 7 + (a >> 1) + (b >> 2) + (a < b) + ((unsigned)a < (unsigned)b); }\n"
      "unsigned long g(unsigned long a, unsigned long b) { return a / b + a % b + (a << 3) + (a >> 5); }");
  EXPECT_DUMP(loaded, "f", "define f(i8 %0, i16 %1) -> (i32)");
  EXPECT_DUMP(loaded, "f", "sext i8 %0 to i32");
  EXPECT_DUMP(loaded, "f", "zext i16 %1 to i32");
  EXPECT_DUMP(loaded, "f", "sdiv i32");
  EXPECT_DUMP(loaded, "f", "srem i32");
  EXPECT_DUMP(loaded, "f", "ashr i32");
  EXPECT_DUMP(loaded, "f", "icmp slt i32");
  EXPECT_DUMP(loaded, "f", "icmp ult i32");
  EXPECT_DUMP(loaded, "g", "udiv i64 %0, %1");
  EXPECT_DUMP(loaded, "g", "urem i64 %0, %1");
  EXPECT_DUMP(loaded, "g", "lshr i64 %0, 5");
  EXPECT_TRUE(loaded.unsupported().empty());
}

TEST(Lower, Floats) {
  const Loaded loaded(
      "double f(float a, double b, int i) { double c = a * 0.5f + b; if (c != b && a < 1.0f) c = -c; return c + i + (unsigned)i; }\n"
      "int g(double d) { return (int)d + (unsigned char)d; }\n"
      "int h(double d) { return d != d; }");
  EXPECT_DUMP(loaded, "f", "fmul float %0, 0.5f");
  EXPECT_DUMP(loaded, "f", "fpext float");
  EXPECT_DUMP(loaded, "f", "fcmp oeq double");  // and the successors of its branch swapped
  EXPECT_DUMP(loaded, "f", "fcmp olt float %0, 1f");
  EXPECT_DUMP(loaded, "f", "fneg double");
  EXPECT_DUMP(loaded, "f", "sitofp i32 %2 to double");
  EXPECT_DUMP(loaded, "f", "uitofp i32 %2 to double");
  EXPECT_DUMP(loaded, "g", "fptosi double %0 to i32");
  EXPECT_DUMP(loaded, "g", "fptoui double %0 to i8");
  EXPECT_DUMP(loaded, "h", "fcmp une double %0, %0");
}

TEST(Lower, WideIntegersTakeTwoRegisters) {
  const Loaded loaded(
      "typedef unsigned __int128 u128;\n"
      "u128 f(u128 a, int c) { u128 x = ((u128)1 << 100) + 5; if (c) x = a * x; return x; }\n"
      "unsigned long g(u128 a) { return (unsigned long)(a >> 64); }\n"
      "int s(u128 a) { switch (a) { case (u128)1 << 70: return 1; case 3: return 2; default: return 3; } }");
  const program::Function& f = loaded.function("f");
  EXPECT_EQ(f.parameters.size(), 3u);  // the ABI passes two halves
  EXPECT_EQ(f.results.size(), 2u);
  EXPECT_DUMP(loaded, "f", "mul i128");
  EXPECT_DUMP(loaded, "f", "phi i128 [1267650600228229401496703205381,");
  EXPECT_DUMP(loaded, "g", "lshr i128 ");
  EXPECT_DUMP(loaded, "g", "trunc i128 ");
  EXPECT_DUMP(loaded, "s", "switch i128");
  EXPECT_DUMP(loaded, "s", "1180591620717411303424: ");
}

TEST(Lower, IntegersOfAnyWidthAndUnsupportedOnes) {
  const Loaded loaded(
      "_BitInt(17) f(_BitInt(17) x) { return x * 3; }\n"
      "void g(_BitInt(256)* p) { *p = *p * *p; }\n"
      "int h(int x) { return x + 1; }");
  EXPECT_DUMP(loaded, "f", "define f(i17 %0) -> (i17)");
  EXPECT_DUMP(loaded, "g", "unsupported \"integers of 256 bits\"");
  EXPECT_DUMP(loaded, "h", "add i32 %0, 1");
}

TEST(Lower, BitFieldsOfPackedStructs) {
  const Loaded loaded(
      "#pragma pack(1)\nstruct s { signed a : 21; unsigned b : 31; signed c : 30; unsigned d : 27; signed e : 28; } v;\n"
      "int f(void) { return v.e + v.c; }\nvoid g(int x) { v.e = x; v.c = x; }");
  EXPECT_TRUE(loaded.unsupported().empty()) << loaded.dump("f");
  EXPECT_EQ(loaded.global("v").size, 18u);
}

TEST(Lower, UnsupportedTypesStayLocal) {
  const Loaded loaded(
      "__float128 f(__float128 x) { return x; }\n"
      "int g(int x) { if (x > 3) return (int)f(x); return x; }\n"
      "int h(int x) { return g(x); }\n"
      "_Float16 k(_Float16 x) { return x; }\n"
      "long double global = 1.5L;\n");
  EXPECT_EQ(loaded.function("f").unsupported, std::vector<std::string>{"__float128"});
  EXPECT_EQ(loaded.function("f").instructions.size(), 1u);
  EXPECT_TRUE(loaded.function("f").defined);
  EXPECT_FALSE(loaded.function("f").plainParameters);
  EXPECT_DUMP(loaded, "g", "unsupported \"__float128\"");
  EXPECT_DUMP(loaded, "g", "branch ");
  EXPECT_DUMP(loaded, "h", "call i32 @g(i32 %0)");
  EXPECT_EQ(loaded.function("k").unsupported, std::vector<std::string>{"_Float16"});
  EXPECT_EQ(loaded.global("global").size, 16u);
  EXPECT_EQ(loaded.global("global").bytes.size(), 10u);
}

TEST(Lower, LongDoubles) {
  const Loaded loaded(
      "long double f(long double x, double y) { return x * y + 0.1L; }\n"
      "struct s { char c; long double x; }; long double g(struct s* p) { return -p->x; }\n"
      "long double global = 1.5L;\n");
  EXPECT_EQ(loaded.function("f").parameters[0].type, Type::floating(80));
  EXPECT_TRUE(loaded.function("f").plainParameters);
  EXPECT_DUMP(loaded, "f", "fpext");
  EXPECT_DUMP(loaded, "f", "fadd x87");
  EXPECT_DUMP(loaded, "f", "0.1L");
  EXPECT_DUMP(loaded, "g", "load x87");
  EXPECT_EQ(loaded.global("global").bytes.size(), 10u);
}

TEST(Lower, VectorsGoElementByElement) {
  const Loaded loaded(
      "typedef int v4 __attribute__((vector_size(16))); typedef float f4 __attribute__((vector_size(16))); typedef long l2 "
      "__attribute__((vector_size(16)));\n"
      "v4 add(v4 a, v4 b) { return a + b * 3; }\n"
      "int get(v4 a, int i) { return a[i] + a[2]; }\n"
      "v4 set(v4 a, int i, int x) { a[i] = x; a[1] = 9; return a; }\n"
      "v4 cmp(v4 a, v4 b) { return a < b; }\n"
      "l2 cast(v4 a) { return (l2)a; }\n"
      "f4 conv(v4 a) { return __builtin_convertvector(a, f4); }\n"
      "v4 shuffle(v4 a, v4 b) { return __builtin_shufflevector(a, b, 0, 5, 2, 7); }\n"
      "int sum(v4 a) { return __builtin_reduce_add(a); }\n"
      "v4 sel(int c, v4 a, v4 b) { v4 r = a; if (c) r = b; return r; }\n");
  EXPECT_TRUE(loaded.unsupported().empty());
  EXPECT_EQ(loaded.count("add", Op::Add), 4u);
  EXPECT_EQ(loaded.count("add", Op::Mul), 4u);
  EXPECT_EQ(loaded.function("add").parameters.size(), 8u);
  EXPECT_EQ(loaded.function("add").results.size(), 4u);
  EXPECT_EQ(loaded.function("add").resultOffsets, (std::vector<uint64_t>{0, 4, 8, 12}));
  EXPECT_DUMP(loaded, "get", "and i32 %4, 3");  // an index outside wraps, as on x86-64
  EXPECT_EQ(loaded.count("get", Op::Select), 3u);
  EXPECT_EQ(loaded.count("set", Op::Select), 4u);
  EXPECT_EQ(loaded.count("cmp", Op::ICmp), 4u);
  EXPECT_EQ(loaded.count("cmp", Op::SExt), 4u);
  EXPECT_EQ(loaded.count("cast", Op::Shl), 2u);
  EXPECT_EQ(loaded.count("conv", Op::SIToFP), 4u);
  EXPECT_EQ(loaded.count("sum", Op::Add), 3u);
  unsigned phis = 0;
  for (const program::Block& block : loaded.function("sel").blocks) phis += static_cast<unsigned>(block.phis.size());
  EXPECT_EQ(phis, 4u);
}

TEST(Lower, VectorsOfBitsArePackedInMemory) {
  const Loaded loaded("typedef _Bool b8 __attribute__((ext_vector_type(8)));\nvoid f(b8* p, b8* q) { *p = *q; }\n");
  EXPECT_DUMP(loaded, "f", "load i8 %1");
  EXPECT_DUMP(loaded, "f", ", %0 ");
  EXPECT_EQ(loaded.count("f", Op::Store), 1u);
}

TEST(Lower, StructsByTheAbi) {
  const Loaded loaded(
      "struct small { int a; double d; }; struct big { long a[5]; }; struct floats { float x, y, z; };\n"
      "struct small small(struct small s) { s.a++; return s; }\n"
      "struct big big(struct big b) { b.a[1]++; return b; }\n"
      "struct floats floats(struct floats v) { return v; }\n"
      "long use(struct big* p) { struct big b = big(*p); return b.a[0] + small((struct small){1, 2.0}).a; }\n");
  EXPECT_EQ(loaded.function("small").results, (std::vector<Type>{Type::integer(32), Type::floating(64)}));
  EXPECT_EQ(loaded.function("small").resultOffsets, (std::vector<uint64_t>{0, 8}));
  EXPECT_EQ(loaded.function("floats").resultOffsets, (std::vector<uint64_t>{0, 4, 8}));
  const program::Function& big = loaded.function("big");
  ASSERT_EQ(big.parameters.size(), 2u);
  EXPECT_TRUE(big.parameters[0].structReturn);
  EXPECT_EQ(big.parameters[1].byValueSize, 40u);
  EXPECT_TRUE(big.results.empty());
  EXPECT_DUMP(loaded, "use", "call void @big(ptr %");
  EXPECT_DUMP(loaded, "use", "byval(40)");
  EXPECT_DUMP(loaded, "use", " = call i32, double @small(i32 ");
}

TEST(Lower, Variadic) {
  const Loaded loaded(
      "#include <stdarg.h>\nint sum(int n, ...) { va_list l, k; va_start(l, n); va_copy(k, l); int r = 0; while (n--) r += va_arg(k, int); "
      "va_end(l); va_end(k); return r; }\n"
      "int f(void) { return sum(2, 3, 4.5, 1L); }\n");
  EXPECT_TRUE(loaded.function("sum").variadic);
  EXPECT_TRUE(loaded.unsupported().empty());
  EXPECT_EQ(loaded.count("sum", Op::VaStart), 1u);
  EXPECT_EQ(loaded.count("sum", Op::VaCopy), 1u);
  EXPECT_EQ(loaded.count("sum", Op::VaEnd), 2u);
  EXPECT_DUMP(loaded, "f", "call i32 @sum(i32 2, ... i32 3, double 4.5, i64 1)");
}

TEST(Lower, Calls) {
  const Loaded loaded(
      "int ext(int, char*); static int twice(int x) { return 2 * x; }\n"
      "int f(int (*p)(int), int x) { return p(x) + twice(x) + ext(x, 0); }\n"
      "void stop(void) __attribute__((noreturn)); void g(int x) { if (x) stop(); }\n");
  EXPECT_DUMP(loaded, "f", "call i32 %0(i32 %1)");
  EXPECT_DUMP(loaded, "f", "call i32 @twice(i32 %1)");
  EXPECT_DUMP(loaded, "f", "call i32 @ext(i32 %1, ptr null)");
  EXPECT_FALSE(loaded.function("ext").defined);
  EXPECT_TRUE(loaded.function("twice").internal);
  EXPECT_TRUE(loaded.function("stop").noReturn);
  EXPECT_EQ(loaded.count("g", Op::Unreachable), 1u);
}

TEST(Lower, SwitchWithSharedTargets) {
  const Loaded loaded(
      "int f(int x) { int r = 0; switch (x) { case 1: case 2: case -3: r = 5; break; case 9: r = 6; default: r += 1; } return r; }");
  const program::Function& f = loaded.function("f");
  ASSERT_EQ(f.switches.size(), 1u);
  ASSERT_EQ(f.switches[0].cases.size(), 4u);
  EXPECT_EQ(f.edges[f.switches[0].cases[0].edge].to, f.edges[f.switches[0].cases[2].edge].to);
  EXPECT_EQ(f.switches[0].cases[2].value, 0xfffffffdu);
  EXPECT_DUMP(loaded, "f", "-3: b1.sw.bb");
}

TEST(Lower, ASwitchThatJumpsStraightToAPhi) {
  const Loaded loaded(
      "define i128 @f(i32 %x, i128 %a) {\nentry:\n  switch i32 %x, label %other [ i32 1, label %end\n i32 2, label %end ]\n"
      "other:\n  br label %end\n"
      "end:\n  %r = phi i128 [ %a, %entry ], [ %a, %entry ], [ 7, %other ]\n  ret i128 %r\n}\n",
      "t.ll");
  const program::Function& f = loaded.function("f");
  ASSERT_EQ(f.blocks[2].phis.size(), 1u);
  EXPECT_EQ(f.blocks[2].phis[0].incoming.size(), 2u);  // one per predecessor
  EXPECT_EQ(f.moves.size(), 6u);                       // three edges, two halves
}

TEST(Lower, AddressesAndGeps) {
  const Loaded loaded(
      "struct s { int a; struct { char c[4]; long l; } in[3]; }; struct s g; extern int far[];\n"
      "long* f(struct s* p, int i) { return &p->in[i].l; }\n"
      "char* h(void) { return &g.in[1].c[2]; }\n"
      "int k(long i) { return far[i - 1]; }\n");
  EXPECT_DUMP(loaded, "f", "ptradd %0, 8");
  EXPECT_DUMP(loaded, "f", "sext i32 %1 to i64");
  EXPECT_DUMP(loaded, "f", " * 16");
  EXPECT_DUMP(loaded, "h", "return ptr @g+26");
  EXPECT_DUMP(loaded, "k", "ptradd @far, i64 %");
  EXPECT_FALSE(loaded.global("far").defined);
}

TEST(Lower, ConstantExpressions) {
  const Loaded loaded(
      "int a, b; int f(int x) { return x ? (long)&a & 7 : 0; } unsigned long g(void) { return (unsigned long)&a - (unsigned long)&b; }\n"
      "void* h(void) { return (void*)42; } int k(int c) { return (c ? &a : &b) == &b; }\n");
  EXPECT_DUMP(loaded, "f", "ptrtoint ptr @a to i64");
  EXPECT_DUMP(loaded, "g", "sub i64");
  EXPECT_DUMP(loaded, "h", "inttoptr i64 42 to ptr");
  EXPECT_DUMP(loaded, "k", "icmp eq ptr ");
  EXPECT_TRUE(loaded.unsupported().empty());
}

TEST(Lower, ConstantExpressionsInPhisAreComputedInThePredecessor) {
  const Loaded loaded(
      "@g = global i32 0\n"
      "define i64 @f(i1 %c) {\nentry:\n  br i1 %c, label %a, label %end\na:\n  br label %end\n"
      "end:\n  %r = phi i64 [ ptrtoint (ptr @g to i64), %a ], [ 1, %entry ]\n  ret i64 %r\n}\n",
      "t.ll");
  EXPECT_DUMP(loaded, "f", "b1.a:\n  %2 = ptrtoint ptr @g to i64\n  jump b2.end");
}

TEST(Lower, Intrinsics) {
  const Loaded loaded(
      "int f(int a, int b, long l, unsigned u) {\n"
      "  int r; int o = __builtin_add_overflow(a, b, &r) + __builtin_mul_overflow(l, l, &l);\n"
      "  return o + r + __builtin_popcount(u) + __builtin_bswap32(u) + __builtin_bitreverse32(u) + __builtin_rotateleft32(u, 3)\n"
      "    + __builtin_abs(a) + (int)__builtin_expect(a, 1) + __builtin_elementwise_max(a, b) + __builtin_elementwise_add_sat(a, b); }\n"
      "double g(double a, double b, double c) { return __builtin_sqrt(a) + __builtin_floor(a) + __builtin_ceil(b) + __builtin_trunc(b) + "
      "__builtin_rint(c)\n"
      "    + __builtin_nearbyint(c) + __builtin_round(c) + __builtin_copysign(a, b) + "
      "__builtin_fabs(c)\n"
      "    + __builtin_fma(a, b, c) + __builtin_roundeven(a); }\n"
      "int h(double a) { return __builtin_isnan(a) + __builtin_isinf(a) + __builtin_isnormal(a); }\n"
      "void m(char* p, char* q, long n) { __builtin_memcpy(p, q, n); __builtin_memmove(p, q, 8); __builtin_memset(p, 3, n); "
      "__builtin_prefetch(p); }\n"
      "int vla(int n) { int a[n]; a[0] = 1; { int b[n * 2]; b[0] = 2; a[0] += b[0]; } return a[0]; }\n",
      "t.c", {"-fno-math-errno"});
  EXPECT_TRUE(loaded.unsupported().empty()) << program::dump(loaded.program());
  for (const char* op : {"sadd.overflow i32", "smul.overflow i64", "ctpop i32", "bswap i32", "bitreverse i32", "fshl i32 %3, %3, 3",
                         "abs i32", "smax i32", "sadd.sat i32"})
    EXPECT_DUMP(loaded, "f", op);
  for (const char* op : {"fsqrt", "ffloor", "fceil", "ftrunc", "frint", "fnearbyint", "fround", "fcopysign", "fabs", "ffma", "froundeven"})
    EXPECT_DUMP(loaded, "g", std::string(op) + " double");
  EXPECT_DUMP(loaded, "h", "fisclass double %0, 0x3");
  EXPECT_DUMP(loaded, "m", "memcpy %0, %1, %2");
  EXPECT_DUMP(loaded, "m", "memmove %0, %1, 8");
  EXPECT_DUMP(loaded, "m", "memset %0, 3, %2");
  EXPECT_EQ(loaded.count("vla", Op::Alloca), 2u);
  EXPECT_DUMP(loaded, "vla", "alloca 4 * %");
}

TEST(Lower, FusedOnlyWhereTheSourceSaysFma) {
  const Loaded loaded(
      "declare double @llvm.fmuladd.f64(double, double, double)\n"
      "define double @f(double %a, double %b, double %c) {\n  %r = call double @llvm.fmuladd.f64(double %a, double %b, double %c)\n  ret "
      "double %r\n}\n",
      "t.ll");
  EXPECT_EQ(loaded.count("f", Op::FMul), 1u);
  EXPECT_EQ(loaded.count("f", Op::FAdd), 1u);
  EXPECT_EQ(loaded.count("f", Op::FFma), 0u);
}

TEST(Lower, LibraryFunctionsThatAreOneOperation) {
  const Loaded loaded(
      "double sqrt(double); float floorf(float); double fmod(double, double); long lrint(double); void* memcpy(void*, const void*, "
      "unsigned long);\n"
      "double f(double x, float y) { return sqrt(x) + floorf(y) + fmod(x, 3) + lrint(x); }\n"
      "void* g(char* p, char* q, unsigned long n) { return memcpy(p, q, n); }\n"
      "float fabsf(float x) { return 7; } float own(float x) { return fabsf(x); }\n",
      "t.c", {"-fno-builtin"});
  EXPECT_DUMP(loaded, "f", "fsqrt double %0");
  EXPECT_DUMP(loaded, "f", "ffloor float %1");
  EXPECT_DUMP(loaded, "f", "frem double %0, 3");
  EXPECT_DUMP(loaded, "f", "frint double %0");
  EXPECT_EQ(loaded.count("f", Op::Call), 0u);
  EXPECT_DUMP(loaded, "g", "memcpy %0, %1, %2");
  EXPECT_DUMP(loaded, "g", "copy ptr %0");
  EXPECT_DUMP(loaded, "own", "call float @fabsf");  // the user's own wins
}

TEST(Lower, UnknownIntrinsicsAreNamed) {
  const Loaded loaded("void* f(void) { return __builtin_frame_address(0); }");
  EXPECT_DUMP(loaded, "f", "unsupported \"intrinsic llvm.frameaddress.p0\"");
}

TEST(Lower, InlineAssembly) {
  const Loaded loaded(
      "int f(int x) { __asm__ volatile(\"\" ::: \"memory\"); return x; }\n"
      "int g(int x) { __asm__(\"\" : \"+r\"(x)); return x; }\n"
      "int h(int x) { __asm__(\"cld\"); return x; }\n"
      "int k(void) { int x; __asm__(\"\" : \"=r\"(x)); return x; }\n");
  EXPECT_NO_DUMP(loaded, "f", "unsupported");
  EXPECT_DUMP(loaded, "g", "return i32 %0");
  EXPECT_DUMP(loaded, "h", "unsupported \"inline assembly\"");
  EXPECT_DUMP(loaded, "k", "unsupported \"inline assembly\"");
}

TEST(Lower, AtomicsArePlainMemory) {
  const Loaded loaded(
      "#include <stdatomic.h>\n_Atomic int a; int f(int x) { atomic_fetch_add(&a, x); atomic_thread_fence(memory_order_seq_cst); return a; "
      "}\n"
      "int g(int e, int d) { atomic_compare_exchange_strong(&a, &e, d); return e; }\nvolatile int v; int h(void) { v = 1; return v; }\n");
  EXPECT_TRUE(loaded.unsupported().empty());
  EXPECT_DUMP(loaded, "f", "load i32 @a");
  EXPECT_DUMP(loaded, "f", ", @a");
  EXPECT_EQ(loaded.count("g", Op::ICmp), 1u);
  EXPECT_DUMP(loaded, "h", "store i32 1, @v");
}

TEST(Lower, SetjmpIsNotSupportedNorAreHandlersWithoutModels) {
  const Loaded c("#include <setjmp.h>\njmp_buf b; int f(void) { return setjmp(b); } void g(void) { longjmp(b, 1); }");
  EXPECT_DUMP(c, "f", "unsupported \"setjmp\"");
  EXPECT_DUMP(c, "g", "unsupported \"longjmp\"");
  const Loaded cxx("int g(int); int f(int x) { try { if (x) throw x; return g(x); } catch (int e) { return e; } }", "t.cpp");
  EXPECT_DUMP(cxx, "f(int)", "unsupported \"exceptions without the models of the C++ runtime\"");
  EXPECT_TRUE(cxx.version().isCxx);
}

TEST(Lower, AggregateValues) {
  const Loaded loaded(
      "%pair = type { i32, [2 x { i8, double }] }\n"
      "define double @f(%pair %p, i1 %c) {\n"
      "  %q = insertvalue %pair %p, double 2.0, 1, 1, 1\n"
      "  %s = select i1 %c, %pair %p, %pair %q\n"
      "  %a = alloca %pair\n  store %pair %s, ptr %a\n  %l = load %pair, ptr %a\n"
      "  %d = extractvalue %pair %l, 1, 1, 1\n  ret double %d\n}\n"
      "define %pair @z() {\n  ret %pair zeroinitializer\n}\n",
      "t.ll");
  EXPECT_EQ(loaded.function("f").parameters.size(), 6u);
  EXPECT_EQ(loaded.count("f", Op::Select), 5u);
  EXPECT_DUMP(loaded, "z", "return i32 0, i8 0, double 0, i8 0, double 0");
  EXPECT_EQ(loaded.function("z").resultOffsets, (std::vector<uint64_t>{0, 8, 16, 24, 32}));
}

TEST(Lower, Globals) {
  const Loaded loaded(
      "int zero[1000]; static const char text[] = \"hi\"; struct { char c; int* p; int (*f)(int); } s = {1, &zero[3], 0};\n"
      "int f(int x) { return x + text[0]; } int (*table[2])(int) = {f, f}; _Thread_local int t = 3; extern int e; int* pe = &e; double d = "
      "0.5;\n"
      "float fl[3] = {1, 2}; long diff = 7; char* name = \"abc\";");
  EXPECT_EQ(loaded.global("zero").size, 4000u);
  EXPECT_TRUE(loaded.global("zero").bytes.empty());
  EXPECT_TRUE(loaded.global("zero").defined);
  EXPECT_EQ(loaded.global("text").bytes, (std::vector<uint8_t>{'h', 'i'}));
  EXPECT_EQ(loaded.global("text").size, 3u);
  EXPECT_TRUE(loaded.global("text").constant && loaded.global("text").internal);
  const program::Global& s = loaded.global("s");
  EXPECT_EQ(s.bytes, (std::vector<uint8_t>{1}));
  ASSERT_EQ(s.relocations.size(), 1u);
  EXPECT_EQ(s.relocations[0].offset, 8u);
  EXPECT_EQ(s.relocations[0].target.bits, 12u);
  EXPECT_EQ(loaded.global("table").relocations.size(), 2u);
  EXPECT_EQ(loaded.global("table").relocations[1].target.kind, program::Constant::Kind::Function);
  EXPECT_FALSE(loaded.global("t").threadLocal);  // there is one thread
  EXPECT_FALSE(loaded.global("e").defined);
  EXPECT_EQ(loaded.global("fl").bytes.size(), 8u);
  EXPECT_EQ(loaded.global("name").relocations.size(), 1u);
}

TEST(Lower, AGlobalThatIsADifferenceOfAddressesIsUnknown) {
  const Loaded loaded(
      "@a = global i32 0\n@b = global i32 0\n"
      "@d = global i64 sub (i64 ptrtoint (ptr @a to i64), i64 ptrtoint (ptr @b to i64))\n"
      "@p = global i64 ptrtoint (ptr @a to i64)\n",
      "t.ll");
  EXPECT_FALSE(loaded.global("d").defined);
  EXPECT_TRUE(loaded.global("p").defined);
  EXPECT_EQ(loaded.global("p").relocations.size(), 1u);
}

TEST(Lower, AliasesAreResolved) {
  const Loaded loaded("int f(int x) { return x; } int g(int x) __attribute__((alias(\"f\"))); int h(int x) { return g(x); }\n");
  EXPECT_DUMP(loaded, "h", "call i32 @f(i32 %0)");
}

TEST(Lower, ConstructorsByPriority) {
  const Loaded loaded(
      "__attribute__((constructor)) static void last(void) {}\n__attribute__((constructor(300))) static void second(void) {}\n"
      "__attribute__((constructor(200))) static void first(void) {}\n");
  std::vector<std::string> order;
  for (program::FunctionId id : loaded.program().constructors) order.push_back(loaded.program().function(id).display);
  EXPECT_EQ(order, (std::vector<std::string>{"first", "second", "last"}));
}

TEST(Lower, PlacesAreTheSources) {
  const Loaded loaded("int f(int x) {\n  int y = x * 3;\n  return y;\n}\n");
  for (const program::Instruction& inst : loaded.function("f").instructions)
    if (inst.op == Op::Mul) {
      EXPECT_EQ(inst.loc.line, 2u);
      EXPECT_TRUE(loaded.program().files[inst.loc.file].ends_with("t.c"));
    }
  EXPECT_EQ(loaded.function("f").loc.line, 1u);
}

TEST(Lower, IsDeterministic) {
  const char* text =
      "static int b(int x) { return x; } static int a(int x) { return b(x); } int f(int x) { return a(x) + b(x); } char* s = \"q\";";
  const Loaded first(text);
  const Loaded second(text);
  const auto strip = [](const Loaded& loaded) {
    std::string text = program::dump(loaded.program());
    const std::string path = loaded.program().files[0];
    for (size_t at = text.find(path); at != std::string::npos; at = text.find(path)) text.erase(at, path.size());
    return text;
  };
  EXPECT_EQ(strip(first), strip(second));
}

}  // namespace
}  // namespace cleave::lower
