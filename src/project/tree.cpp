#include "project/tree.h"

#include <algorithm>
#include <fstream>
#include <vector>

#include <fcntl.h>
#include <linux/fs.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>

#include "project/git.h"
#include "project/marks.h"

namespace cleave::project {

namespace {

namespace fs = std::filesystem;

// --- copying

// One that shares its blocks with the original where the file system can do that: a write to one does not show in the other. Hard links
// would be as cheap everywhere, but a build that writes into a file would write into the user's.
Status copyFile(const fs::path& from, const fs::path& to) {
  struct stat status {};
  const int source = ::open(from.c_str(), O_RDONLY | O_CLOEXEC);
  if (source < 0 || ::fstat(source, &status) != 0) {
    if (source >= 0) ::close(source);
    return Error{"cannot read " + from.string()};
  }
  const int target = ::open(to.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, (status.st_mode & 0777) | S_IWUSR);
  const bool cloned = target >= 0 && ::ioctl(target, FICLONE, source) == 0;
  bool good = target >= 0;
  for (off_t left = cloned ? 0 : status.st_size; good && left > 0;) {
    const ssize_t done = ::copy_file_range(source, nullptr, target, nullptr, static_cast<size_t>(left), 0);
    good = done > 0;
    left -= done;
  }
  std::error_code failure;
  if (target >= 0 && !good) good = fs::copy_file(from, to, fs::copy_options::overwrite_existing, failure);
  const timespec times[2] = {status.st_atim, status.st_mtim};  // what is newer than what decides what is built
  if (target >= 0) ::futimens(target, times);
  ::close(source);
  if (target >= 0) ::close(target);
  if (!good) return Error{"cannot write " + to.string()};
  return std::nullopt;
}

bool isObject(const fs::path& file) {
  const fs::path extension = file.extension();
  if (extension != ".o" && extension != ".lo" && extension != ".obj") return false;
  if (extension == ".lo") return true;  // libtool's note on an object
  const Expected<Binary> binary = readBinary(file);
  return binary && (binary->kind == BinaryKind::Object || binary->kind == BinaryKind::LlvmCode);
}

class Copier {
 public:
  Copier(const fs::path& from, const fs::path& to, const StopFlag* stop) : from_(from), to_(to), stop_(stop) {}

  Status all() { return folder(""); }

  Status listed(const std::string& names) {  // each with a zero behind it
    for (size_t at = 0; at < names.size();) {
      const std::string name = names.substr(at, names.find('\0', at) - at);
      at += name.size() + 1;
      if (Status failed = entry(name)) return failed;
    }
    return std::nullopt;
  }

 private:
  Status folder(const fs::path& below) {
    std::error_code failure;
    if (!below.empty() && fs::exists(from_ / below / "CMakeCache.txt", failure)) return std::nullopt;
    fs::create_directories(to_ / below, failure);
    std::vector<fs::path> names;
    for (fs::directory_iterator each(from_ / below, failure), end; !failure && each != end; each.increment(failure))
      names.push_back(each->path().filename());
    if (failure) return Error{"cannot read " + (from_ / below).string() + ": " + failure.message()};
    std::ranges::sort(names);
    for (const fs::path& name : names)
      if (name != ".git" && name != "CMakeCache.txt" && name != "CMakeFiles")
        if (Status failed = entry(below / name)) return failed;
    return std::nullopt;
  }

  Status entry(const fs::path& below) {
    if (stop_ != nullptr && stop_->requested()) return Error{"stopped while copying " + from_.string()};
    const fs::path from = from_ / below, to = to_ / below;
    std::error_code failure;
    const fs::file_status status = fs::symlink_status(from, failure);
    if (!fs::exists(status)) return std::nullopt;  // deleted, and git does not know yet
    if (fs::is_directory(status)) return folder(below);
    fs::create_directories(to.parent_path(), failure);
    if (fs::is_symlink(status)) {
      fs::copy_symlink(from, to, failure);
      if (failure) return Error{"cannot write " + to.string() + ": " + failure.message()};
      return std::nullopt;
    }
    if (!fs::is_regular_file(status) || isObject(from)) return std::nullopt;
    return copyFile(from, to);
  }

