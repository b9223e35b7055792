// Opening, closing, positions, and bytes in and out of streams.
#include "stream.h"

#include "cleave_runtime.h"

// One global for each, so that what is written to one is not taken to change the others.
File cleave_file_0, cleave_file_1, cleave_file_2, cleave_file_3;
static File* const files[mostFiles] = {&cleave_file_0, &cleave_file_1, &cleave_file_2, &cleave_file_3};
Buffer cleave_file_buffer_0, cleave_file_buffer_1, cleave_file_buffer_2, cleave_file_buffer_3;
static Buffer* const buffers[mostFiles] = {&cleave_file_buffer_0, &cleave_file_buffer_1, &cleave_file_buffer_2, &cleave_file_buffer_3};

Stream cleave_model_streams[mostStreams];

Stream cleave_model_stdin = {.reads = 1};
const char* cleave_model_stdin_data;
unsigned long cleave_model_stdin_size;
int cleave_model_stdin_is_set;

// What the caller of an entry finds of stdin: how many bytes it can still read, which of them were pushed back and never stood there, and
// whether a read has met the end. An observation.
unsigned long cleave_left_stdin_bytes;
unsigned char cleave_left_stdin_back[mostPushedBack];
int cleave_left_stdin_end;

static void noteLeft(const Stream* stream) {
  if (stream != &cleave_model_stdin) return;
  cleave_left_stdin_bytes = cleave_model_stdin_size - stream->position + (unsigned long)stream->pushedBack;
  cleave_left_stdin_end = stream->atEnd;
}

static void clearBack(void) {
  for (int i = 0; i < mostPushedBack; i++) cleave_left_stdin_back[i] = 0;
}

void cleave_set_stdin(const char* data, unsigned long size) {
  cleave_model_stdin_data = data;
  cleave_model_stdin_size = size;
  cleave_model_stdin_is_set = 1;
  clearBack();
  noteLeft(&cleave_model_stdin);
}

Stream* cleave_stream(Stream* stream) {
  if (stream == stdin) return &cleave_model_stdin;
  if (isOutput(stream)) cleave_vm_unfinished("unsupported: an operation on stdout or stderr that is no output");
  if (stream->file == 0) cleave_vm_unfinished("a stream that was closed is used");
  return stream;
}

// --- bytes

static int takeBack(Stream* stream) {
  const int byte = stream->back[--stream->pushedBack];
  if (stream == &cleave_model_stdin) cleave_left_stdin_back[stream->pushedBack] = 0;
  noteLeft(stream);
  return byte;
}

static int nextOfStdin(Stream* stream) {
  if (!cleave_model_stdin_is_set) cleave_vm_assume("stdin is empty");
  const int isThere = stream->position < cleave_model_stdin_size;
  const int byte = isThere ? (unsigned char)cleave_model_stdin_data[stream->position++] : endOfFile;
  if (!isThere) stream->atEnd = 1;
  noteLeft(stream);
  return byte;
}

int cleave_next_byte(Stream* stream) {
  if (stream->pushedBack > 0) return takeBack(stream);
  if (!stream->reads) {
    cleave_model_errno = errnoBadFile;
    stream->failed = 1;
    return endOfFile;
  }
  if (stream->file == 0) return nextOfStdin(stream);
  if (stream->position < stream->file->size) return stream->file->bytes[stream->position++];
  stream->atEnd = 1;
  return endOfFile;
}

unsigned long cleave_line_length(Stream* stream, int delimiter) {
  const unsigned char* bytes = stream->file != 0 ? stream->file->bytes : (const unsigned char*)cleave_model_stdin_data;
  const unsigned long size = stream->file != 0 ? stream->file->size : cleave_model_stdin_size;
  unsigned long end = stream->position;
  while (end < size && bytes[end] != delimiter) end++;
  return (unsigned long)stream->pushedBack + (end < size ? end + 1 : end) - stream->position;
}

// A byte of stdin that goes back to where it stood is as if it had not been read; so what is left of stdin has one form.
static int goesBack(const Stream* stream, int byte) {
  return stream == &cleave_model_stdin && stream->pushedBack == 0 && stream->position > 0 &&
         (unsigned char)cleave_model_stdin_data[stream->position - 1] == (unsigned char)byte;
}

void cleave_unread(Stream* stream, int byte) {
  stream->atEnd = 0;
  if (goesBack(stream, byte)) {
    stream->position--;
    return noteLeft(stream);
  }
  if (stream->pushedBack == mostPushedBack) cleave_vm_unfinished("limit of 4 characters given to ungetc");
  if (stream == &cleave_model_stdin) cleave_left_stdin_back[stream->pushedBack] = (unsigned char)byte;
  stream->back[stream->pushedBack++] = (unsigned char)byte;
  noteLeft(stream);
}

static int openStreams(const File* file) {
  int count = 0;
  for (int i = 0; i < mostStreams; i++) count += cleave_model_streams[i].file == file;
  return count;
}

