// The parts of the C++ library that headers declare but do not define, where they do nothing: constructors and destructors of allocators.
// Names are those of the linker.
#include "model.h"

void _ZNSaIcEC1Ev(void* self) { (void)self; }
void _ZNSaIcEC2Ev(void* self) { (void)self; }
void _ZNSaIcEC1ERKS_(void* self, const void* other) { (void)self, (void)other; }
void _ZNSaIcEC2ERKS_(void* self, const void* other) { (void)self, (void)other; }
void _ZNSaIcED1Ev(void* self) { (void)self; }
void _ZNSaIcED2Ev(void* self) { (void)self; }