  fs::path from_, to_;
  const StopFlag* stop_;
};

// A build looks which file is newer than which; git says nothing of that. So none is.
void makeEquallyOld(const fs::path& root) {
  const auto now = fs::file_time_type::clock::now();
  std::error_code failure;
  for (fs::recursive_directory_iterator each(root, failure), end; !failure && each != end; each.increment(failure)) {
    std::error_code ignored;
    if (each->is_regular_file(ignored) && !each->is_symlink(ignored)) fs::last_write_time(each->path(), now, ignored);
  }
}

struct Home {
  WatchedDir home;
  fs::path root;  // as the working directory of a process there is called
};

Expected<Home> makeHome() {
  Expected<WatchedDir> home = WatchedDir::create("tree");
  if (!home) return home.error();
  std::error_code failure;
  const fs::path root = fs::canonical(home->path(), failure) / "src";
  fs::create_directory(root, failure);
  if (failure) return Error{"cannot create " + root.string() + ": " + failure.message()};
  return Home{home.take(), root};
}

// The repository around a directory.
struct Repository {
  std::string store;   // its .git
  std::string prefix;  // of the directory below its top
};

Expected<Repository> repositoryAt(const fs::path& here, const StopFlag* stop) {
  const Expected<std::string> store = git({{"rev-parse", "--absolute-git-dir"}, here, {}, stop});
  if (!store) return store.error();
  const Expected<std::string> prefix = git({{"rev-parse", "--show-prefix"}, here, {}, stop});
  return Repository{firstLine(*store), prefix ? firstLine(*prefix) : std::string()};
}

fs::path ownIndex(const Home& home) { return home.home.path() / "index"; }

// With an index of our own: the user's is only read.
Status gitInto(const Home& home, const Repository& repository, const std::vector<std::string>& words, const StopFlag* stop) {
  GitRequest request{{"--git-dir=" + repository.store, "--work-tree=" + home.root.string()},
                     home.root,
                     {{"GIT_INDEX_FILE", ownIndex(home).string()}},
                     stop};
  request.words.insert(request.words.end(), words.begin(), words.end());
  if (const Expected<std::string> done = git(request); !done) return done.error();
  return std::nullopt;
}

// The files of our own index; the directory in which a build starts.
Expected<fs::path> checkOut(const Home& home, const Repository& repository, const std::string& what, const StopFlag* stop) {
  if (Status failed = gitInto(home, repository, {"checkout-index", "--all", "--force"}, stop)) return *failed;
  makeEquallyOld(home.root);
  std::error_code failure;
  const fs::path directory = home.root / repository.prefix;
  if (!fs::is_directory(directory, failure)) return Error{fmt::format("there is no {} in {}", repository.prefix, what)};
  return fs::canonical(directory, failure);
}

}  // namespace

bool isRevision(const std::string& word, const fs::path& here) {
  return !word.empty() && git({{"rev-parse", "--verify", "--quiet", "--end-of-options", word + "^{commit}"}, here}).hasValue();
}

Expected<Tree> Tree::copyOf(const fs::path& directory, const StopFlag* stop) {
  Expected<Home> made = makeHome();
  if (!made) return made.error();
  Copier copier(directory, made->root, stop);
  const Expected<std::string> known = git({{"ls-files", "-z", "--cached", "--others", "--exclude-standard"}, directory, {}, stop});
  // Where git knows nothing, the directory is none of its own, or one that it ignores.
  if (Status failed = known && !known->empty() ? copier.listed(*known) : copier.all()) return *failed;
  return Tree(std::move(made->home), made->root, made->root);
}

Expected<Tree> Tree::ofRevision(const std::string& revision, const fs::path& here, const StopFlag* stop) {
  const Expected<std::string> commit =
      git({{"rev-parse", "--verify", "--quiet", "--end-of-options", revision + "^{commit}"}, here, {}, stop});
  if (!commit) return Error{fmt::format("'{}' is neither a directory nor a revision of the git repository here", revision)};
  const Expected<Repository> repository = repositoryAt(here, stop);
  if (!repository) return repository.error();
  Expected<Home> made = makeHome();
  if (!made) return made.error();
  if (Status failed = gitInto(*made, *repository, {"read-tree", firstLine(*commit)}, stop)) return *failed;
  const Expected<fs::path> directory = checkOut(*made, *repository, revision, stop);
  if (!directory) return directory.error();
  return Tree(std::move(made->home), made->root, *directory);
}

Expected<Tree> Tree::ofIndex(const fs::path& here, const StopFlag* stop) {
  const Expected<Repository> repository = repositoryAt(here, stop);
  if (!repository) return Error{"there is no git repository here, and nothing that is staged"};
  const Expected<std::string> index = git({{"rev-parse", "--path-format=absolute", "--git-path", "index"}, here, {}, stop});
  if (!index) return index.error();
  Expected<Home> made = makeHome();
  if (!made) return made.error();
  if (Status failed = copyFile(firstLine(*index), ownIndex(*made))) return *failed;
  const Expected<fs::path> directory = checkOut(*made, *repository, "what is staged", stop);
  if (!directory) return directory.error();
  return Tree(std::move(made->home), made->root, *directory);
}

Status Tree::apply(const fs::path& patch, const StopFlag* stop) {
  std::error_code failure;
  const fs::path file = fs::canonical(patch, failure);
  if (failure) return Error{fmt::format("cannot read the patch {}: {}", patch.string(), failure.message())};
  const GitRequest request{{"apply", "--whitespace=nowarn", file.string()}, root_, {{"GIT_CEILING_DIRECTORIES", root_.parent_path().string()}}, stop};
  if (const Expected<std::string> done = git(request); !done) return Error{fmt::format("{} does not fit: {}", patch.string(), done.error().message)};
  return std::nullopt;
}

}  // namespace cleave::project