// A byte that is not in the file yet is about to stand at this place.
static void noteBuffered(Buffer* buffer, const File* file, unsigned long position) {
  if (buffer->pending++ == 0) buffer->start = position;
  if (position >= file->size) return;
  if (buffer->pending > mostOverwritten) cleave_vm_unfinished("limit of 64 bytes in a buffer that overwrite others");
  buffer->under[buffer->pending - 1] = file->bytes[position];
  buffer->overwrites = buffer->pending;
}

int cleave_append_byte(Stream* stream, int byte) {
  if (!stream->writes) {
    cleave_model_errno = errnoBadFile;
    stream->failed = 1;
    return endOfFile;
  }
  File* file = stream->file;
  if (openStreams(file) > 1) cleave_vm_unfinished("unsupported: a file that is written to while another stream has it open");
  if (stream->appends) stream->position = file->size;
  if (stream->position >= mostBytes) cleave_vm_unfinished("limit of 2048 bytes in a file");
  if (stream->buffer != 0) noteBuffered(stream->buffer, file, stream->position);
  file->bytes[stream->position++] = (unsigned char)byte;
  if (stream->position > file->size) file->size = stream->position;
  return (unsigned char)byte;
}

// --- buffers

static void emptyBuffer(Stream* stream) {
  if (stream->buffer == 0) return;
  stream->buffer->pending = 0;
  stream->buffer->start = 0;
  for (unsigned i = 0; i < stream->buffer->overwrites; i++) stream->buffer->under[i] = 0;
  stream->buffer->overwrites = 0;
}

void cleave_empty_buffers(void) {
  for (int i = 0; i < mostStreams; i++)
    if (cleave_model_streams[i].file != 0) emptyBuffer(&cleave_model_streams[i]);
}

WITH_FILES int fflush(Stream* stream) {
  if (stream == 0) {
    cleave_empty_buffers();
  } else if (stream != stdin && !isOutput(stream)) {
    emptyBuffer(cleave_stream(stream));
  }
  return 0;
}

static void setMode(Stream* stream, int mode) {
  if (stream == stdin || isOutput(stream)) return;
  stream = cleave_stream(stream);
  if (stream->buffer != 0) stream->buffer->mode = mode + 1;
}

// --- opening and closing

static File* findFile(const char* name) {
  for (int i = 0; i < mostFiles; i++)
    if (files[i]->name[0] != 0 && strcmp(files[i]->name, name) == 0) return files[i];
  return 0;
}

static File* makeFile(const char* name) {
  if (strlen(name) >= mostName) cleave_vm_unfinished("limit of 63 characters in the name of a file");
  for (int i = 0; i < mostFiles; i++) {
    if (files[i]->name[0] != 0) continue;
    memcpy(files[i]->name, name, strlen(name) + 1);
    return files[i];
  }
  cleave_vm_unfinished("limit of 4 files");
}

static void empty(File* file) {
  memset(file->bytes, 0, file->size);
  file->size = 0;
}

// What another stream holds is not in the file yet.
static void checkHoldsNothing(const File* file) {
  if (openStreams(file) == 0) return;
  for (int k = 0; k < mostFiles; k++)
    if (files[k] == file && buffers[k]->pending != 0) cleave_vm_unfinished("unsupported: a file that is opened while a stream has written to it and was not flushed");
}

static Stream* openStream(File* file) {
  checkHoldsNothing(file);
  for (int i = 0; i < mostStreams; i++) {
    Stream* stream = &cleave_model_streams[i];
    if (stream->file != 0) continue;
    memset(stream, 0, sizeof *stream);
    stream->file = file;
    for (int k = 0; k < mostFiles; k++)
      if (files[k] == file) stream->buffer = buffers[k];
    return stream;
  }
  cleave_vm_unfinished("limit of 8 open files");
}

Stream* fopen(const char* name, const char* mode) {
  cleave_vm_assume("the only files are those that the program writes, and writing succeeds");
  if (*mode != 'r' && *mode != 'w' && *mode != 'a') {
    cleave_model_errno = errnoInvalid;
    return 0;
  }
  const int update = strchr(mode, '+') != 0;
  File* file = *name != 0 ? findFile(name) : 0;
  if (file == 0 && (*mode == 'r' || *name == 0)) {
    cleave_model_errno = errnoNotFound;
    return 0;
  }
  if (file != 0 && *mode != 'r' && strchr(mode, 'x') != 0) {
    cleave_model_errno = errnoExists;
    return 0;
  }
  if (file == 0) file = makeFile(name);
  if (*mode == 'w' && openStreams(file) != 0) cleave_vm_unfinished("unsupported: a file that is emptied while a stream has it open");
  if (*mode == 'w') empty(file);
  Stream* stream = openStream(file);
  stream->reads = *mode == 'r' || update;
  stream->writes = *mode != 'r' || update;
  stream->appends = *mode == 'a';
  if (stream->appends && !update) stream->position = file->size;  // where glibc says that it is; with '+' reading starts in front
  return stream;
}

Stream* fopen64(const char* name, const char* mode) { return fopen(name, mode); }

// A file that nobody sees.
File cleave_model_temporary;

