#include "../load_text.h"

namespace cleave::lower {
namespace {

using program::SourceKind;
using program::SourceType;
using test::Loaded;

class SourceTypes : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    c_ = new Loaded(
        "typedef unsigned char uint8_t; typedef uint8_t byte; enum color { red, green = -5 }; enum { plain }; typedef struct { int x; } "
        "anon;\n"
        "struct point { int x; char name[8]; struct point* next; unsigned f : 3; unsigned g : 5; union { int i; float r; }; int "
        "grid[2][3]; };\n"
        "struct point p; const volatile byte b; enum color col; int (*callback)(int, const char*); void* any; const char** names; long "
        "double ld; _Bool flag;\n"
        "anon an; struct unknown* opaque; double _Complex z; static int counter;\n"
        "uint8_t f(byte a, struct point* q, enum color c, _Bool d, const int e[], double g) { counter++; return a; }\n"
        "void nothing(void) {} int variadic(const char* format, ...) { return 0; } int structure(struct point v) { return v.x; } __int128 "
        "wide(__int128 v) { return v; }\n");
    cxx_ = new Loaded(
        "namespace ns { struct base { int a; virtual int g() { return a; } }; struct derived : base { double d; static int s; int g() "
        "override { return 1; } };\n"
        "  int f(int x) { return x + 1; } template <class T> T twice(T x) { return x * 2; } enum class small : short { low = -1 }; int "
        "counter = 3;\n"
        "  struct empty {}; struct alignas(16) padded { int x; }; padded pad() { return {1}; } }\n"
        "int use(ns::derived& d, ns::small s, int&& r) { return d.g() + ns::twice(3); } extern \"C\" int plain(int x) { return x; } static "
        "int hidden(int x) { return x; }\n"
        "int (*keep)(int) = hidden; ns::derived dd;\n",
        "t.cpp");
  }
  static void TearDownTestSuite() {
    delete c_;
    delete cxx_;
  }

  static const SourceType& typeOfGlobal(const Loaded& loaded, const std::string& name) {
    return loaded.program().sourceType(loaded.global(name).type);
  }
  static const SourceType& at(const Loaded& loaded, program::SourceTypeId id) { return loaded.program().sourceType(id); }

  static inline Loaded* c_ = nullptr;
  static inline Loaded* cxx_ = nullptr;
};

TEST_F(SourceTypes, AStructWithEverything) {
  const SourceType& point = typeOfGlobal(*c_, "p");
  EXPECT_EQ(point.kind, SourceKind::Struct);
  EXPECT_EQ(point.name, "struct point");
  EXPECT_EQ(point.sizeBytes, 56u);
  ASSERT_EQ(point.members.size(), 7u);
  EXPECT_EQ(point.members[0].name, "x");
  EXPECT_TRUE(at(*c_, point.members[0].type).isSigned);
  const SourceType& name = at(*c_, point.members[1].type);
  EXPECT_EQ(name.kind, SourceKind::Array);
  EXPECT_EQ(name.count, 8u);
  EXPECT_EQ(at(*c_, name.element).kind, SourceKind::Char);
  EXPECT_EQ(point.members[2].offsetBits, 128u);
  const SourceType& next = at(*c_, point.members[2].type);
  EXPECT_EQ(next.kind, SourceKind::Pointer);
  EXPECT_EQ(next.name, "struct point *");
  EXPECT_EQ(next.element, c_->global("p").type);
  EXPECT_TRUE(point.members[3].isBitField);
  EXPECT_EQ(point.members[3].sizeBits, 3u);
  EXPECT_EQ(point.members[4].offsetBits, point.members[3].offsetBits + 3);
  EXPECT_EQ(point.members[5].name, "");
  EXPECT_EQ(at(*c_, point.members[5].type).kind, SourceKind::Union);
  EXPECT_EQ(at(*c_, point.members[5].type).members.size(), 2u);
  const SourceType& grid = at(*c_, point.members[6].type);
  EXPECT_EQ(grid.name, "int[2][3]");
  EXPECT_EQ(grid.count, 2u);
  EXPECT_EQ(at(*c_, grid.element).count, 3u);
  EXPECT_EQ(at(*c_, grid.element).sizeBytes, 12u);
  EXPECT_EQ(at(*c_, at(*c_, grid.element).element).name, "int");
}

TEST_F(SourceTypes, TypedefsKeepTheirName) {
  const SourceType& byte = typeOfGlobal(*c_, "b");
  EXPECT_EQ(byte.name, "byte");
  EXPECT_EQ(byte.kind, SourceKind::Char);
  EXPECT_FALSE(byte.isSigned);
  EXPECT_EQ(byte.sizeBytes, 1u);
  const SourceType& anon = typeOfGlobal(*c_, "an");
  EXPECT_EQ(anon.name, "anon");
  EXPECT_EQ(anon.kind, SourceKind::Struct);
  EXPECT_EQ(anon.members.size(), 1u);
}

