// The commands, each in a file of its own.
#pragma once

#include <memory>

#include "command.h"

namespace cleave::tools {

std::unique_ptr<Command> makeAudit();
std::unique_ptr<Command> makeBisect();
std::unique_ptr<Command> makeAccept();
std::unique_ptr<Command> makeBrowse();
std::unique_ptr<Command> makeBuild();
std::unique_ptr<Command> makeDiff();
std::unique_ptr<Command> makeDump();
std::unique_ptr<Command> makeExplain();
std::unique_ptr<Command> makeGuard();
std::unique_ptr<Command> makeInit();
std::unique_ptr<Command> makeInputs();
std::unique_ptr<Command> makeLog();
std::unique_ptr<Command> makeReduce();
std::unique_ptr<Command> makeReport();
std::unique_ptr<Command> makeRequire();
std::unique_ptr<Command> makeSignature();
std::unique_ptr<Command> makeTests();

}  // namespace cleave::tools
