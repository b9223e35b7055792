/* The bytes of a log of probes: what the runtime (runtime/record.c) writes and the reader (log.h) reads. Plain C, for both. docs/probes.md
   has it in words.

   A file has a header of kCleaveHeaderBytes and then entries, each a multiple of 8 bytes that starts with one word:
       bits  0..31  where the description of the point stands in this file, in words of 8 bytes (of a description: its own place)
       bits 32..47  length in words, this one included
       bits 48..55  kind
       bits 56..63  state: reserved and being written, or committed
   No such word is zero. Space is reserved by an atomic addition, so a word that is zero was reserved by somebody who died before he wrote
   anything, and the next entry starts at the next word that is not. */
#ifndef CLEAVE_PROBES_LOG_FORMAT_H
#define CLEAVE_PROBES_LOG_FORMAT_H

#include <stdint.h>

#define CLEAVE_LOG_MAGIC UINT64_C(0x31474f4c56454c43) /* "CLEVLOG1" */
#define CLEAVE_LOG_SUFFIX ".probes"

enum {
  kCleaveHeaderBytes = 512,
  kCleaveMostVariables = 64, /* of a point, those on entry not counted: a bit each */
  kCleaveMostAtStatement = 250, /* of a statement that somebody asked for */
  kCleaveMostElements = 16,  /* recorded of a sequence */
  kCleaveLongestString = 1024,
};

enum { kCleaveValues = 1, kCleaveDescription = 2, kCleaveThinned = 3 };
enum { kCleavePending = 0xA0, kCleaveCommitted = 0xC5 };
enum { kCleaveFileFull = 1, kCleaveTotalFull = 2, kCleaveDiskFull = 4 };

struct cleave_log_header {
  uint64_t magic;
  uint64_t used;    /* bytes reserved, header included; may lie behind what could be written */
  uint64_t ready;   /* bytes that are sure to have room on the disk */
  uint64_t stopped; /* why recording ended early: bits of the above */
  uint64_t started; /* nanoseconds since 1970 */
  uint32_t process;
  uint32_t bound; /* records of each point before thinning */
  uint64_t size;  /* of the file */
  char program[256];
};

/* An entry of values: the word above, the place of the entry record of the same call in this file (0: none), a word with a bit for each
   variable that is present (one word for each 64 of them), then the variables' slots as `steps` say, packed. An entry that tells of thinning: the word, and how many
   visits there are for one record from now on, and how many there were. A description: the word, its length in bytes, and the text of the
   point (probes/point.h). */

enum { kCleaveDirect = 0, kCleaveBehind = 1, kCleaveStringLength = 2, kCleaveSequence = 3, kCleaveInput = 4 };
enum { kCleaveIsPlace = 0x80 }; /* added to these: a global, whose address is where the string or the sequence begins */

/* kCleaveInput: of what is left of stdin, as far as one can tell without reading it: a file, or what stdio has read already. The probe hands nothing over. A length
   above kCleaveMostInput stands for all longer ones. */
#define kCleaveInputLength UINT32_MAX
enum { kCleaveMostInput = 64 };

/* How a variable gets from what the probe hands over into its slot. */
struct cleave_step {
  uint8_t op;
  uint8_t bytes;   /* to read behind the pointer; of an element */
  uint8_t shift;   /* of a bit-field within them */
  uint8_t slot;    /* bytes in the record; a sequence has 4 bytes of length before its elements */
  uint32_t offset; /* behind the pointer; kCleaveInput: which byte, or kCleaveInputLength */
  /* A global: where the value, or the pointer, lies. Then the probe hands nothing over for it. NULL: something else. */
  const void* address;
  /* kCleaveBehind: what is read through lies behind further pointers: their number, and how far behind the one before each of them lies. NULL: no. */
  const uint32_t* hops;
};

struct cleave_site {
  const char* description;
  const struct cleave_step* steps;
  uint32_t descriptionBytes;
  uint16_t variables;
  uint16_t slotBytes; /* all slots */
};

/* What changes of a site. All zero at the start. */
struct cleave_site_state {
  uint64_t visits; /* counted by the probe itself */
  uint64_t next;   /* the visit that is recorded next */
  uint32_t described;
  uint32_t recorded;
  uint64_t gap; /* visits for one record; 0 or 1: all */
};

#endif
