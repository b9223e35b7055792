#include "harness/expression.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <llvm/IR/Constants.h>
#include <llvm/Linker/Linker.h>

#include "frontend/compile.h"
#include "harness/link_expression.h"
#include "support/float_format.h"
#include "support/temp_dir.h"
#include "support/text.h"

namespace cleave::harness {

namespace fs = std::filesystem;

namespace {

constexpr const char* kReference = "cleave_reference.";  // what the function mentions and another module defines for itself

// The source file that defines the entry, and how it is compiled.
struct EntrySource {
  std::string file;
  std::vector<std::string> flags;
  bool isCxx = false;
};
Expected<EntrySource> sourceOf(const frontend::Version& version, const frontend::Sources& sources, const program::Function& entry,
                               const std::string& where) {
  std::error_code unknown;
  for (const std::string& file : sources.files) {
    const Expected<frontend::Language> language = frontend::languageOf(file);
    if (!language || (*language != frontend::Language::C && *language != frontend::Language::Cxx)) continue;
    const bool only = sources.files.size() == 1;
    if (only || (entry.loc.known() && fs::equivalent(file, version.program.files[entry.loc.file], unknown)))
      return EntrySource{fs::absolute(file).string(), sources.flags, *language == frontend::Language::Cxx};
  }
  for (const frontend::Compiled& each : sources.compiled) {
    if (!entry.loc.known() || each.source.substr(0, each.source.find('@')) != version.program.files[entry.loc.file]) continue;
    if (!fs::exists(each.file, unknown)) continue;
    EntrySource source{each.file.string(), each.flags, version.isCxx && fs::path(each.source).extension() != ".c"};
    source.flags.push_back("-working-directory=" + each.directory.string());
    return source;
  }
  return Error{where + ": the source file of " + entry.display + " is not among the files given"};
}

std::string passedName(const NamedResult& result) { return "cleave_" + result.name; }

std::string declarationOf(const frontend::Version& version, const program::Function& entry, const ExpressionRequest& request, bool isCxx) {
  std::vector<std::string> parameters;
  for (const program::SourceParameter& each : entry.sourceParameters) {
    std::string type = each.type.valid() ? version.program.sourceType(each.type).name : "int";
    const std::string name = each.name == "this" ? "self" : each.name;
    parameters.push_back(isCxx ? fmt::format("{} {}", type, name) : fmt::format("__typeof__({}) {}", type, name));
  }
  for (const NamedResult& each : request.results)
    parameters.push_back(fmt::format("{} {}", each.cell.isFloat ? floatTypeName(each.cell.bits) : "unsigned long", passedName(each)));
  return fmt::format("{}int {}({})", isCxx ? "extern \"C\" " : "", request.name,
                     parameters.empty() && !isCxx ? "void" : join(parameters, ", "));
}

// Each alternative has its own place in messages of the compiler.
std::string bodyOf(const ExpressionRequest& request, bool isCxx) {
  std::string body;
  for (const NamedResult& each : request.results) {
    const std::string type = isCxx ? each.type : fmt::format("__typeof__({})", each.type);
    body += fmt::format("  {} {} = ({}){}; (void){};\n", type, each.name, type, passedName(each), each.name);
  }
  for (const Stated& each : request.alternatives)
    body += fmt::format("#line {} {}\n  if ({}) return 1;\n", each.line, cleave::quoted(each.where), each.text);
  return body + "  return 0;\n";
}

}  // namespace

std::optional<NamedResult> resultOf(const program::Program& program, program::FunctionId function, const std::string& name) {
  using program::SourceKind;
  const program::SourceTypeId id = program.function(function).sourceResult;
  if (!id.valid()) return std::nullopt;
  const program::SourceType& type = program.sourceType(id);
  const bool isPointer = type.kind == SourceKind::Pointer;
  NamedResult result{name + (isPointer ? "_is_null" : ""), isPointer ? "int" : type.name, {}};
  result.cell.name = result.cell.key = result.name;
  result.cell.type = result.type;
  result.cell.isSigned = false;
  constexpr std::array kNumbers = {SourceKind::Bool, SourceKind::Char, SourceKind::Int, SourceKind::Enum, SourceKind::Pointer};
  result.cell.isFloat = type.kind == SourceKind::Float;
  result.cell.bits = result.cell.isFloat ? floatWidth(type.sizeBytes) : 64;
  if (!result.cell.isFloat && std::ranges::find(kNumbers, type.kind) == kNumbers.end()) return std::nullopt;
  return type.sizeBytes <= 8 ? std::optional(result) : std::nullopt;
}

Expected<fs::path> compileExpression(const frontend::Version& version, const frontend::Sources& sources, const ExpressionRequest& request,
                                     const frontend::LoadOptions& options) {
  const program::Function& entry = version.program.function(request.entry);
  const std::string& where = request.alternatives.front().where;
  if (!entry.hasSourceSignature) return Error{where + ": " + entry.display + " has no debug information"};
  const Expected<EntrySource> source = sourceOf(version, sources, entry, where);
  if (!source) return source.error();
  const bool isCxx = source->isCxx;
  const std::string text = fmt::format("#include {}\n#line 1 {}\n{} {{\n{}}}\n", cleave::quoted(source->file), cleave::quoted(where), declarationOf(version, entry, request, isCxx),
                                       bodyOf(request, isCxx));
  const fs::path wrapper = options.directory / (request.name + (isCxx ? ".cpp" : ".c"));
  if (Status failed = writeFile(wrapper, text)) return *failed;
  frontend::Sources alone{{wrapper.string()}, source->flags};
  alone.flags.push_back("-w");
  const Expected<std::vector<frontend::CompileJob>> jobs = frontend::planJobs(alone, request.name, options);
  if (!jobs) return jobs.error();
  const Expected<std::vector<std::string>> done = frontend::compileAll(*jobs, options.stop);
  if (!done) return done.error();
  return jobs->front().bitcode();
}

namespace {

// Only the function and constants of its file stay; what else it mentions is the program's.
void keepOnly(llvm::Module& module, const std::string& name) {
  frontend::dissolveAliases(module);
  const auto refer = [](llvm::GlobalObject& object) {
    if (object.hasLocalLinkage()) object.setName(kReference + object.getName().str());
    frontend::makeDeclaration(object);
    if (object.use_empty()) object.eraseFromParent();
  };
  for (llvm::Function& function : llvm::make_early_inc_range(module)) {
    if (function.getName() != name && !function.isDeclaration()) refer(function);
  }
  for (llvm::GlobalVariable& global : llvm::make_early_inc_range(module.globals())) {
    if (global.isDeclaration()) continue;
    if (global.hasAppendingLinkage()) {  // llvm.used, llvm.global_ctors
      global.eraseFromParent();
      continue;
    }
    if (global.isConstant() && global.hasLocalLinkage()) continue;  // literals
    refer(global);
  }
}

}  // namespace

Status linkExpression(frontend::LoadedModule& loaded, const fs::path& bitcode, const std::string& name) {
  Expected<std::unique_ptr<llvm::Module>> read = frontend::readInto(bitcode, *loaded.context);
  if (!read) return read.error();
  std::unique_ptr<llvm::Module> module = read.take();
  keepOnly(*module, name);
  if (llvm::Linker::linkModules(*loaded.module, std::move(module)))
    return Error{"the expression cannot be linked with the program"};
  std::vector<llvm::GlobalValue*> references;
  for (llvm::GlobalValue& value : loaded.module->global_values())
    if (value.getName().starts_with(kReference)) references.push_back(&value);
  for (llvm::GlobalValue* reference : references) {
    const std::string own = reference->getName().substr(std::string_view(kReference).size()).str();
    llvm::GlobalValue* target = loaded.module->getNamedValue(own);
    if (target == nullptr) return Error{fmt::format("an expression mentions {}, which the program does not have", own)};
    reference->replaceAllUsesWith(target);
    reference->eraseFromParent();
  }
  return std::nullopt;
}

}  // namespace cleave::harness
