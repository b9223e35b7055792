/* Included before a generated file when it is compiled for the native oracle: what would leave the process goes to hooks instead, so that
 * tens of thousands of runs cost no process each. cleave reads the same file without this. */
#ifndef CLEAVE_ORACLE_REDIRECT_H
#define CLEAVE_ORACLE_REDIRECT_H

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct oracle_hooks {
  void (*put)(int character);
  void (*print)(const char* format, ...);
  void (*end)(int kind, int code) __attribute__((noreturn)); /* the kinds of oracle_run.cpp */
  void* (*allocate)(unsigned long size);
};

struct oracle_global {
  void* address;
  unsigned long size;
  int float_bits; /* 0: not a float */
};

struct oracle_entry {
  const char* name;
  void (*call)(const unsigned long long* in, unsigned long long* out);
  const struct oracle_global* globals;
  int global_count;
};

extern struct oracle_hooks* oracle_in_use;

#ifdef ORACLE_TEXT
#undef assert
#undef putchar
#define putchar(c) oracle_in_use->put(c)
#define printf(...) oracle_in_use->print(__VA_ARGS__)
#define abort() oracle_in_use->end(1, 0)
#define assert(condition) ((condition) ? (void)0 : oracle_in_use->end(2, 0))
#define exit(code) oracle_in_use->end(3, code)
#define malloc(size) oracle_in_use->allocate(size)
#define free(pointer) ((void)(pointer))
#endif

#endif
