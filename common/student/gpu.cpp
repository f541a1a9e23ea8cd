#include "student/gpu.hpp"

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "student/fault.hpp"
#include "student/process.hpp"
#include "student/test.hpp"
#include "student/text.hpp"

namespace halo::student {
namespace fs = std::filesystem;
namespace {

/// `sm_90`, for the first GPU; empty if there is none.
std::string architecture()
{
    const Ended output = capture({{"nvidia-smi", "--query-gpu=compute_cap", "--format=csv,noheader"}}, false);
    if (output.code != 0) return {};
    std::string digits;
    for (const char c : output.out.substr(0, output.out.find('\n')))
        if (c >= '0' && c <= '9') digits += c;
    return digits.empty() ? "" : "sm_" + digits;
}

/// Looks in PATH, then where the toolkit installs it, and adds that folder to PATH.
bool find_nvcc()
{
    if (in_path("nvcc")) return true;
    const char* path = std::getenv("PATH");
    setenv("PATH", ((path == nullptr ? "" : std::string(path) + ":") + "/usr/local/cuda/bin").c_str(), 1);
    return in_path("nvcc");
}

void configure_for(const std::string& architecture, const Place& place)
{
    const std::string stamp = place.build / "gpu-arch", log = place.build / "gpu-arch.log", build = place.build;
    if (trimmed(read_text(stamp)) == architecture) return;
    Ended meson = capture({{"meson", "configure", build, "-Dcuda=enabled", "-Dgpu_arch=" + architecture, "-Dlabs_only=false"}});
    std::string output = meson.out;
    if (meson.code == 0) {
        meson = capture({{"meson", "setup", "--reconfigure", build, place.root.string()}});
        output += meson.out;
    }
    std::ofstream(log) << output;
    if (meson.code != 0) throw Refusal({"the build could not be configured for " + architecture, log, "make -C ../.. doctor"});
    std::ofstream(stamp) << architecture << '\n';
}

/// Builds one of the lab's libraries for the timer, and the timer. False if this lab has none, or if it does not build.
bool built_for_timer(const Place& place, const std::string& target)
{
    const Ended ninja = capture({{"ninja", "-C", place.build.string(), target}});
    if (ninja.code == 0) return true;
    if (ninja.out.find("unknown target") == std::string::npos) {
        const fs::path log = place.built() / place.lab / "timer.log";
        std::ofstream(log) << ninja.out;
        std::fputs(text(Message{"no time was taken: the timer did not build", log.string(), "make -C ../.. doctor"}).c_str(), stderr);
    }
    return false;
}

}  // namespace

void show_speed(const Place& place)
{
    if (!built_for_timer(place, "speed-" + place.lab)) return;
    const std::string library = "functions_" + place.stem() + ".so";
    std::vector<std::string> words = {program_path(place, "timer"), (place.built() / library).string()};
    if (fs::exists(place.solution()) && built_for_timer(place, "solution-speed-" + place.lab)) words.push_back((place.build / "solutions" / library).string());
    run({words});
}

void prepare_gpu(const Place& place)
{
    const std::string card = architecture();
    if (card.empty())
        throw Refusal({"no NVIDIA GPU found; nothing was run", "nvidia-smi is missing, or lists no GPU",
                       "plain `make` tests the same file on the CPU engine; for a GPU, check the driver and nvidia-smi"});
    if (!find_nvcc())
        throw Refusal({"there is a GPU, but no nvcc; nothing was run", "looked in PATH and in /usr/local/cuda/bin",
                       "install the CUDA Toolkit, or add its bin folder to PATH"});
    configure_for(card, place);
}

}  // namespace halo::student
