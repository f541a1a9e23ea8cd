#include "driver.hpp"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <optional>
#include <random>
#include <sstream>
#include <string>
#include <unistd.h>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "config.hpp"
#include "engine/translate/header_text.hpp"
#include "engine/translate/lab_words.hpp"
#include "engine/translate/preprocessor.hpp"
#include "memory_limits.hpp"
#include "process.hpp"
#include "sources.hpp"
#include "toolchain.hpp"

namespace halo::cucc {
namespace {

namespace fs = std::filesystem;

/// An output file that gets its name only when it is complete. What exists and is something else than a file, such as /dev/null, is written to and stays what it is.
class Output {
public:
    explicit Output(std::string path) : path_(std::move(path)), part_(fmt::format("{}.part{}", path_, getpid()))
    {
        std::error_code unknown;
        if (!fs::is_other(path_, unknown)) return;
        part_ = path_;
        done_ = true;
    }
    ~Output()
    {
        std::error_code ignored;
        if (!done_) fs::remove(part_, ignored);
    }
    const std::string& part() const { return part_; }
    void finish()
    {
        if (!done_ && std::rename(part_.c_str(), path_.c_str()) != 0)
            throw Fault(fmt::format("{} can't be written", path_), "check the folder: does it exist, and may you write to it?");
        done_ = true;
    }

private:
    std::string path_, part_;
    bool done_ = false;
};

void append(std::vector<std::string>& words, const std::vector<std::string>& more) { words.insert(words.end(), more.begin(), more.end()); }

/// The folders named by -I and -iquote, in one word or two.
std::vector<fs::path> include_folders(const std::vector<std::string>& words)
{
    std::vector<fs::path> out;
    for (std::size_t i = 0; i < words.size(); ++i)
        for (const std::string_view option : {"-iquote", "-I"}) {
            if (!words[i].starts_with(option)) continue;
            if (words[i].size() > option.size()) out.emplace_back(words[i].substr(option.size()));
            else if (i + 1 < words.size()) out.emplace_back(words[i + 1]);
        }
    return out;
}

class Driver {
public:
    explicit Driver(CommandLine line)
        : line_(std::move(line)),
          compiler_(compiler()),
          kit_(find_kit(line_.kit)),
          sources_(folder_.path(), include_folders(line_.compile_args), kit_.include, line_.allow_main, line_.watch, line_.debug, line_.relaxed_constexpr)
    {
        if (line_.submission) sources_.are_submission(unhooked_);
        std::error_code ignored;
        if (!fs::exists(kit_.include + "/cuda_runtime.h", ignored))
            throw Fault(fmt::format("the engine's headers are not in {}", kit_.include), "build Halo, or give --kit DIR");
    }

    int build()
    {
        if (line_.precompile) return precompile();
        if (line_.device_link) return link_devices();
        std::vector<std::string> link;
        for (const Input& input : line_.inputs) {
            if (input.kind == Input::object) {
                link.push_back(input.path);
                continue;
            }
            const std::string stem = fs::path(input.path).stem().string();
            const bool named = !line_.output.empty() && !line_.dependencies.alone();
            const std::string target = named ? line_.output : (fs::path(line_.output_folder) / (stem + ".o")).string();
            const std::string object = line_.compile_only ? target : fmt::format("{}/{}-{}.o", folder_.path(), link.size(), stem);
            if (const int code = compile(input, object, target); code != 0) return code;
            link.push_back(object);
        }
        return line_.compile_only || line_.dependencies.alone() ? 0 : link_all(link);
    }

private:
    int start(const std::vector<std::string>& words, const Role& role = kCompiler, const std::string& messages = {})
    {
        if (line_.verbose) {
            std::string text;
            for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
            fmt::print(stderr, "{}\n", text);
        }
        return run(words, role, messages);
    }

    std::vector<std::string> compile_words(const std::string& path) const
    {
        std::vector<std::string> words = compiler_;
        words.push_back("-std=gnu++17");   // the default of nvcc, which leaves it to g++
        const std::string parent = fs::path(path).parent_path().string();
        words.insert(words.end(), {"-iquote", parent.empty() ? "." : parent, "-I" + kit_.include});
        append(words, line_.compile_args);
        return words;
    }

    void add_kernel_args(std::vector<std::string>& words) const
    {
        const char* const* args = line_.watch ? kKernelArgs : kFastArgs;
        for (; *args != nullptr; ++args) words.push_back(*args);
        if (line_.debug) words.push_back("-O0");   // the last -O counts
    }

    /// g++ takes a precompiled header only if it was compiled with the same options, and only where it is included first: the kernel's
    /// arguments do so. They also include it here, in a file that is otherwise empty.
    int precompile()
    {
        const std::string header = folder_.path() + "/first.hpp";
        std::ofstream(header) << "";
        std::vector<std::string> words = compile_words(header);
        add_kernel_args(words);
        Output output(line_.output.empty() ? kit_.include + "/cuda_runtime.h.gch" : line_.output);
        words.insert(words.end(), {"-x", "c++-header", header, "-o", output.part()});
        if (const int code = start(words); code != 0) return code;
        output.finish();
        return 0;
    }

