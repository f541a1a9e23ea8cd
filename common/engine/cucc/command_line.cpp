#include "command_line.hpp"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "one_of.hpp"

namespace halo::cucc {

const char* const kHelp =
    "usage: cucc [options] FILE…\n"
    "Builds CUDA programs for Halo's CPU engine, as nvcc does for a GPU.\n"
    "\n"
    "  cucc prog.cu -o prog         compile and link; ./prog then runs and reports what the watchers found\n"
    "  cucc -c part.cu -o part.o    compile only\n"
    "  cucc run prog                run it, with the engine's settings as options: cucc run --help\n"
    "\n"
    "  -o FILE            name of the result (a.out, or part.o with -c); -odir DIR: folder of the objects that -c makes\n"
    "  -x cu              the files after it are CUDA, whatever their extension\n"
    "  --kit DIR          use the headers in DIR/include and the engine in DIR/lib/libhalo_engine.a\n"
    "  --precompile       make DIR/include/cuda_runtime.h.gch for --kit DIR, which g++ reads in a third of the time\n"
    "  --no-main          refuse a file that defines main, as a lab's file must not\n"
    "  --submission       with -c: compile the preprocessed text, after a check that it has no inline assembly, nor attributes,\n"
    "                     pragmas and names with which it would leave the engine's sight. Without -c: hide the names of the\n"
    "                     first object, except those in the file named by --functions FILE, one a line, * for any text\n"
    "  -G                 kernels not optimised, for gdb; counts are higher, as nothing stays in a register\n"
    "  --no-watch         kernels compiled for speed, -O3: the same results, but no counters and no findings\n"
    "                     except crashes and barriers that not all threads reach\n"
    "  -MD, -MMD          also list the headers, for make or ninja, in FILE.d or as -MF, -MP and -MT say; -M, -MM: only that\n"
    "  -v                 print the commands before they run\n"
    "  -I -D -U -O -W -g -std -l -L -f -m    as for g++: C++14 or later, by default C++17; kernels always with -O2\n"
    "FILE is a .cu, a .cpp, or an object or library to link. nvcc's -arch, -gencode, -lineinfo, -rdc,\n"
    "--use_fast_math and the like, short or long, are accepted and ignored; -Xcompiler passes its arguments on.\n"
    "The compiler is $CXX, or g++. Temporary files go to a private folder in $TMPDIR.\n"
    "Exit 0: built. 1: the source was refused, with the compiler's message. 2: wrong usage, or something is missing.\n";

namespace {

/// nvcc's long spellings of options that g++ also has.
std::string short_spelling(const std::string& word)
{
    static constexpr std::pair<std::string_view, std::string_view> spellings[] = {
        {"--include-path", "-I"},   {"--define-macro", "-D"}, {"--undefine-macro", "-U"}, {"--library", "-l"},
        {"--library-path", "-L"},   {"--optimize", "-O"},     {"--debug", "-g"},          {"--output-file", "-o"},
        {"--compile", "-c"},        {"--device-c", "-c"},     {"-dc", "-c"},              {"--disable-warnings", "-w"},
        {"--verbose", "-v"},        {"--pre-include", "-include"},                        {"--output-directory", "-odir"},
        {"--system-include", "-isystem"},                     {"--device-link", "-dlink"},
        {"--generate-dependencies", "-M"},                    {"--generate-nonsystem-dependencies", "-MM"},
        {"--generate-dependencies-with-compile", "-MD"},      {"--generate-nonsystem-dependencies-with-compile", "-MMD"},
        {"--dependency-output", "-MF"},                       {"--dependency-target-name", "-MT"},
        {"--generate-dependency-targets", "-MP"},
        {"--compiler-options", "-Xcompiler"},                 {"--linker-options", "-Xlinker"},
        {"--forward-unknown-to-host-compiler", ""},           {"-forward-unknown-to-host-compiler", ""},
    };
    const std::size_t equals = std::min(word.find('='), word.size());
    for (const auto& [long_one, short_one] : spellings)
        if (word.substr(0, equals) == long_one) {
            const bool attached = short_one.size() == 2;   // -Iname, but not -include=name
            return std::string(short_one) + (equals == word.size() ? "" : attached ? word.substr(equals + 1) : word.substr(equals));
        }
    return word;
}

/// nvcc's options that take the next word as their value and mean nothing on a CPU.
bool ignored_with_value(std::string_view w)
{
    return one_of(w, {"-arch", "--gpu-architecture", "-code", "--gpu-code", "-gencode", "--generate-code", "-ccbin",
                      "--compiler-bindir", "-Xptxas", "--ptxas-options", "-Xnvlink", "--nvlink-options", "-maxrregcount",
                      "--maxrregcount", "-cudart", "--cudart", "-default-stream", "--default-stream", "-t", "--threads",
                      "-diag-suppress", "--diag-suppress", "-diag-error", "--diag-error", "-diag-warn", "--diag-warn", "-rdc",
                      "--relocatable-device-code", "-ftz", "--ftz", "-prec-div", "--prec-div", "-prec-sqrt", "--prec-sqrt",
                      "-fmad", "--fmad", "-Xcudafe", "-Xfatbin", "-cudadevrt", "--cudadevrt", "-keep-dir", "--keep-dir",
                      "-maxntid", "--split-compile", "-split-compile", "-dopt", "--dopt", "-brief-diagnostics",
                      "--brief-diagnostics", "-static-global-template-stub", "--static-global-template-stub"});
}

/// nvcc's options that stand alone or have their value after `=`, and mean nothing on a CPU.
bool ignored(std::string_view w)
{
    const std::string_view head = w.substr(0, w.find('='));
    if (head.size() < w.size() && ignored_with_value(head)) return true;
    return one_of(w, {"-lineinfo", "--generate-line-info", "-use_fast_math", "--use_fast_math",
                      "--extended-lambda", "-extended-lambda",
                      "--expt-extended-lambda", "-expt-extended-lambda", "-restrict", "--restrict", "-lcudart",
                      "-lcudart_static", "-lcudadevrt", "-lcuda", "-link", "--link", "-fsanitize=thread", "-res-usage",
                      "--resource-usage", "-keep", "--keep", "-save-temps", "--save-temps", "-src-in-ptx", "--source-in-ptx",
                      "-extra-device-vectorization", "--extra-device-vectorization", "-Wno-deprecated-gpu-targets",
                      "-allow-unsupported-compiler", "--allow-unsupported-compiler", "-display-error-number",
                      "--display-error-number", "-no-compress", "--no-compress", "-noeh", "--no-exceptions", ""});
}

/// Options of one word that g++ knows. Others are rejected here, with our message instead of g++'s.
bool for_the_compiler(std::string_view w)
{
    for (const std::string_view start : {"-W", "-f", "-m", "-O", "-g", "-D", "-U", "-I", "-iquote", "-isystem", "-include", "-pedantic", "-MF", "-MT", "-MQ"})
        if (w.starts_with(start)) return true;
    return one_of(w, {"-w", "-pthread", "-pipe", "-ansi", "-M", "-MM", "-MD", "-MMD", "-MP", "-pg", "-p"});
}

bool for_the_linker(std::string_view w)
{
    return w.starts_with("-l") || w.starts_with("-L") || w.starts_with("-Wl,") || w == "-static" || w == "-rdynamic" || w == "-s";
}

/// Options for outputs that nvcc can produce and cucc cannot.
bool unsupported_output(std::string_view w)
{
    return one_of(w, {"-E", "--preprocess", "-S", "-shared", "--shared", "-ptx", "--ptx",
                      "-cubin", "--cubin", "-fatbin", "--fatbin", "-lib", "--lib", "-run", "--run", "-dryrun", "--dryrun", "-"});
}

/// g++'s options that take the next word as their value.
bool compile_with_value(std::string_view w)
{
    return one_of(w, {"-I", "-D", "-U", "-include", "-isystem", "-iquote", "-idirafter", "-imacros", "-MF", "-MT", "-MQ",
                      "--param", "-Xpreprocessor"});
}

/// The engine's headers need C++14, which replaces an older standard.
std::string standard(std::string_view name)
{
    const bool older = one_of(name, {"c++98", "c++03", "c++11", "c++0x", "gnu++98", "gnu++03", "gnu++11", "gnu++0x"});
    return "-std=" + (older ? "c++14" : std::string(name));
}

Input::Kind kind_of(std::string_view path, bool cuda)
{
    if (cuda) return Input::cuda;
    const std::size_t dot = path.rfind('.');
    const std::string_view ending = dot == std::string_view::npos ? "" : path.substr(dot);
    if (ending == ".cu") return Input::cuda;
    if (one_of(ending, {".cpp", ".cc", ".cxx", ".C", ".c"})) return Input::cpp;
    return Input::object;
}

class Parser {
public:
    explicit Parser(const std::vector<std::string>& words) : words_(words) {}

