// The messages of glibc in the C locale.
#include "cleave_runtime.h"
#include "model.h"

static const char* const messages[] = {
    "Success",
    "Operation not permitted",
    "No such file or directory",
    "No such process",
    "Interrupted system call",
    "Input/output error",
    "No such device or address",
    "Argument list too long",
    "Exec format error",
    "Bad file descriptor",
    "No child processes",
    "Resource temporarily unavailable",
    "Cannot allocate memory",
    "Permission denied",
    "Bad address",
    "Block device required",
    "Device or resource busy",
    "File exists",
    "Invalid cross-device link",
    "No such device",
    "Not a directory",
    "Is a directory",
    "Invalid argument",
    "Too many open files in system",
    "Too many open files",
    "Inappropriate ioctl for device",
    "Text file busy",
    "File too large",
    "No space left on device",
    "Illegal seek",
    "Read-only file system",
    "Too many links",
    "Broken pipe",
    "Numerical argument out of domain",
    "Numerical result out of range",
    "Resource deadlock avoided",
    "File name too long",
    "No locks available",
    "Function not implemented",
    "Directory not empty",
    "Too many levels of symbolic links",
    0,
    "No message of desired type",
    "Identifier removed",
    "Channel number out of range",
    "Level 2 not synchronized",
    "Level 3 halted",
    "Level 3 reset",
    "Link number out of range",
    "Protocol driver not attached",
    "No CSI structure available",
    "Level 2 halted",
    "Invalid exchange",
    "Invalid request descriptor",
    "Exchange full",
    "No anode",
    "Invalid request code",
    "Invalid slot",
    0,
    "Bad font file format",
    "Device not a stream",
    "No data available",
    "Timer expired",
    "Out of streams resources",
    "Machine is not on the network",
    "Package not installed",
    "Object is remote",
    "Link has been severed",
    "Advertise error",
    "Srmount error",
    "Communication error on send",
    "Protocol error",
    "Multihop attempted",
    "RFS specific error",
    "Bad message",
    "Value too large for defined data type",
    "Name not unique on network",
    "File descriptor in bad state",
    "Remote address changed",
    "Can not access a needed shared library",
    "Accessing a corrupted shared library",
    ".lib section in a.out corrupted",
    "Attempting to link in too many shared libraries",
    "Cannot exec a shared library directly",
    "Invalid or incomplete multibyte or wide character",
    "Interrupted system call should be restarted",
    "Streams pipe error",
    "Too many users",
    "Socket operation on non-socket",
    "Destination address required",
    "Message too long",
    "Protocol wrong type for socket",
    "Protocol not available",
    "Protocol not supported",
    "Socket type not supported",
    "Operation not supported",
    "Protocol family not supported",
    "Address family not supported by protocol",
    "Address already in use",
    "Cannot assign requested address",
    "Network is down",
    "Network is unreachable",
    "Network dropped connection on reset",
    "Software caused connection abort",
    "Connection reset by peer",
    "No buffer space available",
    "Transport endpoint is already connected",
    "Transport endpoint is not connected",
    "Cannot send after transport endpoint shutdown",
    "Too many references: cannot splice",
    "Connection timed out",
    "Connection refused",
    "Host is down",
    "No route to host",
    "Operation already in progress",
    "Operation now in progress",
    "Stale file handle",
    "Structure needs cleaning",
    "Not a XENIX named type file",
    "No XENIX semaphores available",
    "Is a named type file",
    "Remote I/O error",
    "Disk quota exceeded",
    "No medium found",
    "Wrong medium type",
    "Operation canceled",
    "Required key not available",
    "Key has expired",
    "Key has been revoked",
    "Key was rejected by service",
    "Owner died",
    "State not recoverable",
    "Operation not possible due to RF-kill",
    "Memory page has hardware error",
};

char cleave_model_strerror[32];

static int isKnown(int number) {
  return number >= 0 && number < (int)(sizeof messages / sizeof messages[0]) && messages[number] != 0;
}

char* strerror(int number) {
  if (isKnown(number)) return (char*)messages[number];
  static const char prefix[] = "Unknown error ";
  memcpy(cleave_model_strerror, prefix, sizeof prefix);
  cleave_model_write_decimal(cleave_model_strerror + sizeof prefix - 1, number);
  return cleave_model_strerror;
}

// GNU's, which returns the message wherever it is.
char* strerror_r(int number, char* buffer, size_t size) {
  if (isKnown(number)) return (char*)messages[number];
  const char* text = strerror(number);
  size_t at = 0;
  for (; at + 1 < size && text[at] != 0; at++) buffer[at] = text[at];
  if (size != 0) buffer[at] = 0;
  return buffer;
}

// That of POSIX, as <string.h> calls it without _GNU_SOURCE.
int __xpg_strerror_r(int number, char* buffer, size_t size) {
  const char* text = strerror(number);
  size_t at = 0;
  for (; at + 1 < size && text[at] != 0; at++) buffer[at] = text[at];
  if (size != 0) buffer[at] = 0;
  if (!isKnown(number)) return errnoInvalid;
  return size == 0 || text[at] != 0 ? errnoRange : 0;
}

// To stderr: what errno says.
void perror(const char* prefix) {
  extern Stream* stderr;
  if (prefix != 0 && *prefix != 0) {
    cleave_vm_fputs(prefix, stderr);
    cleave_vm_fputs(": ", stderr);
  }
  cleave_vm_fputs(strerror(cleave_model_errno), stderr);
  cleave_vm_fputc('\n', stderr);
}
