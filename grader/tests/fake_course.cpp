#include "fake_course.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <span>
#include <stdexcept>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "findings/counters.hpp"
#include "machine/process.hpp"
#include "sandbox/sandbox.hpp"

namespace halo::grader::test {
namespace {

// Rejects a file that contains SYNTAX; otherwise "compiles" by copying and "links" by making it executable. A precompiled header is an empty file.
constexpr const char* kCucc = R"sh(#!/bin/sh
compile=no in= out=
while [ $# -gt 0 ]; do
  case $1 in
    -c) compile=yes; in=$2; shift ;;
    -o) out=$2; shift ;;
    --kit | --functions) shift ;;
    --precompile) in=/dev/null ;;
    *.o) in=$1 ;;
  esac
  shift
done
if grep -q SYNTAX "$in"; then
  echo "$in:3:5: error: expected ';' before '}' token" >&2
  echo "    3 |     int a = SYNTAX" >&2
  echo "      |                   ^" >&2
  exit 1
fi
if grep -q WORK "$in"; then i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done; fi
cp "$in" "$out" && { [ $compile = yes ] || chmod 755 "$out"; }
)sh";

// Refuses a file that contains SYSTEM CALL or, in its own way, UNCHECKED.
constexpr const char* kGate = R"sh(#!/bin/sh
if grep -q UNCHECKED "$1"; then kill -SEGV $$; fi
if grep -q 'SYSTEM CALL' "$1"; then printf 'name\tsystem\tfirst(int)\tfirst.cu\t3\n'; fi
)sh";

// list · tests · make · check, which has nothing to ask. The answer's first word is the verdict, the second the reuse ratio, the third, if there is one, the
// number of global loads. Its second line, if there is one, has the verdict of the lab's own test, and that of those that the course adds; or `not_run`. The last round's request has a
// second line, for the larger call, and its pass a bound.
constexpr const char* kJudge = R"sh(#!/bin/sh
verb=$1; shift
case $verb in
  list) echo '{"lab":"@LAB@","file":"@STEM@.cu","functions":[@FUNCTIONS@]}'; exit 0 ;;
  tests)
    read added
    case $added in *1000000000*) refused='{"test":0,"headline":"the size [1000000000] is too large","where":"all may have 100","try":""}' ;; esac
    echo '{"functions":[@TESTS@],"refused":['"$refused"']}'; exit 0 ;;
esac
while [ $# -gt 0 ]; do
  case $1 in
    --function) function=$2 ;;
    --round) round=$2 ;;
    --ended) ended=$2 ;;
    --rounds) rounds=$2 ;;
    --tests) tests=$2 ;;
  esac
  shift 2
done
if [ $verb = make ]; then
  round=0
  while [ $round -lt $rounds ]; do
    [ $((round+1)) = $rounds ] && larger=yes
    request="$function $round
$larger"
    printf '%s\n%s\n' $((${#request} + 1)) "$request"
    round=$((round+1))
  done
  exit 0
fi
[ $((round+1)) = $rounds ] && larger=yes
read verdict ratio loads
read own added
[ "$ended" = timeout ] && verdict=timeout
[ "$ended" = memory ] && verdict=memory_limit
[ "$verdict" = judge_crashes ] && kill -SEGV $$
[ "$verdict" = who_judges ] && read inside rest </proc/self/uid_map && verdict=passed ended=$inside
[ "$verdict" = judge_dies ] && { echo "no such case" >&2; exit 2; }
[ -n "$verdict" ] || verdict=crash
[ "$verdict $larger" = "passed yes" ] && bounds='{"card":"a card","size":"large","seconds":1,"resource":"instructions","basic":"","differences":[]}'
[ -n "$loads" ] && counters='@COUNTERS@' && counters=${counters%LOADS*}$loads${counters#*LOADS} || counters=null
cases="{\"name\":\"one tile\",\"verdict\":\"${own:-$verdict}\",\"message\":\"$ended\"}"
[ "$added" = not_run ] && ran=false added=timeout || ran=true
[ -n "$tests" ] && cases=$cases$(tr -d '\n' <$tests | sed 's/},{/}\n{/g' | sed -n "s/.*\"function\":\"$function\",\"name\":\"\([^\"]*\)\",\"sizes\":\(\[.*\]\).*}.*/,{\"name\":\"\1\",\"verdict\":\"${added:-$verdict}\",\"message\":\"wrong at \2\",\"ran\":$ran}/p")
[ $verdict = passed ] && headline= || headline="$function: $verdict"
echo 0
echo "{\"function\":\"$function\",\"verdict\":\"$verdict\",\"headline\":\"$headline\",\"where\":\"\",\"try\":\"\",
 \"counters\":$counters,\"reuse_ratio\":${ratio:-null},\"expected_reuse_ratio\":${ratio:-null},
 \"interior_reuse_ratio\":null,\"leaked_bytes\":0,\"cases\":[$cases],\"findings\":[],\"bounds\":[$bounds]}"
)sh";

/// All of them 0 but the loads.
std::string counters_json()
{
    std::string out;
    for_each_counter([&](const char* name, auto) { out += fmt::format("{}\"{}\":{}", out.empty() ? "{" : ",", name, std::string_view(name) == "global_loads" ? "LOADS" : "0"); });
    return out + "}";
}

std::string lab_entry(const TempFolder& home, const std::string& lab, const std::string& stem, const std::string& functions)
{
    const std::string tests = R"({"function":)" + replaced(functions, ",", R"(,"tests":["one tile"]},{"function":)") + R"(,"tests":["one tile"]})";
    home.write(lab + "/judge", replaced(replaced(replaced(replaced(replaced(kJudge, "@LAB@", lab), "@STEM@", stem), "@FUNCTIONS@", functions), "@COUNTERS@", counters_json()), "@TESTS@", tests), true);
    home.write(lab + "/librun.a", "nothing");
    home.write(lab + "/lab.toml", fmt::format("title = \"The {} lab\"\n", stem));
    home.write(lab + "/" + stem + ".hpp", "#pragma once\n");
    const std::string at = (home / lab).string();
    return fmt::format(R"({{"lab":"{0}","stem":"{1}","judge":"{2}/judge","run_library":"{2}/librun.a","include_dirs":["{2}"],)"
                       R"("lab_toml":"{2}/lab.toml","folder":"{2}"}})", lab, stem, at);
}

bool has_sandbox()
{
    static const bool has = sandbox::why_not(sandbox::Confinement{}).empty();
    return has;
}

std::vector<std::string> command(const std::vector<std::string>& arguments, bool choose_sandbox)
{
    std::vector<std::string> words = {HALO_GRADER};
    words.insert(words.end(), arguments.begin(), arguments.end());
    if (choose_sandbox && !has_sandbox() && !arguments.empty() && (arguments[0] == "run" || arguments[0] == "regrade")) words.push_back("--no-sandbox");
    return words;
}

}  // namespace

std::string replaced(std::string text, const std::string& what, const std::string& with)
{
    for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + with.size()))
        text.replace(at, what.size(), with);
    return text;
}

