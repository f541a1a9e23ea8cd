// Cards that this machine need not have.

#include "doctor/card.hpp"

#include <map>
#include <string>

#include <doctest/doctest.h>

namespace card_test {

using namespace halo;
using namespace halo::grader;

namespace {

/// A machine with an H200 at rest; a test changes what nvidia-smi says.
struct Machine final : doctor::System {
    std::string cards = "0, NVIDIA H200, GPU-f4c1, 00000000:00:06.0, 9.0, 580.159.04, Disabled, Default\n";
    std::string plain = "| NVIDIA-SMI 580.159.04   Driver Version: 580.159.04   CUDA Version: 13.0 |\n";
    std::string programs, state = "0, 0x0000000000000000\n";
    int status = 0;
    std::map<std::string, std::string> files;

    std::optional<std::string> read(const std::string& path) const override
    {
        const auto found = files.find(path);
        return found == files.end() ? std::nullopt : std::optional(found->second);
    }
    doctor::CommandResult command(const std::vector<std::string>& argv) const override
    {
        if (argv[0] == "nvcc") return {0, "nvcc: NVIDIA (R) Cuda compiler driver\nCuda compilation tools, release 13.0, V13.0.88\n"};
        if (argv[0] != "nvidia-smi" || status == 127) return {};
        std::string all;
        for (const std::string& word : argv) all += word + ' ';
        if (all.find("query-gpu=index") != std::string::npos) return {status, cards};
        if (all.find("query-compute-apps") != std::string::npos) return {status, programs};
        if (all.find("utilization") != std::string::npos) return {status, state};
        return {status, plain};
    }
    bool                         is_root() const override { return false; }
    std::string                  sandbox_trial() const override { return ""; }
    std::optional<sandbox::User> ordinary_user() const override { return std::nullopt; }
    sandbox::MemoryLimiter       memory_limiter() const override { return {}; }
};

std::string why(const Machine& machine, const std::string& toolkit = "13.0", const std::string& chosen = "") { return text(doctor::find_card(machine, chosen, toolkit).why); }

doctor::CardHere card_of(const Machine& machine, const std::string& chosen = "")
{
    const doctor::CardSearch search = doctor::find_card(machine, chosen, "13.0");
    REQUIRE_MESSAGE(search.card.has_value(), search.why.headline);
    return *search.card;
}

std::string unrest_of(const Machine& machine)
{
    const auto message = doctor::unrest(machine, card_of(Machine{}));
    return message ? text(*message) : "";
}

}  // namespace

TEST_CASE("a card has a name, a target for nvcc, and the three devices that a process needs")
{
    const Machine machine;
    const doctor::CardHere card = card_of(machine);
    CHECK(card.name == "NVIDIA H200");
    CHECK(card.uuid == "GPU-f4c1");
    CHECK(card.architecture == "sm_90");
    CHECK(card.devices == std::vector<std::string>{"/dev/nvidiactl", "/dev/nvidia-uvm", "/dev/nvidia0"});
    CHECK(card.note.empty());
    CHECK(doctor::toolkit_of(machine, "nvcc") == "13.0");
    CHECK(doctor::toolkit_of(machine, "/nowhere/nvcc").empty());
}

TEST_CASE("a card's device has the number that the kernel gave it")
{
    Machine machine;
    machine.files["/proc/driver/nvidia/gpus/0000:00:06.0/information"] = "Model: \t\t NVIDIA H200\nDevice Minor: \t 3\nGPU Excluded:\t No\n";
    CHECK(card_of(machine).devices.back() == "/dev/nvidia3");
}

TEST_CASE("of two cards the first is used, or the one that CUDA_VISIBLE_DEVICES names, and it is said which")
{
    Machine machine;
    machine.cards += "1, NVIDIA L4, GPU-77aa, 00000000:00:07.0, 8.9, 580.159.04, N/A, Default\n";
    CHECK(card_of(machine).name == "NVIDIA H200");
    CHECK(card_of(machine).note == "2 cards: number 0, an NVIDIA H200, is used; CUDA_VISIBLE_DEVICES chooses another");
    for (const char* chosen : {"1", "1,0", "GPU-77aa", "GPU-77"}) CHECK(card_of(machine, chosen).architecture == "sm_89");
    CHECK(why(machine, "13.0", "2") == "no card: the one that CUDA_VISIBLE_DEVICES names is not there\n"
                                       "  where: CUDA_VISIBLE_DEVICES=2; nvidia-smi lists 2\n"
                                       "  try:   name a card that nvidia-smi -L lists");
}

TEST_CASE("each reason why there is no card has its sentence")
{
    Machine machine;
    machine.status = 127;
    CHECK(doctor::find_card(machine, "", "13.0").absent);
    CHECK(why(machine) == "no card: this machine has no NVIDIA driver\n  where: nvidia-smi is not installed\n  try:   grade on a machine with a card; everything but speed is the same");

    machine = {};
    machine.status = 9, machine.cards = "NVIDIA-SMI has failed because it couldn't communicate with the NVIDIA driver.\n";
    CHECK(why(machine).starts_with("no card: the NVIDIA driver finds none\n  where: nvidia-smi: NVIDIA-SMI has failed"));
    CHECK(!doctor::find_card(machine, "", "13.0").absent);
    machine.status = 0, machine.cards = "No devices were found\n";
    CHECK(why(machine).starts_with("no card: the NVIDIA driver finds none\n  where: nvidia-smi: No devices were found"));

    machine = {};
    CHECK(why(machine, "").starts_with("no card: without nvcc nothing can be compiled for it"));
    machine.plain = "Driver Version: 535.54.03   CUDA Version: 12.2\n";
    CHECK(why(machine) == "no card: its driver is older than the CUDA Toolkit\n"
                          "  where: driver 580.159.04 runs programs of CUDA 12, nvcc is 13.0\n"
                          "  try:   update the driver, or install an older toolkit");
    CHECK(why(machine, "12.9").empty());                        // the same major version: the driver runs it

    machine = {};
    machine.cards = "0, NVIDIA A100, GPU-a, 00000000:00:06.0, 8.0, 580.1, Enabled, Default\n";
    CHECK(why(machine).starts_with("no card: it is divided by MIG"));
    machine.cards = "0, NVIDIA A100, GPU-a, 00000000:00:06.0, 8.0, 580.1, [N/A], Exclusive_Process\n";
    CHECK(why(machine) == "no card: it lets in one process at a time, and a function is timed by two\n"
                          "  where: NVIDIA A100: its compute mode is Exclusive_Process\n"
                          "  try:   nvidia-smi --compute-mode=DEFAULT");
}

TEST_CASE("nothing is timed on a card that is busy, throttling or lost; one that is at rest, or reaches its power cap, is fine")
{
    Machine machine;
    CHECK(unrest_of(machine) == "");
    machine.state = "19, 0x0000000000000004\n";
    CHECK(unrest_of(machine) == "");
    machine.state = "20, 0x0000000000000000\n";
    CHECK(unrest_of(machine).starts_with("the card is busy\n  where: it is in use for 20 % of the time"));
    for (const char* reason : {"0x0000000000000008", "0x0000000000000020", "0x0000000000000040", "0x0000000000000084"}) {
        machine.state = std::string("0, ") + reason + "\n";
        CHECK(unrest_of(machine) == std::string("the card is throttling\n  where: heat or power holds its clock back: clocks_throttle_reasons.active is ") + reason +
                                        "\n  try:   see to its cooling and power supply, or run it again when it is cool");
    }
    machine = {};
    machine.programs = "4711, 20480 MiB\n";
    CHECK(unrest_of(machine) == "the card is busy\n  where: 1 other program uses it; nvidia-smi: 4711, 20480 MiB\n  try:   end them, or run it again later");
    machine = {};
    machine.status = 15, machine.state = "GPU is lost. Reboot the system to recover this GPU\n";
    CHECK(unrest_of(machine).starts_with("the card was lost\n  where: nvidia-smi: GPU is lost."));
}

}  // namespace card_test