Stream* tmpfile(void) {
  if (cleave_model_temporary.name[0] != 0) cleave_vm_unfinished("limit of one temporary file");
  cleave_model_temporary.name[0] = '?';
  Stream* stream = openStream(&cleave_model_temporary);
  stream->reads = stream->writes = stream->isTemporary = 1;
  return stream;
}

Stream* tmpfile64(void) { return tmpfile(); }

static void discard(File* file) {
  empty(file);
  memset(file->name, 0, mostName);
}

static void closeStdin(void) {
  cleave_left_stdin_bytes = 0;
  clearBack();
}

int fclose(Stream* stream) {
  if (stream == stdin || isOutput(stream)) {
    cleave_vm_assume("stdin, stdout and stderr are not used once they are closed");
    if (stream == stdin) closeStdin();
    return 0;
  }
  stream = cleave_stream(stream);
  if (stream->isTemporary) discard(stream->file);
  emptyBuffer(stream);
  if (stream->buffer != 0) stream->buffer->mode = 0;
  stream->file = 0;
  return 0;
}

int remove(const char* name) {
  File* file = findFile(name);
  if (file == 0) {
    cleave_vm_assume("the only files are those that the program writes, and writing succeeds");
    cleave_model_errno = errnoNotFound;
    return -1;
  }
  if (openStreams(file) != 0) cleave_vm_unfinished("unsupported: a file that is removed while it is open");
  discard(file);
  return 0;
}

int unlink(const char* name) { return remove(name); }

int rename(const char* from, const char* to) {
  File* file = findFile(from);
  if (file == 0) {
    cleave_vm_assume("the only files are those that the program writes, and writing succeeds");
    cleave_model_errno = errnoNotFound;
    return -1;
  }
  File* old = findFile(to);
  if (old == file) return 0;
  if (old != 0 && openStreams(old) != 0) cleave_vm_unfinished("unsupported: a file that is removed while it is open");
  if (strlen(to) >= mostName) cleave_vm_unfinished("limit of 63 characters in the name of a file");
  if (old != 0) discard(old);
  memset(file->name, 0, mostName);
  memcpy(file->name, to, strlen(to) + 1);
  return 0;
}

void cleave_set_file(const char* name, const char* data, unsigned long size) {
  if (size > mostBytes) cleave_vm_unfinished("limit of 2048 bytes in a file");
  File* file = findFile(name);
  if (file == 0) file = makeFile(name);
  empty(file);
  memcpy(file->bytes, data, size);
  file->size = size;
}

// --- positions

enum { fromStart, fromHere, fromEnd };

static Stream* positioned(Stream* stream) {
  if (stream == stdin) cleave_vm_unfinished("unsupported: the position of stdin");
  stream = cleave_stream(stream);
  if (stream->position < (unsigned long)stream->pushedBack) cleave_vm_unfinished("unsupported: a position in front of a file, by ungetc");
  return stream;
}

int fseek(Stream* stream, long offset, int whence) {
  stream = positioned(stream);
  // glibc has ideas of its own here.
  if (whence == fromHere && stream->pushedBack > 0) cleave_vm_unfinished("unsupported: fseek from here, behind ungetc");
  const long here = (long)stream->position;
  const long base = whence == fromStart ? 0 : whence == fromHere ? here : (long)stream->file->size;
  if (whence < fromStart || whence > fromEnd || base + offset < 0) {
    if (stream->pushedBack > 0) cleave_vm_unfinished("unsupported: fseek that fails, behind ungetc");
    cleave_model_errno = errnoInvalid;
    return -1;
  }
  emptyBuffer(stream);
  stream->position = (unsigned long)(base + offset);
  stream->pushedBack = 0;
  stream->atEnd = 0;
  return 0;
}

long ftell(Stream* stream) {
  stream = positioned(stream);
  return (long)stream->position - stream->pushedBack;
}

int fseeko(Stream* stream, long offset, int whence) { return fseek(stream, offset, whence); }
long ftello(Stream* stream) { return ftell(stream); }

void rewind(Stream* stream) {
  fseek(stream, 0, fromStart);
  stream->failed = 0;
}

// --- state

int feof(Stream* stream) { return isOutput(stream) ? 0 : cleave_stream(stream)->atEnd; }
int ferror(Stream* stream) { return isOutput(stream) ? 0 : cleave_stream(stream)->failed; }

void clearerr(Stream* stream) {
  if (isOutput(stream)) return;
  stream = cleave_stream(stream);
  stream->atEnd = 0;
  stream->failed = 0;
  noteLeft(stream);
}

// How a stream is buffered shows only where the program is cut short.
enum { lineBuffered = 1, unbuffered = 2 };

int setvbuf(Stream* stream, char* buffer, int mode, size_t size) {
  (void)buffer, (void)size;
  if (mode < 0 || mode > unbuffered) return -1;
  setMode(stream, mode);
  return 0;
}
void setbuffer(Stream* stream, char* buffer, size_t size) {
  (void)size;
  setMode(stream, buffer != 0 ? 0 : unbuffered);
}
void setbuf(Stream* stream, char* buffer) { setMode(stream, buffer != 0 ? 0 : unbuffered); }
void setlinebuf(Stream* stream) { setMode(stream, lineBuffered); }
