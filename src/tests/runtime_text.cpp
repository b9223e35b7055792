#include "tests/runtime_text.h"

namespace cleave::tests {

std::string headersText(bool isCxx) {
  std::string text;
  if (!isCxx) text += "#ifndef _GNU_SOURCE\n#define _GNU_SOURCE\n#endif\n";
  for (const char* name : {"errno.h", "fcntl.h", "math.h", "signal.h", "stdbool.h", "stddef.h", "stdint.h", "stdio.h", "stdlib.h", "string.h", "sys/mman.h", "sys/types.h", "sys/wait.h", "unistd.h"})
    text += std::string("#include <") + name + ">\n";
  if (isCxx) text += "#include <exception>\n#include <string>\n";
  return text;
}

std::string heapText() {
  return R"(static void *on_heap(const void *object, size_t size) {
  void *copy = malloc(size != 0 ? size : 1);
  memcpy(copy, object, size);
  return copy;
}
)";
}

std::string childText() {
  return R"(// A test that runs in a process and a directory of its own.
struct expected_file {
  const char *name, *text;  // text NULL: there is no such file
  size_t size;
};
struct expected_run {
  void (*body)(void);
  int end;  // -1: the body comes to its end; up to 255: exit status; 256 and more: signal
  const char *input;  // of stdin; NULL: there is none
  size_t input_size;
  const char *out, *err;  // NULL: not looked at
  size_t out_size, err_size;
  const struct expected_file *files;
  size_t file_count;
};
static struct { int failures, came_back; } *test_shared;  // with the child
static int test_report = 2;  // where failures are told

static void test_failed(const char *file, int line, const char *what) {
  dprintf(test_report, "%s:%d: not so: %s\n", file, line, what);
  if (test_shared != NULL) ++test_shared->failures;
}
#define EXPECTED(...) ((__VA_ARGS__) ? (void)0 : test_failed(__FILE__, __LINE__, #__VA_ARGS__))

static int test_is_text(const char *path, const char *text, size_t size) {
  char buffer[512];
  FILE *file = fopen(path, "rb");
  size_t seen = 0, got;
  int same = 1;
  if (file == NULL) return text == NULL;
  if (text == NULL) same = 0;
  while (same && (got = fread(buffer, 1, sizeof buffer, file)) != 0) {
    same = seen + got <= size && memcmp(buffer, text + seen, got) == 0;
    seen += got;
  }
  fclose(file);
  return same && seen == size;
}

static int run_in_child(const char *name, const struct expected_run *run) {
  char here[4096], place[] = "/tmp/test-XXXXXX", line[256];
  int status = 0, end, problems, k;
  pid_t child;
  if (test_shared == NULL)
    *(void **)&test_shared = mmap(NULL, sizeof *test_shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  test_shared->failures = test_shared->came_back = 0;
  if (getcwd(here, sizeof here) == NULL || mkdtemp(place) == NULL || chdir(place) != 0) return 1;
  fflush(NULL);
  child = fork();
  if (child == 0) {
    int in;
    test_report = dup(2);
    alarm(60);
    in = open(".stdin", O_RDWR | O_CREAT | O_TRUNC, 0600);
    if (run->input_size != 0 && write(in, run->input, run->input_size) < 0) _exit(99);
    lseek(in, 0, SEEK_SET);
    dup2(in, 0);
    unlink(".stdin");
    if (run->out != NULL) dup2(open(".stdout", O_WRONLY | O_CREAT | O_TRUNC, 0600), 1);
    if (run->err != NULL) dup2(open(".stderr", O_WRONLY | O_CREAT | O_TRUNC, 0600), 2);
    run->body();
    test_shared->came_back = 1;
    fflush(NULL);
    _exit(0);
  }
  waitpid(child, &status, 0);
  problems = test_shared->failures;
  end = test_shared->came_back ? -1 : WIFEXITED(status) ? WEXITSTATUS(status) : 256 + WTERMSIG(status);
  if (end != run->end) {
    ++problems;
    fprintf(stderr, "%s: it ends with %d, not with %d (-1: it returns; below 256: exit status; else 256 + the signal)\n", name, end, run->end);
  }
  if (run->out != NULL && !test_is_text(".stdout", run->out, run->out_size)) ++problems, fprintf(stderr, "%s: stdout is another\n", name);
  if (run->err != NULL && !test_is_text(".stderr", run->err, run->err_size)) ++problems, fprintf(stderr, "%s: stderr is another\n", name);
  for (k = 0; k < (int)run->file_count; ++k)
    if (!test_is_text(run->files[k].name, run->files[k].text, run->files[k].size)) ++problems, fprintf(stderr, "%s: the file %s is another\n", name, run->files[k].name);
  if (chdir(here) != 0) return 1;
  snprintf(line, sizeof line, "rm -rf %s", place);
  if (system(line) != 0) return 1;
  return problems;
}
)";
}

std::string fuzzText() {
  return R"(#define EXPECTED(...) \
  do { \
    if (!(__VA_ARGS__)) { \
      fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #__VA_ARGS__); \
      abort(); \
    } \
  } while (0)

// The low `bits` bits of `value` at a bit of memory.
static void put_bits(unsigned char *memory, size_t bit, unsigned bits, unsigned long long value) {
  unsigned k;
  for (k = 0; k < bits; ++k, ++bit) {
    const unsigned char mask = (unsigned char)(1u << (bit % 8));
    if (k < 64 && (value >> k & 1) != 0)
      memory[bit / 8] = (unsigned char)(memory[bit / 8] | mask);
    else
      memory[bit / 8] = (unsigned char)(memory[bit / 8] & ~mask);
  }
}
static void put_pointer(unsigned char *memory, const void *pointer) { memcpy(memory, &pointer, sizeof pointer); }
// The next input: so many bits of the data, which is followed by zeros.
static unsigned long long take(const unsigned char **data, size_t *size, unsigned bits, int is_signed) {
  unsigned long long value = 0;
  unsigned k, bytes = (bits + 7) / 8;
  for (k = 0; k < bytes && *size != 0; ++k, ++*data, --*size)
    if (k < 8) value |= (unsigned long long)**data << (8 * k);
  if (bits < 64) value &= (1ull << bits) - 1;
  if (is_signed && bits < 64 && (value >> (bits - 1) & 1) != 0) value |= ~0ull << bits;
  return value;
}
static float as_float(unsigned long long bits) {
  const uint32_t word = (uint32_t)bits;
  float value;
  memcpy(&value, &word, sizeof value);
  return value;
}
static double as_double(unsigned long long bits) {
  double value;
  memcpy(&value, &bits, sizeof value);
  return value;
}
)";
}

}  // namespace cleave::tests
