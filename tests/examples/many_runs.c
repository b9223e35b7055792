// Runs a program on many inputs, each in a process of its own that is forked, not started: ten thousand runs in a few seconds.
//
//   PROGRAM INPUTS RESULTS
//
// Linked with one version of an example, of which check_natively.py has made `run_version`. All numbers in both files are 32 bits.
// INPUTS, for each run: which call (0: main), argc, the words, stdin. RESULTS, for each: wait status, stdout, stderr. A text is its length
// and its bytes.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

int run_version(int call, int argc, char** argv);

enum { SECONDS = 60, MAX_WORDS = 64 };

static void require(int good, const char* what) {
  if (good) return;
  perror(what);
  exit(3);
}

static int readNumber(FILE* file, uint32_t* number) { return fread(number, sizeof *number, 1, file) == 1; }

// With a terminator that does not count.
static char* readText(FILE* file, uint32_t* length) {
  require(readNumber(file, length), "length");
  char* text = malloc((size_t)*length + 1);
  require(text != NULL && fread(text, 1, *length, file) == *length, "text");
  text[*length] = '\0';
  return text;
}

static void empty(int file) { require(ftruncate(file, 0) == 0 && lseek(file, 0, SEEK_SET) == 0, "temporary file"); }

static void copyText(int from, FILE* to) {
  off_t length = lseek(from, 0, SEEK_END);
  require(length >= 0 && lseek(from, 0, SEEK_SET) == 0, "temporary file");
  uint32_t number = (uint32_t)length;
  fwrite(&number, sizeof number, 1, to);
  char block[4096];
  for (ssize_t got; (got = read(from, block, sizeof block)) > 0;) fwrite(block, 1, (size_t)got, to);
}

static int runOnce(uint32_t call, uint32_t argc, char** argv, const int* files) {
  pid_t child = fork();
  require(child >= 0, "fork");
  if (child == 0) {
    alarm(SECONDS);
    for (int i = 0; i < 3; i++) dup2(files[i], i);
    exit(run_version((int)call, (int)argc, argv));
  }
  int status = 0;
  require(waitpid(child, &status, 0) == child, "waitpid");
  return status;
}

static void runNext(uint32_t call, FILE* inputs, FILE* results, const int* files) {
  char* argv[MAX_WORDS + 1];
  uint32_t argc = 0, length = 0;
  require(readNumber(inputs, &argc) && argc <= MAX_WORDS, "argc");
  for (uint32_t i = 0; i < argc; i++) argv[i] = readText(inputs, &length);
  argv[argc] = NULL;
  char* text = readText(inputs, &length);
  for (int i = 0; i < 3; i++) empty(files[i]);
  require(write(files[0], text, length) == (ssize_t)length && lseek(files[0], 0, SEEK_SET) == 0, "stdin");
  uint32_t status = (uint32_t)runOnce(call, argc, argv, files);
  fwrite(&status, sizeof status, 1, results);
  copyText(files[1], results);
  copyText(files[2], results);
  fflush(results);  // nothing may be left in the buffer that the next child would write, too
  for (uint32_t i = 0; i < argc; i++) free(argv[i]);
  free(text);
}

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  FILE* inputs = fopen(argv[1], "rb");
  FILE* results = fopen(argv[2], "wb");
  require(inputs && results, "files");
  setvbuf(inputs, NULL, _IONBF, 0);  // else a child that exits moves the place where we read to what it has not used of the buffer
  int files[3];
  for (int i = 0; i < 3; i++) {
    FILE* file = tmpfile();
    require(file != NULL, "temporary file");
    files[i] = fileno(file);
  }
  for (uint32_t call; readNumber(inputs, &call);) runNext(call, inputs, results, files);
  fclose(inputs);
  return fclose(results) == 0 ? 0 : 3;
}
