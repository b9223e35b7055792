#include "native/driver_object.h"

#include "native/replay.h"
#include "native/runtime/protocol.h"
#include "native/script.h"
#include "sandbox/serving.h"

// CMake compiles the driver first, and says where it is.
__asm__(".section .rodata\n"
        ".global cleave_driver_object, cleave_driver_object_end\n"
        "cleave_driver_object: .incbin \"" CLEAVE_DRIVER_OBJECT "\"\n"
        "cleave_driver_object_end:\n"
        ".previous");
extern "C" const char cleave_driver_object[], cleave_driver_object_end[];

namespace cleave::native {

static_assert(kScriptMagic == CLEAVE_MAGIC);
static_assert(std::string_view(kAnnouncement) == CLEAVE_ANNOUNCEMENT);
static_assert(kCallInText == CLEAVE_CALL);
static_assert(sandbox::kServingDescriptor == CLEAVE_SERVING_DESCRIPTOR);
static_assert(sizeof(sandbox::ServingOrder::directory) == CLEAVE_SERVING_DIRECTORY);

std::string_view driverObject() { return {cleave_driver_object, static_cast<size_t>(cleave_driver_object_end - cleave_driver_object)}; }

}  // namespace cleave::native