    /// `target`: what a list of dependencies says that it is for.
    int compile(const Input& input, const std::string& object, const std::string& target)
    {
        std::vector<std::string> words = compile_words(input.path);
        std::string source = input.path;
        if (input.kind == Input::cuda) {
            add_kernel_args(words);
            if (!line_.submission) words.insert(words.begin() + std::ptrdiff_t(compiler_.size()), "-Wuninitialized");     // what nvcc warns of, too
            const engine::Preprocessor preprocessor{words, {}, {}, line_.verbose};
            source = sources_.translate(input.path, [&](const std::string& path, bool both_sides) {
                return preprocessor.run(path, both_sides);
            });
            if (source.empty()) return 1;
            if (sources_.may_need_rest_of_cmath()) words.insert(words.end(), {"-include", "halo/rest_of_cmath.hpp"});
            words.insert(words.end(), {"-x", "c++"});
        }
        const std::string list = folder_.path() + "/dependencies.d";
        const std::vector<std::string> dependencies = line_.dependencies.compiler_words(target, list);
        if (line_.dependencies.alone()) {
            append(words, dependencies);
            words.push_back(source);
            if (const int code = start(words); code != 0) return code;
            list_dependencies(list, line_.dependencies.file.empty() ? line_.output : line_.dependencies.file);
            return 0;
        }
        Output output(object);
        if (line_.submission) {
            if (const int code = preprocess_and_check(words, dependencies, source, input.path); code != 0) return code;
            words.back() = "c++-cpp-output";
        } else append(words, dependencies);
        words.insert(words.end(), {"-c", source, "-o", output.part()});
        if (const int code = input.kind == Input::cpp ? compile_host(words, input.path) : start(words); code != 0) return code;
        if (const auto refused = input.kind == Input::cuda ? beyond_memory(output.part(), sources_.own_files()) : std::nullopt) {
            fmt::print(stderr, "{}", engine::describe(refused->what, refused->path));
            return 1;
        }
        if (!dependencies.empty()) list_dependencies(list, line_.dependencies.file_for(target));
        output.finish();
        return 0;
    }

    /// A file of the host may ask for a library that isn't there, too, in a group that may not be compiled.
    int compile_host(const std::vector<std::string>& words, const std::string& path)
    {
        const auto refusal = engine::translate(text_of(path), path, {.plain_header = true}).refusal;
        if (!refusal) return start(words);
        const std::string messages = folder_.path() + "/host.txt";
        const int code = start(words, kCompiler, messages);
        fmt::print(stderr, "{}", code != 0 ? engine::describe(*refusal, path) : text_of(messages));
        return code;
    }

    /// `path` empty: to standard output.
    void list_dependencies(const std::string& list, const std::string& path)
    {
        const std::string text = with_original_names(text_of(list), sources_.originals());
        if (path.empty()) return fmt::print("{}", text);
        Output output(path);
        std::ofstream(output.part(), std::ios::binary) << text;
        output.finish();
    }

    /// Replaces `source` by its preprocessed text, which is then compiled: nothing can differ from what was checked.
    int preprocess_and_check(std::vector<std::string> words, const std::vector<std::string>& dependencies, std::string& source, const std::string& path)
    {
        const std::string checked = folder_.path() + "/checked.ii";
        const std::string parent = fs::path(path).parent_path().string();
        engine::SubmissionRules rules{{kit_.include, folder_.path(), "/usr"}, parent.empty() ? "." : parent, unhooked_};
        for (const fs::path& folder : include_folders(line_.compile_args)) rules.trusted.push_back(folder.string());
        if (const int code = trust_compiler(rules); code != 0) return code;
        std::string text;
        words.insert(words.end(), {"-E", "-fpch-preprocess"});    // names a precompiled header in a #pragma
        std::vector<std::string> listing = words;
        append(listing, dependencies);
        if (const int code = preprocess(listing, source, text); code != 0) return code;
        engine::Translation result = engine::check_submission(text, rules);
        if (!result.refusal && !sources_.macros().empty())
            if (const int code = check_headers(words, source, rules, result.refusal); code != 0) return code;
        if (result.refusal) {
            fmt::print(stderr, "{}", engine::describe(*result.refusal, path));
            return 1;
        }
        std::ofstream(checked, std::ios::binary) << result.text;
        source = checked;
        return 0;
    }