TempFolder::TempFolder()
{
    std::string name = (std::filesystem::temp_directory_path() / "grader-test-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
    path_ = name;
}

TempFolder::~TempFolder()
{
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
}

void TempFolder::write(const std::filesystem::path& file, const std::string& content, bool executable) const
{
    std::filesystem::create_directories((path_ / file).parent_path());
    // "e": a grader that another thread starts meanwhile must not inherit it, or what is written here cannot be executed (ETXTBSY).
    std::FILE* out = std::fopen((path_ / file).c_str(), "wbe");
    if (out == nullptr || std::fwrite(content.data(), 1, content.size(), out) != content.size() || std::fclose(out) != 0)
        throw std::runtime_error(fmt::format("{} cannot be written", (path_ / file).string()));
    if (executable) chmod((path_ / file).c_str(), 0755);
}

void write_fake_course(const TempFolder& home)
{
    home.write("bin/cucc", kCucc, true);
    home.write("bin/translate", "#!/bin/sh\n", true);
    home.write("bin/gate", kGate, true);
    home.write("lib/libhalo_engine.a", "nothing");
    home.write("include/cuda_runtime.h", "#pragma once\n");
    const std::string at = home.path().string();
    home.write("manifest.json",
               fmt::format(R"({{"labs":[{},{}],"cucc":"{}/bin/cucc","translate":"{}/bin/translate","gate":"{}/bin/gate","kit_include":["{}/include"],)"
                           R"("kit_library":"{}/lib/libhalo_engine.a"}})",
                           lab_entry(home, "01_first", "first", R"("first")"),
                           lab_entry(home, "02_second", "second", R"("second_a","second_b")"), at, at, at, at, at));
    home.write("course.toml", "title = \"Test\"\npoints = 10\nleak_deduction = 0.1\n[credit]\npassed = 1\nslow_pattern = 0.5\n");
}

std::string submission(const std::string& verdict, double seconds)
{
    const std::string wait = seconds > 0 ? fmt::format("sleep {}\n", seconds) : "";
    return "#!/bin/sh\nread function round\n" + wait + "echo " + verdict + " >&3\n";
}

Finished grader(const std::vector<std::string>& arguments, bool choose_sandbox)
{
    const Ended ended = run_ours(command(arguments, choose_sandbox), {}, 300);
    return {ended.exit, ended.output, ended.errors};
}

bool grader_killed(const std::vector<std::string>& arguments, double seconds)
{
    const std::vector<std::string> words = command(arguments, true);
    std::vector<char*> argv;
    for (const std::string& word : words) argv.push_back(const_cast<char*>(word.c_str()));
    argv.push_back(nullptr);
    const pid_t pid = fork();
    if (pid == 0) {
        const int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
        for (const int fd : {0, 1, 2}) dup2(nothing, fd);
        execv(argv[0], argv.data());
        _exit(127);
    }
    std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
    kill(pid, SIGKILL);
    int status = 0;
    waitpid(pid, &status, 0);
    return WIFSIGNALED(status);
}

std::string slurp(const std::filesystem::path& file)
{
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

std::vector<std::vector<std::string>> read_csv(const std::filesystem::path& file)
{
    std::vector<std::vector<std::string>> rows;
    std::vector<std::string> row(1);
    bool quoted = false;
    const std::string text = slurp(file);
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (quoted && c == '"' && i + 1 < text.size() && text[i + 1] == '"') row.back() += text[++i];
        else if (c == '"') quoted = !quoted;
        else if (!quoted && c == ',') row.emplace_back();
        else if (!quoted && c == '\n') rows.push_back(std::exchange(row, std::vector<std::string>(1)));
        else row.back() += c;
    }
    return rows;
}

}  // namespace halo::grader::test
