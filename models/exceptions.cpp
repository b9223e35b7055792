// The C++ runtime's part in exceptions. src/frontend/exceptions.cpp makes ordinary control flow of throwing: what is called here notes that
// an exception is on its way, and the code behind every call that may throw looks at that note and goes to its handler or returns.
//
// An exception is a header and the object behind it. What code knows as "the exception" (of a landing pad, of __cxa_begin_catch) points 32
// bytes before the object, as it does natively: handlers of references to pointers count on that.
#include "exceptions.h"

#include <stdarg.h>

namespace {

constexpr unsigned long kBeforeObject = 32;

Exception* exceptionOf(void* unwound) {
  return reinterpret_cast<Exception*>(static_cast<char*>(unwound) + kBeforeObject - sizeof(Exception));
}
void* objectOf(Exception* exception) { return exception + 1; }
void* unwoundOf(Exception* exception) { return static_cast<char*>(objectOf(exception)) - kBeforeObject; }

void sendOff(Exception* exception) {
  cleave_model_thrown = exception;
  cleave_model_thrown_type = exception->type->id;
  cleave_model_pending = 1;
}

}  // namespace

extern "C" {

int cleave_model_pending;
Exception* cleave_model_thrown;
int cleave_model_thrown_type;
Exception* cleave_model_caught;
int cleave_model_uncaught;

void* __cxa_allocate_exception(unsigned long size) noexcept {
  auto* exception = static_cast<Exception*>(malloc(sizeof(Exception) + size));
  return objectOf(exception);
}

void __cxa_free_exception(void* object) noexcept { free(static_cast<Exception*>(object) - 1); }

// `type` is no std::type_info here, but what the front end made of it.
void __cxa_throw(void* object, const ThrownType* type, void (*destroy)(void*)) {
  Exception* exception = static_cast<Exception*>(object) - 1;
  exception->type = type;
  exception->destroy = destroy;
  exception->handlers = 0;
  exception->cleaned = 0;
  exception->next = nullptr;
  cleave_model_uncaught++;
  cleave_vm_throws();
  sendOff(exception);
}

void __cxa_rethrow() {
  Exception* exception = cleave_model_caught;
  if (exception == nullptr) std::terminate();
  exception->handlers = -exception->handlers;
  exception->cleaned = 0;
  cleave_model_uncaught++;
  sendOff(exception);
}

// --- what the front end calls

// At a landing pad: the exception has arrived, for now.
void* cleave_model_land() noexcept {
  cleave_model_pending = 0;
  Exception* exception = cleave_model_thrown;
  exception->adjusted = objectOf(exception);
  return unwoundOf(exception);
}

// The handler is for a base class that does not stand at the beginning.
void cleave_model_adjust(void* unwound, long offset) noexcept {
  exceptionOf(unwound)->adjusted = static_cast<char*>(objectOf(exceptionOf(unwound))) + offset;
}

// Cleanups are done, and no handler was here.
void cleave_model_resume(void* unwound) noexcept {
  exceptionOf(unwound)->cleaned = 1;
  sendOff(exceptionOf(unwound));
}

void cleave_model_refuse(int refused) noexcept {
  if (refused)
    cleave_vm_unfinished("unsupported: a handler of another pointer type, of a virtual base class or of a class that is not known");
}

// Natively nobody would have run the cleanups: without a handler, the program ends where the exception was thrown.
void cleave_model_leaves_main() noexcept {
  if (cleave_model_thrown->cleaned)
    cleave_vm_unfinished("unsupported: an exception without a handler passes objects that have destructors");
  __cxa_begin_catch(unwoundOf(cleave_model_thrown));
  std::terminate();
}

void cleave_model_leaves_entry() noexcept {
  Exception* exception = cleave_model_thrown;
  cleave_vm_threw(objectOf(exception), exception->type->name, exception->type->shown, exception->type->bases);
}

// --- handlers

void* __cxa_begin_catch(void* unwound) noexcept {
  Exception* exception = exceptionOf(unwound);
  exception->handlers = exception->handlers < 0 ? 1 - exception->handlers : exception->handlers + 1;
  cleave_model_uncaught--;
  if (exception != cleave_model_caught) {
    exception->next = cleave_model_caught;
    cleave_model_caught = exception;
  }
  return __cxa_get_exception_ptr(unwound);
}

void* __cxa_get_exception_ptr(void* unwound) noexcept {
  Exception* exception = exceptionOf(unwound);
  if (exception->type->flags & kIsPointer) return *static_cast<void**>(objectOf(exception));
  return exception->adjusted;
}

// The last handler that is left destroys the exception, unless it was thrown again there.
void __cxa_end_catch() {
  Exception* exception = cleave_model_caught;
  if (exception == nullptr) return;
  if (exception->handlers < 0) {
    if (++exception->handlers == 0) cleave_model_caught = exception->next;
    return;
  }
  if (--exception->handlers != 0) return;
  cleave_model_caught = exception->next;
  if (exception->destroy != nullptr) exception->destroy(objectOf(exception));
  free(exception);
}

void __cxa_bad_cast() { throw std::bad_cast(); }
void __cxa_bad_typeid() { throw std::bad_typeid(); }
void __cxa_throw_bad_array_new_length() { throw std::bad_array_new_length(); }

}  // extern "C"

namespace std {

int uncaught_exceptions() noexcept {
  cleave_vm_assume("no exception is on its way when the entry is called");
  return cleave_model_uncaught;
}
bool uncaught_exception() noexcept { return uncaught_exceptions() > 0; }

// Says what the GNU runtime says, and ends the program.
void terminate() noexcept {
  Exception* exception = cleave_model_caught;
  if (exception == nullptr) {
    cleave_vm_fputs("terminate called without an active exception\n", stderr);
    abort();
  }
  cleave_vm_fputs("terminate called after throwing an instance of '", stderr);
  cleave_vm_fputs(exception->type->shown, stderr);
  cleave_vm_fputs("'\n", stderr);
  if (exception->type->flags & kMayBeException) cleave_vm_assume("the text of exceptions of classes that are not known is not compared");
  if (exception->type->flags & kIsException) {
    cleave_vm_fputs("  what():  ", stderr);
    cleave_vm_fputs(static_cast<std::exception*>(objectOf(exception))->what(), stderr);
    cleave_vm_fputs("\n", stderr);
  }
  abort();
}

// --- what headers call to throw, and the compiler

void __throw_bad_exception() { throw bad_exception(); }
void __throw_bad_alloc() { throw bad_alloc(); }
void __throw_bad_array_new_length() { throw bad_array_new_length(); }
void __throw_bad_cast() { throw bad_cast(); }
void __throw_bad_function_call() { throw bad_function_call(); }
void __throw_bad_typeid() { throw bad_typeid(); }
void __throw_logic_error(const char* text) { throw logic_error(text); }
void __throw_domain_error(const char* text) { throw domain_error(text); }
void __throw_invalid_argument(const char* text) { throw invalid_argument(text); }
void __throw_length_error(const char* text) { throw length_error(text); }
void __throw_out_of_range(const char* text) { throw out_of_range(text); }
void __throw_runtime_error(const char* text) { throw runtime_error(text); }
void __throw_range_error(const char* text) { throw range_error(text); }
void __throw_overflow_error(const char* text) { throw overflow_error(text); }
void __throw_underflow_error(const char* text) { throw underflow_error(text); }

void __throw_out_of_range_fmt(const char* format, ...) {
  char text[512];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  throw out_of_range(text);
}

}  // namespace std
