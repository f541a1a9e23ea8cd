#include "fake_card.hpp"

#include <cstdlib>
#include <filesystem>

#include <nlohmann/json.hpp>

namespace halo::grader::test {
namespace {

constexpr const char* kSmi = R"sh(#!/bin/sh
case "$*" in
  *query-gpu=index*) [ -z "$SLURMD_NODENAME" ] || echo "$SLURMD_NODENAME $CUDA_VISIBLE_DEVICES" >>"@HOME@/card_of_task"
                     cat "@HOME@/smi/cards" ;;
  *query-compute-apps*) cat "@HOME@/smi/programs" ;;
  *utilization*) cat "@HOME@/smi/state" ;;
  *) cat "@HOME@/smi/plain" ;;
esac
)sh";

// "Compiles" by copying.
constexpr const char* kNvcc = R"sh(#!/bin/sh
[ "$1" = --version ] && { echo "Cuda compilation tools, release 13.0, V13.0.88"; exit 0; }
while [ $# -gt 0 ]; do
  case $1 in
    -o) out=$2; shift ;;
    /src/*|*.cu) in=$1 ;;
  esac
  shift
done
ls /dev/nvidia* >/dev/null 2>&1 && { echo "a compiler needs no card" >&2; exit 1; }
grep -q NVCC_REFUSES "$in" && { echo "$in(3): error: identifier \"int5\" is undefined" >&2; exit 2; }
cp "$in" "$out"
)sh";

// The process of a submission: tells the timer what is to come of it, then waits for the end.
constexpr const char* kContestant = R"sh(#!/bin/sh
grep -q 'SPEED dies' "$1" && { echo "illegal address" >&2; kill -SEGV $$; }
grep -o 'SPEED [a-z]*' "$1" || echo SPEED usual
cat >/dev/null
)sh";

// Only one at a time may run: the lock is a folder.
constexpr const char* kTimer = R"sh(#!/bin/sh
[ "$1" = --list ] && { for f in @FUNCTIONS@; do echo $f; done; exit 0; }
for word; do case $word in --function=*) function=${word#--function=} ;; esac; done
mkdir "@HOME@/at_the_card" 2>/dev/null || { echo "two at a time"; exit 3; }
trap 'rmdir "@HOME@/at_the_card"' EXIT
echo $function >>"@HOME@/timed"
read said <&4
times='"ms":[1.09,1.1,1.11],"overhead_ms":[0.03,0.03,0.03]' copy=0.47,0.48,0.49 faster=1.99,2.0,2.01 wrong=0
case $said in
  "SPEED fast") times='"ms":[0.53,0.532,0.534],"overhead_ms":null' copy=0.94,0.945,0.95 faster=6.9,7.02,7.1 ;;
  "SPEED impossible") times='"ms":[0.2,0.21,0.22],"overhead_ms":null' ;;
  "SPEED wrong") times='"ms":null,"overhead_ms":null' wrong=3 ;;
  "SPEED noisy") copy=0.4,0.48,0.5 faster=1.5,2.0,2.2 ;;
  "SPEED lost") echo "no time was taken: the card was lost
  where: cudaDeviceSynchronize(): unknown error
  try:   look at nvidia-smi" >&2; exit 1 ;;
  "SPEED crash") rmdir "@HOME@/at_the_card"; kill -SEGV $$ ;;
  "SPEED nonsense") echo "{what}"; exit 0 ;;
  SPEED*) ;;
  *) echo "{\"function\":\"$function\",\"gone\":\"the process of the function has ended, or answers something else\"}"; exit 0 ;;
esac
[ $wrong = 0 ] && ratios="\"of_copy\":[$copy],\"against\":[{\"name\":\"basic\",\"faster\":[$faster]}]" || ratios='"of_copy":null,"against":[]'
echo "{\"function\":\"$function\",\"card\":\"NVIDIA H200\",\"size\":\"16384 x 16384 image\",\"wanted\":null,\"bytes\":2147483648.0,\"rounds\":21,\"disturbed\":false,\"wrong\":$wrong,\"too_fast\":false,$times,$ratios}"
)sh";

}  // namespace

FakeCard::FakeCard(const TempFolder& home) : home_(home), path_(std::getenv("PATH"))
{
    namespace fs = std::filesystem;
    fs::permissions(home.path(), fs::perms::owner_all | fs::perms::group_read | fs::perms::group_exec | fs::perms::others_read | fs::perms::others_exec);
    const std::string at = home.path().string();
    home.write("smi/nvidia-smi", replaced(kSmi, "@HOME@", at), true);
    says("cards", "0, NVIDIA H200, GPU-f4c1, 00000000:00:06.0, 9.0, 580.159.04, Disabled, Default\n");
    says("programs", "");
    says("state", "0, 0x0000000000000000\n");
    says("plain", "CUDA Version: 13.0\n");
    home.write("toolkit/bin/nvcc", kNvcc, true);
    home.write("bin/contestant", kContestant, true);
    auto manifest = nlohmann::ordered_json::parse(slurp(home / "manifest.json"));
    for (const auto& [lab, functions] : {std::pair("01_first", "first"), std::pair("02_second", "second_a second_b")}) {
        home.write(std::string(lab) + "/timer", replaced(replaced(kTimer, "@HOME@", at), "@FUNCTIONS@", functions), true);
        home.write(std::string(lab) + "/libcard.a", "nothing");
        const std::string folder = (home / lab).string();
        manifest["timers"].push_back({{"lab", lab}, {"timer", folder + "/timer"}, {"library", folder + "/libcard.a"}, {"solution", folder + "/solution.so"}});
    }
    manifest["nvcc"] = at + "/toolkit/bin/nvcc";
    manifest["contestant"] = at + "/bin/contestant";
    home.write("manifest.json", manifest.dump());
    setenv("PATH", (at + "/smi:" + path_).c_str(), 1);
    for (const char* device : {"nvidiactl", "nvidia-uvm", "nvidia0"}) home.write(std::string("devices/") + device, "");
    setenv("HALO_DEVICES", (at + "/devices").c_str(), 1);
}

FakeCard::~FakeCard()
{
    setenv("PATH", path_.c_str(), 1);
    unsetenv("HALO_DEVICES");
}

void FakeCard::says(const std::string& question, const std::string& answer) const { home_.write("smi/" + question, answer); }

void FakeCard::remove() const
{
    home_.write("smi/nvidia-smi", "#!/bin/sh\nexit 127\n", true);
}

int FakeCard::timed() const
{
    int lines = 0;
    for (const char c : slurp(home_ / "timed")) lines += c == '\n';
    return lines;
}

}  // namespace halo::grader::test
