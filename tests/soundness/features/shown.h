// What the glue of a generated version calls: it makes the arguments of an entry from input cells, calls it, and shows what it left. The
// functions are those of the runner (runner.cpp).
#ifndef CLEAVE_FEATURES_SHOWN_H
#define CLEAVE_FEATURES_SHOWN_H

#ifdef __cplusplus
extern "C" {
#endif

struct feature_entry {
  const char* name;
  void (*call)(const unsigned long long* cells);
  int fresh;  // every run wants a process of its own
  int files;  // it may leave files
};

void show(const char* format, ...);  // adds to what the run shows
// A pointer shows as null, as the object that the caller passed in under this name, or by the number in which it was met; nonzero when the
// object is met for the first time and is alive: then its contents are to be shown.
int show_pointer(const void* pointer);
void show_block(const void* pointer);                   // the bytes of the heap object that it points into
void* passed_in(const char* name, unsigned long size);  // an object of the caller, on the heap
// Accesses to volatile objects, each of which is shown with its place, however the run ends; reads are given the inputs in turn.
void watched(const char* name, const void* object, unsigned long size);
void watched_inputs(const unsigned long long* cells);  // kWatchedInputs of them
unsigned long long watched_read(const void* place, unsigned long size);
void watched_write(const void* place, const void* value, unsigned long size);
// In place of those of the C library. There are also fenced_fopen, whose streams have no buffer, and
// fenced_exit and fenced__exit, which end the run and not the process unless it is a fresh one.
void* fenced_malloc(unsigned long size);
void* fenced_calloc(unsigned long count, unsigned long size);
void* fenced_realloc(void* pointer, unsigned long size);
void fenced_free(void* pointer);

#ifdef __cplusplus
}
#endif

#endif
