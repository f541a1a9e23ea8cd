#include "student/gpu.hpp"

#include <cstdlib>
#include <fstream>

#include "student/fault.hpp"
#include "student/process.hpp"
#include "student/text.hpp"

namespace halo::student {
namespace {

/// `sm_90`, of the first card; empty if there is none.
std::string architecture()
{
    const Ended said = capture({{"nvidia-smi", "--query-gpu=compute_cap", "--format=csv,noheader"}}, false);
    if (said.code != 0) return {};
    std::string digits;
    for (const char c : said.out.substr(0, said.out.find('\n')))
        if (c >= '0' && c <= '9') digits += c;
    return digits.empty() ? "" : "sm_" + digits;
}

/// In PATH, or where the toolkit puts it; then it is in PATH from here on.
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
    Ended meson = capture({{"meson", "configure", build, "-Dcuda=enabled", "-Dgpu_arch=" + architecture}});
    std::string said = meson.out;
    if (meson.code == 0) {
        meson = capture({{"meson", "setup", "--reconfigure", build, place.root.string()}});
        said += meson.out;
    }
    std::ofstream(log) << said;
    if (meson.code != 0) throw Refusal({"the build could not be set to " + architecture, log, "make -C ../.. doctor"});
    std::ofstream(stamp) << architecture << '\n';
}

}  // namespace

void ready_for_card(const Place& place)
{
    const std::string card = architecture();
    if (card.empty())
        throw Refusal({"no NVIDIA GPU found; nothing was run", "nvidia-smi is missing, or names no card",
                       "plain `make` tests the same file on the CPU engine; for a GPU, check driver and nvidia-smi"});
    if (!find_nvcc())
        throw Refusal({"a GPU, but no nvcc; nothing was run", "looked in PATH and in /usr/local/cuda/bin",
                       "install the CUDA Toolkit, or add its bin folder to PATH"});
    configure_for(card, place);
}

}  // namespace halo::student
