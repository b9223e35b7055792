// What a harness tells the models before it calls the program under test. All of it may depend on the input. Data stays the caller's, and
// must stay as it is while the program runs.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

// What reading from stdin gives. Without this call stdin is empty, and the guarantee says so.
void cleave_set_stdin(const char* data, unsigned long size);

// A file that exists when the program starts: at most 4 of up to 2048 bytes, those that the program makes included. Without this call, no
// file does.
void cleave_set_file(const char* name, const char* data, unsigned long size);

// What getenv(name) gives; a null value means that it is not set. At most 16 names. Names that were not mentioned are not set.
void cleave_set_env(const char* name, const char* value);

// What time() gives, as long as the program runs. Without this call: 0.
void cleave_set_time(long now);

// What clock() gives, likewise.
void cleave_set_clock(long used);

// The local time is so many minutes ahead of UTC, all year round; the variable TZ says so. Without this call: 0, and the guarantee says so.
void cleave_set_zone(int minutes);

// What errno is when the program under test is called. Without this call: 0.
void cleave_set_errno(int error);

// The state of rand and random: as behind srand(seed). Without this call: srand(1).
void cleave_set_seed(unsigned seed);

// Writes the decimal digits of an int and NULs behind them: 12 bytes in all. strtol and its kin take such a text for the number itself.
void cleave_render_decimal(char* buffer, long long value, int isUnsigned);

// The harness will call exit() when the program's main returns. Without this call, a program that uses atexit gets an assumption.
void cleave_calls_exit(void);

#ifdef __cplusplus
}
#endif