TEST_F(SourceTypes, OtherKinds) {
  EXPECT_EQ(typeOfGlobal(*c_, "col").name, "enum color");
  EXPECT_EQ(typeOfGlobal(*c_, "col").kind, SourceKind::Enum);
  EXPECT_TRUE(typeOfGlobal(*c_, "col").isSigned);
  EXPECT_EQ(typeOfGlobal(*c_, "callback").name, "int (*)(int, char *)");
  EXPECT_EQ(at(*c_, typeOfGlobal(*c_, "callback").element).kind, SourceKind::Function);
  EXPECT_EQ(typeOfGlobal(*c_, "any").name, "void *");
  EXPECT_FALSE(typeOfGlobal(*c_, "any").element.valid());
  EXPECT_EQ(typeOfGlobal(*c_, "names").name, "char **");
  EXPECT_EQ(typeOfGlobal(*c_, "ld").sizeBytes, 16u);
  EXPECT_EQ(typeOfGlobal(*c_, "flag").kind, SourceKind::Bool);
  EXPECT_EQ(at(*c_, typeOfGlobal(*c_, "opaque").element).kind, SourceKind::Struct);
  EXPECT_EQ(at(*c_, typeOfGlobal(*c_, "opaque").element).sizeBytes, 0u);
  ASSERT_EQ(typeOfGlobal(*c_, "z").members.size(), 2u);
  EXPECT_EQ(typeOfGlobal(*c_, "z").members[1].offsetBits, 64u);
}

TEST_F(SourceTypes, Signatures) {
  const program::Function& f = c_->function("f");
  ASSERT_TRUE(f.hasSourceSignature);
  std::vector<std::string> text;
  for (const program::SourceParameter& p : f.sourceParameters) text.push_back(at(*c_, p.type).name + " " + p.name);
  EXPECT_EQ(text, (std::vector<std::string>{"byte a", "struct point * q", "enum color c", "_Bool d", "int * e", "double g"}));
  EXPECT_EQ(at(*c_, f.sourceResult).name, "uint8_t");
  EXPECT_TRUE(f.plainParameters);
  EXPECT_EQ(f.resultOffsets, std::vector<uint64_t>{0});
  EXPECT_FALSE(c_->function("nothing").sourceResult.valid());
  EXPECT_TRUE(c_->function("nothing").plainParameters);
  EXPECT_EQ(c_->function("variadic").sourceParameters.size(), 1u);
  EXPECT_FALSE(c_->function("structure").plainParameters);
  EXPECT_FALSE(c_->function("wide").plainParameters);
}

TEST_F(SourceTypes, CxxNames) {
  EXPECT_EQ(cxx_->function("ns::f(int)").name, "_ZN2ns1fEi");
  EXPECT_EQ(cxx_->function("int ns::twice<int>(int)").internal, false);
  EXPECT_EQ(cxx_->function("plain").name, "plain");
  EXPECT_TRUE(cxx_->function("hidden(int)").internal);
  const program::Function& use = cxx_->function("use(ns::derived&, ns::small, int&&)");
  EXPECT_EQ(at(*cxx_, use.sourceParameters[0].type).name, "ns::derived &");
  EXPECT_EQ(at(*cxx_, use.sourceParameters[0].type).kind, SourceKind::Pointer);
  EXPECT_EQ(at(*cxx_, use.sourceParameters[1].type).name, "ns::small");
  EXPECT_TRUE(at(*cxx_, use.sourceParameters[1].type).isSigned);
  EXPECT_EQ(at(*cxx_, use.sourceParameters[1].type).sizeBytes, 2u);
  EXPECT_TRUE(use.plainParameters);
  EXPECT_EQ(cxx_->function("ns::derived::g()").sourceParameters[0].name, "this");
  EXPECT_EQ(cxx_->global("_ZN2ns7counterE").display, "ns::counter");
}

TEST_F(SourceTypes, BasesComeFirst) {
  const SourceType& derived = typeOfGlobal(*cxx_, "dd");
  ASSERT_EQ(derived.members.size(), 2u);
  EXPECT_EQ(derived.members[0].name, "ns::base");
  EXPECT_EQ(derived.members[0].sizeBits, 128u);
  EXPECT_EQ(derived.members[1].name, "d");
  EXPECT_EQ(derived.members[1].offsetBits, 128u);
}

TEST_F(SourceTypes, ResultOffsetsOfPaddedStructs) { EXPECT_EQ(cxx_->function("ns::pad()").resultOffsets[0], 0u); }

}  // namespace
}  // namespace cleave::lower