    CommandLine run()
    {
        for (; at_ < words_.size() && out_.fault.empty(); ++at_) word(words_[at_]);
        out_.dependencies = take_dependencies(out_.compile_args);
        const auto sources = std::count_if(out_.inputs.begin(), out_.inputs.end(),
                                           [](const Input& i) { return i.kind != Input::object; });
        if (out_.fault.empty() && !out_.help) {
            if (out_.precompile) {
                if (out_.kit.empty()) out_.fault = "--precompile needs --kit DIR";
                else if (!out_.inputs.empty()) out_.fault = "--precompile takes no file";
            } else if (out_.inputs.empty()) out_.fault = "no file to build";
            else if (out_.submission && out_.compile_only && out_.inputs.front().kind != Input::cuda) out_.fault = "--submission -c takes a .cu file";
            else if (out_.submission && !out_.compile_only && (out_.functions.empty() || sources > 0)) out_.fault = "--submission without -c takes objects, and --functions FILE";
            else if (out_.compile_only && sources == 0) out_.fault = "-c, but there is no source file";
            else if (out_.compile_only && !out_.output.empty() && sources > 1) out_.fault = "-c with -o takes one source file";
            else check_dependencies(sources);
        }
        return std::move(out_);
    }

private:
    void check_dependencies(std::ptrdiff_t sources)
    {
        const Dependencies& asked = out_.dependencies;
        if (asked.alone() && sources == 0) out_.fault = fmt::format("{}, but there is no source file", asked.option);
        else if (!asked.option.empty() && sources > 1 && (!asked.file.empty() || !out_.output.empty()))
            out_.fault = fmt::format("{} with {} takes one source file", asked.option, asked.file.empty() ? "-o" : "-MF");
    }

