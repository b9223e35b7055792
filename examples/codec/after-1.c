// codec: events as bytes. `encode` and `decode` are the entries; main decodes the frames on standard input, prints the events and encodes
// them again.
//
// A frame: kind (1 byte), time (varint), value (varint, zigzag), length of the name (1 byte), the name, checksum (1 byte).
// A varint has seven bits per byte, the lowest first; the top bit says that more follow. Only the shortest form is valid.
// Exit status of main: 0, or the status of the first frame that could not be decoded.
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { MAX_NAME = 4, MAX_KIND = 3, MAX_VARINT = 5, MAX_FRAME = 1 + 2 * MAX_VARINT + 1 + MAX_NAME + 1, MAX_INPUT = 64 };

enum status { OK = 0, TOO_SHORT = 1, BAD_KIND = 2, BAD_VARINT = 3, BAD_NAME = 4, BAD_CHECKSUM = 5 };

struct event {
  uint8_t kind;  // 1 to MAX_KIND
  uint32_t time;
  int32_t value;
  uint8_t name_length;
  char name[MAX_NAME];
};

struct reader {
  const uint8_t* bytes;
  size_t length, at;
};

uint32_t zigzag(int32_t value) { return (uint32_t)value * 2 ^ (0 - (uint32_t)(value < 0)); }

int32_t unzigzag(uint32_t code) { return (int32_t)((code / 2) ^ (0 - code % 2)); }

uint8_t checksum(const uint8_t* bytes, size_t length) {
  uint8_t sum = 0x5a;
  for (size_t i = 0; i < length; i++) {
    sum = (uint8_t)((sum << 1) | (sum >> 7));
    sum ^= bytes[i];
  }
  return sum;
}

// The number of bytes written; at most MAX_VARINT.
size_t put_varint(uint32_t number, uint8_t* out) {
  size_t at = 0;
  while (number >= 0x80) {
    out[at++] = (uint8_t)(number | 0x80);
    number >>= 7;
  }
  out[at++] = (uint8_t)number;
  return at;
}

static enum status get_varint(struct reader* reader, uint32_t* number) {
  uint32_t result = 0;
  for (int i = 0; i < MAX_VARINT; i++) {
    if (reader->at == reader->length) return TOO_SHORT;
    uint8_t byte = reader->bytes[reader->at++];
    if (i == MAX_VARINT - 1 && byte > 0x0f) return BAD_VARINT;
    if (i > 0 && byte == 0) return BAD_VARINT;
    result |= (uint32_t)(byte & 0x7f) << (7 * i);
    if ((byte & 0x80) == 0) break;
  }
  *number = result;
  return OK;
}

// The length of the frame, or 0 when the event is not valid or the frame does not fit.
size_t encode(const struct event* event, uint8_t* out, size_t capacity) {
  uint8_t frame[MAX_FRAME];
  size_t at = 0;
  if (event->kind == 0 || event->kind > MAX_KIND || event->name_length > MAX_NAME) return 0;
  frame[at++] = event->kind;
  at += put_varint(event->time, frame + at);
  at += put_varint(zigzag(event->value), frame + at);
  frame[at++] = event->name_length;
  memcpy(frame + at, event->name, event->name_length);
  at += event->name_length;
  frame[at] = checksum(frame, at);
  at++;
  if (at > capacity) return 0;
  memcpy(out, frame, at);
  return at;
}

static enum status get_name(struct reader* reader, struct event* event) {
  if (reader->at == reader->length) return TOO_SHORT;
  uint8_t length = reader->bytes[reader->at++];
  if (length > MAX_NAME) return BAD_NAME;
  if (reader->length - reader->at < length) return TOO_SHORT;
  for (uint8_t i = 0; i < length; i++) {
    uint8_t byte = reader->bytes[reader->at + i];
    if (byte < 0x20 || byte > 0x7e) return BAD_NAME;
    event->name[i] = (char)byte;
  }
  reader->at += length;
  event->name_length = length;
  return OK;
}

// Decodes the frame at the start of the bytes; `used` tells how many it took. On failure neither `event` nor `used` is of any use.
enum status decode(const uint8_t* bytes, size_t length, struct event* event, size_t* used) {
  struct reader reader = {bytes, length, 0};
  memset(event, 0, sizeof *event);
  *used = 0;
  if (length == 0) return TOO_SHORT;
  event->kind = reader.bytes[reader.at++];
  if (event->kind == 0 || event->kind > MAX_KIND) return BAD_KIND;
  enum status status = get_varint(&reader, &event->time);
  if (status != OK) return status;
  uint32_t code = 0;
  status = get_varint(&reader, &code);
  if (status != OK) return status;
  event->value = unzigzag(code);
  status = get_name(&reader, event);
  if (status != OK) return status;
  if (reader.at == length) return TOO_SHORT;
  if (bytes[reader.at] != checksum(bytes, reader.at)) return BAD_CHECKSUM;
  *used = reader.at + 1;
  return OK;
}

static void print_event(const struct event* event) {
  printf("kind %d time %u value %d name %.*s\n", event->kind, event->time, event->value, event->name_length, event->name);
}

int main(void) {
  uint8_t input[MAX_INPUT];
  size_t length = fread(input, 1, sizeof input, stdin);
  size_t at = 0;
  while (at < length) {
    struct event event;
    size_t used;
    enum status status = decode(input + at, length - at, &event, &used);
    if (status != OK) {
      printf("status %d\n", (int)status);
      return (int)status;
    }
    print_event(&event);
    event.value = event.value < 0 ? 0 : event.value;  // encoded again without debts
    uint8_t frame[MAX_FRAME];
    size_t size = encode(&event, frame, sizeof frame);
    for (size_t i = 0; i < size; i++) printf("%02x", frame[i]);
    printf("\n");
    at += used;
  }
  return 0;
}