    /// Not every compiler is below /usr: one of a module, or conda's, has its own headers beside it.
    int trust_compiler(engine::SubmissionRules& rules)
    {
        const std::string source = folder_.path() + "/compiler.cpp";
        std::ofstream(source) << "#include <cstddef>\n";
        std::vector<std::string> words = compiler_;
        words.push_back("-E");
        std::string text;
        if (const int code = preprocess(words, source, text); code != 0) return code;
        std::istringstream lines(text);
        for (std::string line; std::getline(lines, line);)
            if (const auto marker = engine::line_marker(line); marker && marker->enters && !rules.is_trusted(marker->file))
                rules.trusted.push_back(fs::path(marker->file).parent_path().string());
        return 0;
    }

    /// Compares the headers' text with what it is without the submission's macros.
    int check_headers(std::vector<std::string> words, const std::string& source, const engine::SubmissionRules& rules, std::optional<engine::Refusal>& refusal)
    {
        const std::string headers = folder_.path() + "/headers.cpp";
        std::string text, pristine;
        words.push_back("-dI");
        if (const int code = preprocess(words, source, text); code != 0) return code;
        std::ofstream(headers) << engine::header_includes(text, rules);
        if (const int code = preprocess(words, headers, pristine); code != 0) return code;
        refusal = engine::changed_header(text, pristine, rules, sources_.macros());
        return 0;
    }

    int preprocess(std::vector<std::string> words, const std::string& source, std::string& text)
    {
        const std::string out = folder_.path() + "/preprocessed.ii";
        words.insert(words.end(), {source, "-o", out});
        if (const int code = start(words); code != 0) return code;
        text = text_of(out);
        return 0;
    }

    /// The object with all names hidden but those of the lab's functions, so that no other code is linked with a submission's.
    int hide_names(const std::string& object, const std::string& hidden)
    {
        // Functions that a header defines in each file are in groups, of which a linker would keep one.
        if (const int code = start({"ld", "-r", "--force-group-allocation", object, "-o", hidden}, kLinker); code != 0) return code;
        return start({"objcopy", "--wildcard", "--keep-global-symbols=" + line_.functions, hidden}, kLinker);
    }

    /// The object that `nvcc -dlink` would produce, but empty: here the linker does that step.
    int link_devices()
    {
        line_.dependencies = {};
        const std::string source = folder_.path() + "/device_link.cpp";
        std::ofstream(source) << "";
        const std::string object = line_.output.empty() ? "a_dlink.o" : line_.output;
        return compile({Input::cpp, source}, object, object);
    }

    int link_all(const std::vector<std::string>& objects)
    {
        std::error_code ignored;
        if (!fs::exists(kit_.archive, ignored))
            throw Fault(fmt::format("the engine's library {} is missing", kit_.archive), "build Halo, or give --kit DIR");
        Output output(line_.output.empty() ? "a.out" : line_.output);
        std::vector<std::string> words = compiler_;
        for (const std::string& word : line_.compile_args)   // -fopenmp, -pg and the like name libraries, too
            if (word.starts_with("-f") || word.starts_with("-m") || word.starts_with("-p")) words.push_back(word);
        std::vector<std::string> linked = objects;
        if (line_.submission) {
            linked.front() = folder_.path() + "/hidden.o";
            words.push_back("-Wl,-z,relro,-z,now");   // the tables of functions can't be written when the submission runs
            if (const int code = hide_names(objects.front(), linked.front()); code != 0) return code;
        }
        append(words, linked);
        words.push_back(kit_.archive);
        for (const char* const* arg = kLinkArgs; *arg != nullptr; ++arg) words.push_back(*arg);
        words.insert(words.end(), {"-o", output.part()});
        if (const int code = link(words); code != 0) return code;
        output.finish();
        return 0;
    }

    /// Not each linker that is in PATH can read the libraries of a compiler from elsewhere. What the quick one cannot link, the compiler's own
    /// links, or says what is wrong.
    int link(const std::vector<std::string>& words)
    {
        const bool chosen = std::ranges::any_of(line_.compile_args, [](const std::string& word) { return word.starts_with("-fuse-ld="); });
        const std::vector<std::string> quick = chosen ? std::vector<std::string>{} : quick_linker();
        if (quick.empty()) return start(words);
        const std::string messages = folder_.path() + "/linker.txt";
        std::vector<std::string> with_quick = words;
        append(with_quick, quick);
        const int code = start(with_quick, kCompiler, messages);
        if (interrupted()) return code;
        if (code != 0) return start(words);
        fmt::print(stderr, "{}", text_of(messages));
        return 0;
    }

    /// A word that no macro of a submission can know.
    static std::string secret_word()
    {
        std::random_device random;
        return fmt::format("halo_unhooked_{:08x}{:08x}{:08x}", random(), random(), random());
    }

    CommandLine line_;
    std::vector<std::string> compiler_;
    const Kit kit_;
    TemporaryFolder folder_;
    Sources sources_;
    std::string unhooked_ = secret_word();
};

}  // namespace

int build(CommandLine line) { return Driver(std::move(line)).build(); }

}  // namespace halo::cucc