    std::string value(const std::string& word)
    {
        if (at_ + 1 < words_.size()) return words_[++at_];
        out_.fault = fmt::format("{} needs a value", word);
        return {};
    }

    static std::vector<std::string> split(std::string_view list)
    {
        std::vector<std::string> out;
        while (!list.empty()) {
            const std::size_t comma = std::min(list.find_first_of(", "), list.size());
            if (comma > 0) out.emplace_back(list.substr(0, comma));
            list.remove_prefix(std::min(comma + 1, list.size()));
        }
        return out;
    }

    void compiler_words(std::string_view list)
    {
        for (std::string& one : split(list))
            if (!ignored(one)) out_.compile_args.push_back(std::move(one));
    }

    void word(const std::string& as_given)
    {
        const std::string w = short_spelling(as_given);
        if (w == "--help" || w == "-h") out_.help = true;
        else if (w == "-o") out_.output = value(w);
        else if (w == "-odir") out_.output_folder = value(w);
        else if (w.starts_with("-odir=")) out_.output_folder = w.substr(6);
        else if (w == "-c") out_.compile_only = true;
        else if (w == "-v") out_.verbose = true;
        else if (w == "-dlink") out_.device_link = true;
        else if (w == "--no-watch") out_.watch = false;
        else if (one_of(w, {"--expt-relaxed-constexpr", "-expt-relaxed-constexpr"})) out_.relaxed_constexpr = true;
        else if (w == "-G" || w == "--device-debug") out_.debug = true;
        else if (w == "--precompile") out_.precompile = true;
        else if (w == "--no-main") out_.allow_main = false;
        else if (w == "--submission") out_.submission = true;
        else if (w == "--functions") out_.functions = value(w);
        else if (w == "--kit") out_.kit = value(w);
        else if (w.starts_with("--kit=")) out_.kit = w.substr(6);
        else if (w == "-x" || w == "--x") language(value(w));
        else if (w == "-O") out_.compile_args.push_back(w + value(w));
        else if (w == "-std" || w == "--std") out_.compile_args.push_back(standard(value(w)));
        else if (w.starts_with("-std=")) out_.compile_args.push_back(standard(w.substr(5)));
        else if (w.starts_with("--std=")) out_.compile_args.push_back(standard(w.substr(6)));
        else if (w == "-Xcompiler") compiler_words(value(w));
        else if (w.starts_with("-Xcompiler=")) compiler_words(w.substr(11));
        else if (w == "-Xlinker") linker_words(value(w));
        else if (w.starts_with("-Xlinker=")) linker_words(w.substr(9));
        else if (w == "-Werror" || w == "--Werror") werror();
        else if (ignored(w)) {
        } else if (ignored_with_value(w)) value(w);
        else if (w == "-l" || w == "-L") out_.inputs.push_back({Input::object, w + value(w)});
        else if (compile_with_value(w)) {
            out_.compile_args.push_back(w);
            out_.compile_args.push_back(value(w));
        } else if (w.starts_with("-o") && w.size() > 2 && !w.starts_with("-op")) out_.output = w.substr(2);
        else if (for_the_linker(w)) out_.inputs.push_back({Input::object, w});
        else if (unsupported_output(w)) out_.fault = fmt::format("{} is not supported: cucc makes objects and programs", as_given);
        else if (for_the_compiler(w)) out_.compile_args.push_back(w);
        else if (w.starts_with('-')) out_.fault = fmt::format("{} is not understood", as_given);
        else out_.inputs.push_back({kind_of(w, cuda_), w});
    }

    void linker_words(std::string_view list)
    {
        for (const std::string& one : split(list)) out_.inputs.push_back({Input::object, "-Wl," + one});
    }

    void language(const std::string& name)
    {
        if (name == "cu" || name == "cuda") cuda_ = true;
        else if (name == "none" || name == "c++") cuda_ = false;
        else if (out_.fault.empty()) out_.fault = fmt::format("-x {} is not supported: -x cu is", name);
    }

    /// nvcc's option is followed by a kind of warning, g++'s is not.
    void werror()
    {
        out_.compile_args.push_back("-Werror");
        if (at_ + 1 < words_.size() && one_of(words_[at_ + 1], {"all-warnings", "cross-execution-space-call", "reorder",
                                                                "default-stream-launch", "ext-lambda-captures-this",
                                                                "deprecated-declarations"}))
            ++at_;
    }

    const std::vector<std::string>& words_;
    std::size_t at_ = 0;
    bool cuda_ = false;
    CommandLine out_;
};

}  // namespace

CommandLine parse(const std::vector<std::string>& words) { return Parser(words).run(); }

}  // namespace halo::cucc
