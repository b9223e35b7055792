// The parts of the C++ library that headers declare but do not define, where they do nothing: constructors and destructors of allocators, and of
// what makes the standard streams.
// Names are those of the linker.
#include "model.h"

void _ZNSaIcEC1Ev(void* self) { (void)self; }
void _ZNSaIcEC2Ev(void* self) { (void)self; }
void _ZNSaIcEC1ERKS_(void* self, const void* other) { (void)self, (void)other; }
void _ZNSaIcEC2ERKS_(void* self, const void* other) { (void)self, (void)other; }
void _ZNSaIcED1Ev(void* self) { (void)self; }
void _ZNSaIcED2Ev(void* self) { (void)self; }

// What <iostream> puts into every file: it makes the standard streams, which nothing here looks into.
void _ZNSt8ios_base4InitC1Ev(void* self) { (void)self; }
void _ZNSt8ios_base4InitD1Ev(void* self) { (void)self; }
