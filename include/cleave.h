/* For harnesses written by hand: say what the inputs of a program are, what is assumed of them and what is observed.
 *
 *     #include <cleave.h>
 *     int main(void) {
 *       struct config c;
 *       cleave_input(&c, sizeof c, "c");          c holds anything at all
 *       cleave_assume(c.size <= 4);
 *       int r = parse(&c);
 *       cleave_observe(&r, sizeof r, "r");
 *     }
 *
 * Names and sizes must be constants; each name is one input, however often it is asked for. An input for which an assumption does not hold
 * ends there, in both versions.
 *
 * To build such a program without cleave, define CLEAVE_REPLAY in one file before including this: inputs then come from the environment
 * (CLEAVE_INPUT="c=0100000004000000 n=07000000", bytes in hexadecimal in the order of memory; what is not named is zero), a failed
 * assumption exits with status 77, and observations are printed to stderr. */
#ifndef CLEAVE_H
#define CLEAVE_H

#ifdef __cplusplus
extern "C" {
#endif

void cleave_input(void* memory, unsigned long size, const char* name);
void cleave_assume(int holds);
void cleave_observe(const void* memory, unsigned long size, const char* name);

#ifdef CLEAVE_REPLAY
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int cleave_hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

void cleave_input(void* memory, unsigned long size, const char* name) {
  unsigned char* bytes = (unsigned char*)memory;
  const char* at = getenv("CLEAVE_INPUT");
  const unsigned long length = strlen(name);
  unsigned long i;
  memset(memory, 0, size);
  while (at != 0 && *at != 0) {
    while (*at == ' ') ++at;
    if (strncmp(at, name, length) == 0 && at[length] == '=') {
      at += length + 1;
      for (i = 0; i < size && cleave_hex_digit(at[0]) >= 0 && cleave_hex_digit(at[1]) >= 0; ++i, at += 2)
        bytes[i] = (unsigned char)(cleave_hex_digit(at[0]) << 4 | cleave_hex_digit(at[1]));
      return;
    }
    at = strchr(at, ' ');
  }
}

void cleave_assume(int holds) {
  if (!holds) exit(77);
}

void cleave_observe(const void* memory, unsigned long size, const char* name) {
  const unsigned char* bytes = (const unsigned char*)memory;
  unsigned long i;
  fprintf(stderr, "%s=", name);
  for (i = 0; i < size; ++i) fprintf(stderr, "%02x", bytes[i]);
  fputc('\n', stderr);
}
#endif

#ifdef __cplusplus
}
#endif
#endif
