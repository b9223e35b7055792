// What the generated bodies of functions of the environment share (src/frontend/environment_bodies.h): the log of their calls, which is
// observed, and the answers, which are inputs. Linked into the code for native runs, too, so that both worlds run the same.
//
// The log is a row of numbers: of each call the number of the function, then its arguments. Who knows the function knows how to read them
// (program/environment.h has the bounds).
#include "model.h"

enum { mostWords = 256, mostTextBytes = 64 };

extern unsigned long cleave_environment_used __asm__("cleave_input.user.environment.used");
extern unsigned long cleave_environment_words[mostWords] __asm__("cleave_input.user.environment.words");

_Noreturn void cleave_vm_stop(void);  // the run ends here, and what was noted counts

// A run that notes more ends where there is no room: the marker tells it from one that has just filled it.
void cleave_environment_note(unsigned long word) {
  if (cleave_environment_used >= mostWords) {
    cleave_environment_used = mostWords + 1;
    cleave_vm_stop();
  }
  cleave_environment_words[cleave_environment_used++] = word;
}

void cleave_environment_note_pointer(void* pointer) {
  if (cleave_environment_used >= mostWords) {
    cleave_environment_used = mostWords + 1;
    cleave_vm_stop();
  }
  ((void**)cleave_environment_words)[cleave_environment_used++] = pointer;
}

static void cleave_environment_pack(const unsigned char* from, unsigned long count) {
  for (unsigned long i = 0; i < count; i += 8) {
    unsigned long word = 0;
    for (unsigned long k = 0; k < 8 && i + k < count; ++k) word |= (unsigned long)from[i + k] << 8 * k;
    cleave_environment_note(word);
  }
}

// 0 for null, else its length and one more, then its bytes.
void cleave_environment_note_text(const char* text) {
  if (!text) {
    cleave_environment_note(0);
    return;
  }
  unsigned long length = 0;
  while (length < mostTextBytes && text[length] != 0) ++length;
  cleave_environment_note(length + 1);
  cleave_environment_pack((const unsigned char*)text, length);
}

// 0 for null, else how many are compared and one more, then these.
void cleave_environment_note_bytes(const unsigned char* bytes, unsigned long count) {
  if (!bytes) {
    cleave_environment_note(0);
    return;
  }
  const unsigned long compared = count < mostTextBytes ? count : mostTextBytes;
  cleave_environment_note(compared + 1);
  cleave_environment_pack(bytes, compared);
}

void cleave_environment_give(void* to, const void* answer, unsigned long size) {
  if (to) memcpy(to, answer, size);
}

// Of a buffer whose size the program says.
void cleave_environment_give_bytes(unsigned char* to, const unsigned char* answer, unsigned long size, unsigned long most) {
  if (!to) return;
  for (unsigned long i = 0; i < most && i < size; ++i) to[i] = answer[i];
}

// Which call of the function this is. There are so many answers: behind the last the run ends.
unsigned long cleave_environment_turn(unsigned long* count, unsigned long answers) {
  const unsigned long turn = *count;
  if (turn >= answers) cleave_vm_stop();
  *count = turn + 1;
  return turn;
}

// The same where a call does not show: the last answer stands for all further.
unsigned long cleave_environment_last_turn(unsigned long* count, unsigned long answers) {
  const unsigned long turn = *count;
  if (turn + 1 < answers) *count = turn + 1;
  return turn;
}
