// Lines `key = value` of a configuration, whose values are sizes such as 512, 64k or 10m.
#ifndef CONFIG_H
#define CONFIG_H

enum { CONFIG_FINE = 0, CONFIG_KEY = 1, CONFIG_SIZE = 2, CONFIG_SYNTAX = 4 };  // bits
#define SIZE_LIMIT (1L << 30)

typedef struct {
  int key_length;  // the key begins the line
  int value;       // where the value begins
} entry;

int config_size(const char* text, long* size);
int config_entry(const char* line, entry* found);
int config_check(const char* line);
const char* config_message(int problems);
int config_report(char* out, int number, const char* line);

#endif
