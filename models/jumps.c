// setjmp and longjmp. The compiler's own code is rewritten (src/exceptions/jumps.cpp): setjmp notes in the buffer where its result goes, a
// variable of the function that calls it; longjmp writes the result there, says so, and returns; behind each call that may jump the code
// looks, and returns until the function is reached that the variable is of.
#include "model.h"

typedef struct {
  int* result;         // of the setjmp; its function may have returned since, and then this leads to no object
  unsigned long mark;  // a buffer that setjmp has filled
} JumpBuffer;

enum { noted = 0x6a6d7062 };

int* cleave_model_jump;  // where a jump is on its way to; null: none is

void cleave_model_note_jump(JumpBuffer* buffer, int* result) {
  buffer->result = result;
  buffer->mark = noted;
}

void cleave_model_jump_to(JumpBuffer* buffer, int value) {
  if (buffer->mark != noted || buffer->result == 0) cleave_vm_unfinished("longjmp with a buffer that setjmp has not filled");
  *buffer->result = value == 0 ? 1 : value;
  cleave_model_jump = buffer->result;
}
