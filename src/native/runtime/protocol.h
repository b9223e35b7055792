/* What the driver of native runs and we agree on: read by both, so nothing but macros. native/driver_object.cpp holds them against the names that our side has. */
#define CLEAVE_MAGIC 0x31657661656c63ull
#define CLEAVE_ANNOUNCEMENT "cleave: this property does not hold: "
#define CLEAVE_CALL "\033]cleave call\a"
#define CLEAVE_SERVING_DESCRIPTOR 200
#define CLEAVE_MOST_DISTANCE 4096
#define CLEAVE_SERVING_DIRECTORY 4080
