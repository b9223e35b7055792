// Reading, and writing where it is no output of the program: <stdio.h> without formats.
#include "stream.h"

// --- reading

int fgetc(Stream* stream) { return cleave_next_byte(cleave_stream(stream)); }
int getc(Stream* stream) { return cleave_next_byte(cleave_stream(stream)); }
int _IO_getc(Stream* stream) { return cleave_next_byte(cleave_stream(stream)); }
int getc_unlocked(Stream* stream) { return cleave_next_byte(cleave_stream(stream)); }
int fgetc_unlocked(Stream* stream) { return cleave_next_byte(cleave_stream(stream)); }
int getchar(void) { return cleave_next_byte(cleave_stream(stdin)); }
int getchar_unlocked(void) { return cleave_next_byte(cleave_stream(stdin)); }

int ungetc(int c, Stream* stream) {
  if (c == endOfFile) return endOfFile;
  stream = cleave_stream(stream);
  if (!stream->reads) cleave_vm_unfinished("unsupported: ungetc to a stream that is only written");
  cleave_unread(stream, c);
  return (unsigned char)c;
}

char* fgets(char* to, int size, Stream* stream) {
  stream = cleave_stream(stream);
  if (size <= 0) return 0;
  int count = 0;
  while (count < size - 1) {
    const int c = cleave_next_byte(stream);
    if (c == endOfFile) break;
    to[count++] = (char)c;
    if (c == '\n') break;
  }
  if (count == 0 && size > 1) return 0;
  to[count] = 0;
  return to;
}

size_t fread(void* to, size_t size, size_t count, Stream* stream) {
  stream = cleave_stream(stream);
  unsigned char* bytes = to;
  const size_t all = size * count;
  size_t done = 0;
  for (; done < all; done++) {
    const int c = cleave_next_byte(stream);
    if (c == endOfFile) return done / size;
    bytes[done] = (unsigned char)c;
  }
  return all == 0 ? 0 : count;
}

// The buffer grows as glibc's does, whose size can be seen: to twice its size, or to what is needed if that is more.
long getdelim(char** line, size_t* size, int delimiter, Stream* stream) {
  if (line == 0 || size == 0) {
    cleave_model_errno = errnoInvalid;
    return -1;
  }
  stream = cleave_stream(stream);
  if (*line == 0 || *size == 0) {
    *size = 120;
    *line = realloc(*line, *size);
  }
  const size_t needed = cleave_line_length(stream, delimiter) + 1;
  if (needed > *size) {
    *size = needed < 2 * *size ? 2 * *size : needed;
    *line = realloc(*line, *size);
  }
  size_t count = 0;
  for (;;) {
    const int c = cleave_next_byte(stream);
    if (c == endOfFile) break;
    (*line)[count++] = (char)c;
    if (c == delimiter) break;
  }
  if (count == 0) return -1;
  (*line)[count] = 0;
  return (long)count;
}

long __getdelim(char** line, size_t* size, int delimiter, Stream* stream) { return getdelim(line, size, delimiter, stream); }
long getline(char** line, size_t* size, Stream* stream) { return getdelim(line, size, '\n', stream); }

// --- writing

WITH_FILES int fputc(int c, Stream* stream) {
  return isOutput(stream) ? cleave_vm_fputc(c, stream) : cleave_append_byte(cleave_stream(stream), c);
}

WITH_FILES int putc(int c, Stream* stream) {
  return isOutput(stream) ? cleave_vm_fputc(c, stream) : cleave_append_byte(cleave_stream(stream), c);
}

WITH_FILES int _IO_putc(int c, Stream* stream) {
  return isOutput(stream) ? cleave_vm_fputc(c, stream) : cleave_append_byte(cleave_stream(stream), c);
}

WITH_FILES int fputs(const char* text, Stream* stream) {
  if (isOutput(stream)) return cleave_vm_fputs(text, stream);
  stream = cleave_stream(stream);
  for (; *text != 0; text++)
    if (cleave_append_byte(stream, *text) == endOfFile) return endOfFile;
  return 1;
}

WITH_FILES size_t fwrite(const void* from, size_t size, size_t count, Stream* stream) {
  if (isOutput(stream)) return cleave_vm_fwrite(from, size, count, stream);
  stream = cleave_stream(stream);
  const unsigned char* bytes = from;
  const size_t all = size * count;
  for (size_t done = 0; done < all; done++)
    if (cleave_append_byte(stream, bytes[done]) == endOfFile) return done / size;
  return all == 0 ? 0 : count;
}

size_t fread_unlocked(void* to, size_t size, size_t count, Stream* stream) { return fread(to, size, count, stream); }
char* fgets_unlocked(char* to, int size, Stream* stream) { return fgets(to, size, stream); }
