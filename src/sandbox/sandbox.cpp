#include "sandbox/sandbox.h"

#include <fmt/format.h>

#include "sandbox/filter.h"
#include "sandbox/landlock.h"
#include "sandbox/room.h"

namespace cleave::sandbox {

namespace fs = std::filesystem;

namespace {

// A shell that writes where it may, and where it must not.
Status tryOut(const Sandbox& sandbox) {
  const Expected<std::unique_ptr<Room>> room = Room::make(sandbox, {});
  if (!room) return room.error();
  const Expected<fs::path> own = (*room)->makeDirectory();
  if (!own) return own.error();
  ProcessRequest request;
  request.command = {"/bin/sh", "-c", "echo lives > file; echo lives > ../outside"};
  request.directory = own->string();
  request.bareEnvironment = true;
  request.timeLimit = Seconds(10);
  const Expected<ProcessResult> result = (*room)->run(request, *own);
  if (!result) return result.error();
  std::error_code failure;
  if (!fs::exists(*own / "file", failure)) return Error{fmt::format("a shell does not run in it: {} {}", result->code, result->errors)};
  if (fs::exists(own->parent_path() / "outside", failure)) return Error{"it does not hold a shell that writes elsewhere"};
  return std::nullopt;
}

}  // namespace

const char* toText(Strength strength) {
  switch (strength) {
    case Strength::Namespaces:
      return "namespaces";
    case Strength::Landlock:
      return "Landlock";
    case Strength::None:
      return "none";
  }
  UNREACHABLE("not a Strength");
}

Expected<Sandbox> Sandbox::ofStrength(Strength strength) {
  Sandbox sandbox(strength);
  if (strength == Strength::None) return sandbox;
  if (strength == Strength::Landlock && landlockVersion() < 1) return Error{"this kernel has no Landlock, or does not allow it"};
  for (const bool mayMultiply : {false, true}) {
    Expected<std::vector<sock_filter>> filter = makeFilter(strength, mayMultiply);
    if (!filter) return filter.error();
    (mayMultiply ? sandbox.filter_ : sandbox.lonely_) = filter.take();
  }
  if (Status failed = tryOut(sandbox)) return *failed;
  return sandbox;
}

Expected<Sandbox> Sandbox::find() {
  Expected<Sandbox> strong = ofStrength(Strength::Namespaces);
  if (strong) return strong;
  Expected<Sandbox> weak = ofStrength(Strength::Landlock);
  if (weak) return weak;
  return Error{
      fmt::format("there is no sandbox here to run them in: namespaces ({}), Landlock ({})", strong.error().message, weak.error().message)};
}

Sandbox Sandbox::findOrNone() {
  Expected<Sandbox> found = find();
  return found ? found.take() : Sandbox(Strength::None);
}

}  // namespace cleave::sandbox
