// Streams: random operations on a real file and on one in memory, side by side; and reading from stdin.
#include <unistd.h>

#include <filesystem>

#include "model_test.h"

extern "C" {
FILE* model_fopen(const char*, const char*);
int model_fflush(FILE*);
FILE* model_tmpfile(void);
int model_fclose(FILE*);
int model_fgetc(FILE*);
int model_getc(FILE*);
int model_getchar(void);
int model_ungetc(int, FILE*);
char* model_fgets(char*, int, FILE*);
size_t model_fread(void*, size_t, size_t, FILE*);
ssize_t model_getline(char**, size_t*, FILE*);
int model_fputc(int, FILE*);
int model_putc(int, FILE*);
int model_fputs(const char*, FILE*);
size_t model_fwrite(const void*, size_t, size_t, FILE*);
int model_fprintf(FILE*, const char*, ...);
int model_fscanf(FILE*, const char*, ...);
int model_scanf(const char*, ...);
int model_fseek(FILE*, long, int);
long model_ftell(FILE*);
void model_rewind(FILE*);
int model_feof(FILE*);
int model_ferror(FILE*);
void model_clearerr(FILE*);
int model_remove(const char*);
int model_rename(const char*, const char*);
void model_cleave_set_stdin(const char*, unsigned long);
void model_cleave_set_file(const char*, const char*, unsigned long);
}

namespace cleave::modeltest {
namespace {

namespace fs = std::filesystem;

class Streams : public testing::Test {
 protected:
  Streams() {
    char name[] = "/dev/shm/models-test-XXXXXX";  // not on a disk: there are many small files
    directory_ = mkdtemp(name);
    fs::current_path(directory_);
  }
  ~Streams() override {
    fs::current_path("/");
    fs::remove_all(directory_);
    try {
      for (const char* name : {"a", "b", "new"}) model_remove(name);
    } catch (const Unfinished&) {  // a test failed and left it open
    }
  }

  // One operation on both; `reading` tells which kind may follow without a seek.
  void operate(FILE* real, FILE* model) {
    const std::string text = draw_.text(6, "ab \n19");
    char a[40], b[40];
    std::memset(a, 'x', sizeof a);
    std::memset(b, 'x', sizeof b);
    const int size = static_cast<int>(draw_.below(9)) + 1;
    const long offset = static_cast<long>(draw_.below(30)) - 8;
    const int whence = static_cast<int>(draw_.below(4));
    const size_t kind = draw_.below(16);
    if (pushed_ && kind < 3) return;
    if (kind < 6 && writing_ != (kind < 3) && !pushed_) {
      same([&](bool m) { return m ? model_fseek(model, 0, SEEK_CUR) : fseek(real, 0, SEEK_CUR); }, "fseek");
      pushed_ = false;
    }
    switch (kind) {
      case 0:
        writing_ = true;
        return same([&](bool m) { return m ? model_fputs(text.c_str(), model) >= 0 : fputs(text.c_str(), real) >= 0; }, "fputs");
      case 1:
        writing_ = true;
        return same(
            [&](bool m) {
              return m ? model_fwrite(text.data(), 2, text.size() / 2, model) : fwrite(text.data(), 2, text.size() / 2, real);
            },
            "fwrite");
      case 2:
        writing_ = true;
        return same(
            [&](bool m) { return m ? model_fprintf(model, "%d,%s", size, text.c_str()) : fprintf(real, "%d,%s", size, text.c_str()); },
            "fprintf");
      case 3:
        writing_ = false;
        return same([&](bool m) { return m ? model_fgetc(model) : fgetc(real); }, "fgetc");
      case 4:
        writing_ = false;
        return same(
            [&](bool m) {
              char* to = m ? b : a;
              const bool got = (m ? model_fgets(to, size, model) : fgets(to, size, real)) != nullptr;
              return got ? std::string(to, sizeof a) : "none";
            },
            "fgets");
      case 5:
        writing_ = false;
        return same(
            [&](bool m) {
              char* to = m ? b : a;
              const size_t got = m ? model_fread(to, 3, 4, model) : fread(to, 3, 4, real);
              return std::to_string(got) + std::string(to, sizeof a);
            },
            "fread");
      case 6:
        if (writing_ || pushed_ || !readable_ || ftell(real) == 0) return;
        pushed_ = true;
        return same([&](bool m) { return m ? model_ungetc(size, model) : ungetc(size, real); }, "ungetc");
      case 7:
      case 8:
        if (pushed_ && (whence != SEEK_SET || offset < 0)) return;
        return same(
            [&](bool m) {
              const int result = m ? model_fseek(model, offset, whence) : fseek(real, offset, whence);
              if (result == 0 && m) pushed_ = false;
              return result;
            },
            "fseek");
      case 9:
        pushed_ = false;
        return same(
            [&](bool m) {
              m ? model_rewind(model) : rewind(real);
              return 0;
            },
            "rewind");
      case 10:
        if (draw_.chance(70)) return;
        return same(
            [&](bool m) {
              m ? model_clearerr(model) : clearerr(real);
              return 0;
            },
            "clearerr");
      default:
        break;
    }
  }

  template <class Call>
  void same(Call call, const char* what) {
    log_ += std::string(" ") + what;
    expectSame(call, log_);
  }

  void compareState(FILE* real, FILE* model) {
    ASSERT_EQ(feof(real) != 0, model_feof(model) != 0) << log_;
    ASSERT_EQ(ferror(real) != 0, model_ferror(model) != 0) << log_;
    ASSERT_EQ(ftell(real), model_ftell(model)) << log_;
  }

