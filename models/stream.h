// Streams: stdin, and files in memory. stdout and stderr are the VM's.
//
// A file is a global cleave_file_N with its name, its size and its bytes: an observation. Bytes beyond the size are zero. Writing to it
// takes effect at once; cleave_file_buffer_N tells how much of it a C library would still hold (its buffer is larger than a file). There
// are 4 files of up to 2048 bytes, with names of up to 63, and 8 streams open at once; beyond that the run is unfinished.
#pragma once

#include "model.h"

enum { mostFiles = 4, mostStreams = 8, mostBytes = 2048, mostName = 64, mostPushedBack = 4, mostOverwritten = 64, endOfFile = -1 };

typedef struct {
  char name[mostName];  // empty: this place is free
  unsigned long size;
  unsigned char bytes[mostBytes];
} File;

// The bytes that the C library would not have written yet. It is what a file lacks when the program is cut short, and an observation then.
typedef struct {
  unsigned pending;     // how many
  unsigned long start;  // where in the file
  int mode;             // what setvbuf made of it, and one; 0: as opened
  unsigned overwrites;  // how many of them from the first on stand, or may stand, where others stood,
  unsigned char under[mostOverwritten];  // and which, since these are what the file still has
} Buffer;

struct Stream {
  File* file;      // null: closed, or stdin
  Buffer* buffer;  // null: nobody sees the file
  int reads, writes, appends, isTemporary;
  unsigned long position;
  int atEnd, failed;
  int pushedBack;  // how many
  unsigned char back[mostPushedBack];
};

extern Stream* stdin;
extern Stream* stdout;
extern Stream* stderr;

static inline int isOutput(Stream* stream) { return stream == stdout || stream == stderr; }

// The stream behind what the program holds: stdin's state is the models', the VM knows only its address.
Stream* cleave_stream(Stream* stream);

int cleave_next_byte(Stream* stream);              // as fgetc; the stream is one that cleave_stream gave, here and below
void cleave_unread(Stream* stream, int byte);      // as ungetc, of a byte
int cleave_append_byte(Stream* stream, int byte);  // as fputc
// Bytes up to the delimiter, with it, or to the end; more when characters that were pushed back hold the delimiter.
unsigned long cleave_line_length(Stream* stream, int delimiter);
