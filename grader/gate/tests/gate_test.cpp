// The object gate on what the compiler makes of specimens, and on damaged bytes.
//
// usage: gate_test CUCC SPECIMENS HEADERS [doctest's options]

#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>

#include "gate/gate.hpp"
#include "gate/names.hpp"

namespace {

namespace fs = std::filesystem;
using namespace halo::grader::gate;

std::string cucc;
fs::path specimens;
std::string headers;

/// A temporary folder.
class Folder {
public:
    Folder()
    {
        std::string name = fs::temp_directory_path() / "gate-XXXXXX";
        REQUIRE(mkdtemp(name.data()) != nullptr);
        path = name;
    }
    ~Folder() { fs::remove_all(path); }
    fs::path path;
};

std::string compiled(const Folder& folder, const std::string& name)
{
    const std::string object = folder.path / (name + ".o");
    const std::string command = cucc + " -std=c++20 -w -c '" + (specimens / (name + ".cu")).string() + "' -o '" + object + "'";
    REQUIRE(std::system(command.c_str()) == 0);
    return object;
}

/// Line 0 where the specimen says "refused anywhere". Parameters are left out.
using Place = std::tuple<int, std::string, std::string>;

std::string shown(const std::set<Place>& places)
{
    std::string out;
    for (const auto& [line, rule, word] : places) out += std::to_string(line) + ": " + rule + ' ' + word + '\n';
    return out;
}

std::set<Place> expected(const std::string& name)
{
    std::set<Place> out;
    std::ifstream file(specimens / (name + ".cu"));
    int number = 0;
    for (std::string line; std::getline(file, line);) {
        ++number;
        for (const std::string mark : {"// refused: ", "// refused anywhere: "}) {
            const std::size_t at = line.find(mark);
            if (at == line.npos) continue;
            const std::string words = line.substr(at + mark.size());
            const std::size_t space = words.find(' ');
            out.emplace(mark.find("anywhere") == mark.npos ? number : 0, words.substr(0, space), words.substr(space + 1));
        }
    }
    return out;
}

std::set<Place> found(const std::string& object, const std::string& name)
{
    std::set<Place> out;
    for (const Refusal& r : refusals(object, headers)) {
        if (r.line > 0) CHECK(r.file == name + ".cu");
        out.emplace(r.line, key(r.rule), r.word.substr(0, r.word.find_first_of("(~")));
    }
    return out;
}

/// The first line that ends so.
int line_of(const std::string& name, const std::string& end)
{
    std::ifstream file(specimens / (name + ".cu"));
    int number = 1;
    for (std::string line; std::getline(file, line) && !line.ends_with(end);) ++number;
    return number;
}

/// What a program prints, and its exit code; nothing if it can't be linked.
std::string printed_by(const Folder& folder, const std::string& object, const std::string& words = "")
{
    const std::string program = folder.path / "program", text = folder.path / "printed";
    if (std::system((cucc + " " + object + " -o " + program).c_str()) != 0) return "";
    const int code = std::system((program + " " + words + " >" + text + " 2>&1").c_str());
    std::ifstream in(text);
    return std::string(std::istreambuf_iterator<char>(in), {}) + std::to_string(code);
}

std::vector<char> bytes_of(const std::string& file)
{
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

TEST_CASE("each line of a specimen that should be refused is, for its reason, and no other line is")
{
    const Folder folder;
    for (const std::string name : {"names", "starts", "instructions", "data_in_code", "hooks", "device", "ordinary", "library"}) {
        CAPTURE(name);
        const std::string object = compiled(folder, name);
        CHECK(shown(found(object, name)) == shown(expected(name)));
    }
}

TEST_CASE("an access that the compiler gives no hook, and that may be anywhere, gets one; the program prints what it would without")
{
    const Folder folder;
    const std::string object = compiled(folder, "guards");
    const std::string before = printed_by(folder, object);
    CHECK(before.ends_with("no error\n0"));
    const Checked result = checked(object, headers);
    CHECK(shown(found(object, "guards")) == "");
    const std::set<std::string> completed(result.completed.begin(), result.completed.end());
    for (const char* name : {"_Z14needs_for_loadi", "_Z19needs_for_constantsi", "_Z15needs_for_storeiii", "_Z16needs_for_resultRK3Ten", "_Z18needs_for_argumentPK3Teni", "_Z20needs_in_large_frameii",
                             "_Z22needs_in_aligned_frameif", "_Z15needs_in_switchi", "_Z20needs_beside_handleri"}) {
        CAPTURE(name);
        CHECK(completed.contains(name));
    }
    for (const std::string& name : completed) {
        CAPTURE(name);
        CHECK(name.find("plain") == name.npos);
    }
    std::ofstream(object, std::ios::binary).write(reinterpret_cast<const char*>(result.guarded.data()), std::streamsize(result.guarded.size()));
    CHECK(printed_by(folder, object) == before);
    const std::string after = printed_by(folder, object, "beyond");
    CAPTURE(after);
    CHECK(after.find("guards.cu:" + std::to_string(line_of("guards", "// beyond")) + ":") != after.npos);
}

TEST_CASE("device code goes by an address that it loads to device code alone; functions of the host beside it are not refused")
{
    const Folder folder;
    const std::string object = compiled(folder, "targets");
    const std::string before = printed_by(folder, object);
    CHECK(before.ends_with("no error\n0"));
    CHECK(shown(found(object, "targets")) == "");
    const Checked result = checked(object, headers);
    REQUIRE(!result.guarded.empty());
    std::ofstream(object, std::ios::binary).write(reinterpret_cast<const char*>(result.guarded.data()), std::streamsize(result.guarded.size()));
    CHECK(printed_by(folder, object) == before);
    const std::string after = printed_by(folder, object, "host");
    CAPTURE(after);
    CHECK(after.find("targets.cu:" + std::to_string(line_of("targets", "// a function of the host")) + ": a function of the host is called by a kernel") != after.npos);
}

TEST_CASE("damaged objects are read to the end or refused, whatever their bytes are")
{
    const Folder folder;
    const std::vector<char> whole = bytes_of(compiled(folder, "hooks"));
    std::mt19937 random(7);
    int damaged = 0;
    for (int i = 0; i < 400; ++i) {
        CAPTURE(i);
        std::vector<char> bytes = whole;
        const auto anywhere = [&](std::size_t size) { return std::uniform_int_distribution<std::size_t>(0, size - 1)(random); };
        if (i % 4 == 0) bytes.resize(anywhere(bytes.size()));
        // Most of an object is debug information: half of the damage goes to the header and the list of sections.
        for (int k = 0; !bytes.empty() && k < 1 + i % 7; ++k) {
            const std::size_t tail = std::min<std::size_t>(bytes.size(), 8000);
            const std::size_t at = i % 2 == 0 ? anywhere(bytes.size()) : k % 2 == 0 ? anywhere(std::min<std::size_t>(64, bytes.size())) : bytes.size() - 1 - anywhere(tail);
            bytes[at] = char(random());
        }
        const fs::path file = folder.path / "damaged.o";
        std::ofstream(file, std::ios::binary).write(bytes.data(), std::streamsize(bytes.size()));
        const std::vector<Refusal> all = refusals(file, headers);
        damaged += !all.empty() && all.front().rule == Rule::damaged;
        for (const Refusal& r : all) CHECK(read_refusals(written(r)).has_value());
    }
    CHECK(damaged > 100);
}

TEST_CASE("what is not an object is refused")
{
    const Folder folder;
    const fs::path file = folder.path / "text.o";
    std::ofstream(file) << "int main() {}\n";
    REQUIRE(refusals(file, headers).size() == 1);
    CHECK(refusals(file, headers)[0].rule == Rule::damaged);
    std::ofstream(file, std::ios::trunc);
    CHECK(refusals(file, headers).at(0).rule == Rule::damaged);
    CHECK_THROWS(refusals(folder.path / "nothing.o", headers));
}

TEST_CASE("a refusal is read as it was written; tabs and control characters in a name don't make another")
{
    const Refusal refusal{Rule::name, "write", "ask(float*)", "names.cu", 29};
    CHECK(read_refusals(written(refusal)) == std::vector{refusal});
    const auto strange = read_refusals(written({Rule::own_name, "a\tb\nname\tc", "", "", 0}));
    REQUIRE(strange.has_value());
    CHECK(strange->at(0).word == "a?b?name?c");
    for (const char* text : {"name\twrite\n", "nonsense\ta\tb\tc\t1\n", "name\ta\tb\tc\t-1\n", "name\ta\tb\tc\t1", "name\ta\tb\tc\t1x\n"}) {
        CAPTURE(text);
        CHECK(!read_refusals(text));
    }
}

TEST_CASE("CUDA's calls, the language's runtime and libm may be used; the engine itself and the system may not")
{
    for (const char* name : {"_Z21cudaDeviceSynchronizev", "_ZN11halo_engine7barrierEii", "halo_now", "sqrtf", "lgamma", "printf", "malloc", "_Znwm",
                             "__tsan_read4", "__tsan_unaligned_write8", "_ZSt4cout", "_ZNSo3putEc", "__cxa_guard_acquire", "_ZTIi", "__popcountdi2", "__udivti3", "__divti3", "__tsan_atomic64_compare_exchange_weak",
                             "_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_PKc", "_ZSt20__throw_length_errorPKc", "frexp", "cabsf",
                             "_ZNSirsERi", "_ZNSolsEx", "_ZNSolsEPFRSoS_E", "_ZnwmSt11align_val_tRKSt9nothrow_t", "_ZdaPvm", "_ZNSt12out_of_rangeC1EPKc", "_ZTVSt12bad_weak_ptr",
                             "_ZSt18_Rb_tree_decrementPKSt18_Rb_tree_node_base", "_ZTTNSt7__cxx1119basic_ostringstreamIcSt11char_traitsIcESaIcEEE"}) {
        CAPTURE(name);
        CHECK(may_be_used(name));
    }
    for (const char* name : {"_ZN4halo6engine14reset_watchersEv", "_ZN11halo_engine9other_oneEv", "write", "syscall", "dlsym", "_exit", "fopen", "mmap",
                             "__wrap_memcpy", "__real_memcpy", "halo_engine_tls_anchor", "_ZNSt13basic_filebufIcSt11char_traitsIcEEC1Ev", "_ZN4halo5judgeEv",
                             "__libc_start_main", "longjmp", "environ", "pthread_create", "atexit", "_ZSt13set_terminatePFvvE",
                             "_ZSt3cin", "pthread_once", "__tsan_read3", "__tsan_switch_to_fiber", "__ubsan_handle_add_overflow", "__eprintf", "__bid128_to_bid32", "_ZNSi4readEPcl", "_ZNSt15basic_streambufIcSt11char_traitsIcEE6xsgetnEPcl", "wmemcpy", "wcstol", "__cxa_vec_new2",
                             "__cxa_demangle", "__cxa_get_globals", "pthread_mutex_init", "pthread_key_create", "frexpl", "modfl", "sincosl", "remquol", "lgamma_r",
                             "_ZSt20_Rb_tree_rotate_leftPSt18_Rb_tree_node_baseRS0_", "_ZNKSt9type_info10__do_catchEPKS_PPvj", "_ZNSo4swapERSo", "_ZNSolsEv", "_ZNSolsE", "_Znwmm",
                             "_ZNSt7__cxx1115basic_stringbufIcSt11char_traitsIcESaIcEE6setbufEPcl", "_ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE7_S_copyEPcPKcm",
                             "rand_r", "erand48", "mktime", "strxfrm", "putc_unlocked", "_ZSt8to_charsPcS_f", "_ZTVSt5ctypeIcE"}) {
        CAPTURE(name);
        CHECK(!may_be_used(name));
    }
}

TEST_CASE("what may be used is named whole: no row that allows a name has a `*`")
{
    int rows = 0;
    const std::set<std::string> lists_with_patterns = {"device", "variables"};
    const auto look = [&](const std::string& list, const std::string& names) {
        std::istringstream words(names);
        for (std::string row; words >> row; ++rows) {
            CAPTURE(row);
            CHECK((lists_with_patterns.contains(list) || row.substr(0, row.find('>')).find('*') == row.npos));
            CHECK(std::ranges::count(row, '{') == std::ranges::count(row, '}'));
        }
    };
#define NAMES(list, group, names) look(#list, names);
#include "gate/names.def"
#undef NAMES
    CHECK(rows > 100);
}

TEST_CASE("what a function of the library stores to is in its row")
{
    const auto all_of = [](const char* name) {
        std::vector<std::tuple<int, std::uint32_t, bool, std::uint32_t, int>> out;
        for (const Stores& one : stores_of(name)) out.emplace_back(one.argument, one.offset, one.kept, one.bytes, one.length);
        return out;
    };
    using Expected = decltype(all_of(""));
    CHECK(all_of("_ZNSt9basic_iosIcSt11char_traitsIcEE5clearESt12_Ios_Iostate") == Expected{{1, 32, false, 4, 0}});
    CHECK(all_of("_ZNSt7__cxx1115basic_stringbufIcSt11char_traitsIcESaIcEE14__xfer_bufptrsD1Ev") == Expected{{1, 0, true, 64, 0}});
    CHECK(all_of("_ZNSt13runtime_erroraSEOS_") == Expected{{1, 0, false, 16, 0}, {2, 0, false, 16, 0}});
    CHECK(all_of("_ZNSt12length_errorD1Ev").empty());
    CHECK(stores_of("printf").empty());
    CHECK(stores_of("_ZNSirsERl").empty());
    const std::vector<Stores> number = stores_of("_ZNSirsERi"), word = stores_of("_ZSt17__istream_extractRSiPcl");
    REQUIRE(number.size() == 2);
    CHECK(std::tuple(number[1].argument, number[1].bytes, number[1].length) == std::tuple(2, 4u, 0));
    REQUIRE(word.size() == 2);
    CHECK(std::tuple(word[1].argument, word[1].bytes, word[1].length) == std::tuple(2, 0u, 3));
}

TEST_CASE("a submission may define what it likes, except others' names")
{
    for (const char* name : {"_Z12conv2d_basicPKfS0_Pfii", "_ZN3own6helperEi", "status", "helper", "_ZNSt6vectorIfSaIfEED1Ev", "_ZSt4swapI3OwnEvRT_S2_", "DW.ref.__gxx_personality_v0"}) {
        CAPTURE(name);
        CHECK(may_be_defined(name));
    }
    for (const char* name : {"malloc", "write", "_exit", "printf", "__tsan_read4", "__wrap_memcpy", "halo_now", "_Znwm", "_ZdlPv", "sqrt", "write@GLIBC_2.2.5",
                             "_ZSt17__throw_bad_allocv", "_ZN11halo_engine8run_gridERKNS_12LaunchConfigEPFvPvES3_", "_ZN4halo5judgeEv", "_Z8cudaFreePv"}) {
        CAPTURE(name);
        CHECK(!may_be_defined(name));
    }
}

int main(int argc, char** argv)
{
    if (argc < 4) {
        std::fputs("usage: gate_test CUCC SPECIMENS HEADERS [doctest's options]\n", stderr);
        return 2;
    }
    cucc = argv[1];
    specimens = argv[2];
    headers = argv[3];
    doctest::Context context(argc - 3, argv + 3);
    return context.run();
}