  Draw draw_{1};
  std::string directory_;
  std::string log_;
  bool writing_ = true;
  bool pushed_ = false;
  bool readable_ = false;
};

TEST_F(Streams, RandomOperations) {
  for (int round = 0; round < 3000 && !HasFatalFailure(); ++round) {
    const char* name = draw_.of({"a", "b", "new"});
    const char* mode = draw_.of({"r", "w", "a", "r+", "w+", "a+", "rb", "wx", "ax", "a+x", "w+b", "?"});
    log_ = std::string(name) + " " + mode + ":";
    FILE* real = nullptr;
    FILE* model = nullptr;
    expectSame([&](bool m) { return m ? (model = model_fopen(name, mode)) != nullptr : (real = fopen(name, mode)) != nullptr; }, log_);
    if (real == nullptr || HasFatalFailure()) continue;
    writing_ = true;
    pushed_ = false;
    readable_ = *mode == 'r' || std::strchr(mode, '+') != nullptr;
    compareState(real, model);
    if (draw_.chance(50)) same([&](bool m) { return m ? model_fseek(model, 0, SEEK_SET) : fseek(real, 0, SEEK_SET); }, "fseek");
    for (int k = 0; k < 14 && !HasFatalFailure(); ++k) {
      operate(real, model);
      if (!pushed_ && !HasFatalFailure()) compareState(real, model);
    }
    ASSERT_EQ(fclose(real), model_fclose(model));
    if (draw_.chance(20)) expectSame([&](bool m) { return m ? model_remove(name) : remove(name); }, "remove");
    if (draw_.chance(10)) expectSame([&](bool m) { return m ? model_rename(name, "b") : rename(name, "b"); }, "rename");
  }
}

TEST_F(Streams, LinesAndNumbers) {
  for (int round = 0; round < kCalls && !HasFatalFailure(); ++round) {
    std::string text = draw_.text(draw_.chance(5) ? 600 : 30, draw_.chance(5) ? "ab19" : "ab19 \n");
    FILE* real = fopen("a", "w+");
    FILE* model = model_fopen("a", "w+");
    fputs(text.c_str(), real);
    model_fputs(text.c_str(), model);
    rewind(real);
    model_rewind(model);
    char *a = nullptr, *b = nullptr;
    size_t sizeA = 0, sizeB = 0;
    int x = 0, y = 0;
    for (int k = 0; k < 6; ++k) {
      if (draw_.chance(50)) {
        const ssize_t gotA = getline(&a, &sizeA, real), gotB = model_getline(&b, &sizeB, model);
        ASSERT_EQ(gotA, gotB) << text;
        ASSERT_EQ(sizeA, sizeB) << text;
        if (gotA >= 0) {
          ASSERT_STREQ(a, b);
        }
      } else {
        ASSERT_EQ(fscanf(real, "%d", &x), model_fscanf(model, "%d", &y)) << text;
        ASSERT_EQ(x, y) << "in <" << text << ">";
        ASSERT_EQ(ftell(real), model_ftell(model)) << text;
      }
    }
    free(a);
    free(b);
    fclose(real);
    model_fclose(model);
  }
}

TEST_F(Streams, Stdin) {
  const std::string text = "12 abc\nrest";
  EXPECT_EQ(model_getchar(), EOF);
  EXPECT_TRUE(model_feof(stdin));
  model_clearerr(stdin);
  model_cleave_set_stdin(text.data(), text.size());
  int number = 0;
  char word[10];
  EXPECT_EQ(model_scanf("%d %9s", &number, word), 2);
  EXPECT_EQ(number, 12);
  EXPECT_STREQ(word, "abc");
  EXPECT_EQ(model_getchar(), '\n');
  EXPECT_EQ(model_ungetc('R', stdin), 'R');
  EXPECT_EQ(model_getc(stdin), 'R');
  EXPECT_STREQ(model_fgets(word, 10, stdin), "rest");
  EXPECT_EQ(model_fgets(word, 10, stdin), nullptr);
  EXPECT_TRUE(model_feof(stdin));
  EXPECT_THROW(model_fseek(stdin, 0, SEEK_SET), Unfinished);
}

// What one stream has written, another may not see yet; and what it has read already, it does not read again.
TEST_F(Streams, OfOneFile) {
  FILE* writer = model_fopen("a", "w");
  model_fputs("hi", writer);
  EXPECT_THROW(model_fopen("a", "r"), Unfinished);
  model_fflush(writer);
  FILE* reader = model_fopen("a", "r");
  EXPECT_EQ(model_fgetc(reader), 'h');
  EXPECT_THROW(model_fputc('!', writer), Unfinished);
  EXPECT_THROW(model_fopen("a", "w"), Unfinished);
  model_fclose(reader);
  EXPECT_EQ(model_fputc('!', writer), '!');
  model_fclose(writer);
}

TEST_F(Streams, Limits) {
  model_cleave_set_file("a", "given", 5);
  FILE* stream = model_fopen("a", "r");
  char text[10];
  EXPECT_STREQ(model_fgets(text, 10, stream), "given");
  EXPECT_EQ(model_fclose(stream), 0);
  EXPECT_THROW(model_fgetc(stream), Unfinished);
  stream = model_tmpfile();
  for (int i = 0; i < 2048; ++i) ASSERT_EQ(model_fputc(i, stream), i & 255);
  EXPECT_THROW(model_fputc(0, stream), Unfinished);
  EXPECT_THROW(model_tmpfile(), Unfinished);
  model_fclose(stream);
  for (const char* name : {"b", "new", "c"}) EXPECT_EQ(model_fclose(model_fopen(name, "w")), 0);
  EXPECT_THROW(model_fopen("d", "w"), Unfinished);
  model_remove("c");
  EXPECT_EQ(model_putc('x', stdout), 'x');  // still the real one's
}

}  // namespace
}  // namespace cleave::modeltest
