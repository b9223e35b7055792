#include "codegen/object.h"

#include <optional>

#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/DiagnosticPrinter.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/IR/Module.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/TargetParser/Host.h>

namespace cleave::codegen {
namespace {

// What clang says to the code generator for -O0 -ffp-contract=off -mllvm -trap-unreachable.
std::unique_ptr<llvm::TargetMachine> machineFor(const std::string& triple, std::string& problem) {
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  llvm::InitializeNativeTargetAsmParser();  // of inline assembly
  const llvm::Target* target = llvm::TargetRegistry::lookupTarget(triple, problem);
  if (target == nullptr) return nullptr;
  llvm::TargetOptions options;
  options.AllowFPOpFusion = llvm::FPOpFusion::Strict;
  options.TrapUnreachable = true;
  options.UseInitArray = true;
  return std::unique_ptr<llvm::TargetMachine>(
      target->createTargetMachine(triple, "x86-64", "", options, llvm::Reloc::PIC_, std::nullopt, llvm::CodeGenOptLevel::None));
}

// Functions that must be inlined are, and what is only meant for passes goes.
void runPasses(llvm::Module& module, llvm::TargetMachine& machine) {
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
  llvm::PassBuilder builder(&machine);
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  builder.buildO0DefaultPipeline(llvm::OptimizationLevel::O0).run(module, modules);
}

// Inline assembly that the assembler does not know is an error that LLVM tells and goes on.
class Complaints : public llvm::DiagnosticHandler {
 public:
  explicit Complaints(std::string& first) : first_(first) {}
  bool handleDiagnostics(const llvm::DiagnosticInfo& info) override {
    if (info.getSeverity() != llvm::DS_Error || !first_.empty()) return true;
    llvm::raw_string_ostream stream(first_);
    llvm::DiagnosticPrinterRawOStream printer(stream);
    info.print(printer);
    return true;
  }

 private:
  std::string& first_;
};

Status write(llvm::Module& module, const std::filesystem::path& object) {
  std::string problem;
  module.getContext().setDiagnosticHandler(std::make_unique<Complaints>(problem));
  const std::unique_ptr<llvm::TargetMachine> machine = machineFor(module.getTargetTriple(), problem);
  if (machine == nullptr) return Error{"there is no code generator for " + module.getTargetTriple() + ": " + problem};
  module.setDataLayout(machine->createDataLayout());
  runPasses(module, *machine);
  std::error_code failure;
  llvm::raw_fd_ostream output(object.string(), failure);
  if (failure) return Error{"cannot write " + object.string() + ": " + failure.message()};
  llvm::legacy::PassManager passes;
  if (machine->addPassesToEmitFile(passes, output, nullptr, llvm::CodeGenFileType::ObjectFile)) return Error{"there are no object files for this machine"};
  passes.run(module);
  output.close();
  if (output.has_error()) {
    const std::string why = output.error().message();
    output.clear_error();
    return Error{"cannot write " + object.string() + ": " + why};
  }
  if (!problem.empty()) return Error{problem};
  return std::nullopt;
}

void addTable(llvm::Module& module, const AddressTable& table) {
  llvm::LLVMContext& context = module.getContext();
  llvm::PointerType* pointer = llvm::PointerType::getUnqual(context);
  std::vector<llvm::Constant*> addresses;
  for (const std::string& symbol : table.symbols) {
    llvm::GlobalValue* known = module.getNamedValue(symbol);
    addresses.push_back(known != nullptr ? known
                                         : new llvm::GlobalVariable(module, llvm::Type::getInt8Ty(context), false,
                                                                    llvm::GlobalValue::ExternalWeakLinkage, nullptr, symbol));
  }
  llvm::ArrayType* type = llvm::ArrayType::get(pointer, addresses.size());
  new llvm::GlobalVariable(module, type, true, llvm::GlobalValue::ExternalLinkage, llvm::ConstantArray::get(type, addresses), table.name);
  llvm::Type* number = llvm::Type::getInt64Ty(context);
  new llvm::GlobalVariable(module, number, true, llvm::GlobalValue::ExternalLinkage, llvm::ConstantInt::get(number, addresses.size()),
                           table.name + "_count");
}

}  // namespace

Status writeObject(const std::filesystem::path& bitcode, const std::filesystem::path& object) {
  llvm::LLVMContext context;
  llvm::SMDiagnostic diagnostic;
  const std::unique_ptr<llvm::Module> module = llvm::parseIRFile(bitcode.string(), diagnostic, context);
  if (module == nullptr) return Error{"cannot read " + bitcode.string() + ": " + diagnostic.getMessage().str()};
  return write(*module, object);
}

Status writeTables(const std::vector<AddressTable>& tables, const std::filesystem::path& object) {
  llvm::LLVMContext context;
  llvm::Module module("tables", context);
  module.setTargetTriple(llvm::sys::getDefaultTargetTriple());
  module.setPICLevel(llvm::PICLevel::BigPIC);
  module.setPIELevel(llvm::PIELevel::Large);
  for (const AddressTable& table : tables) addTable(module, table);
  return write(module, object);
}

}  // namespace cleave::codegen
