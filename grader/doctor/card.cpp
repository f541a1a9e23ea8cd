#include "doctor/card.hpp"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <sstream>

#include <fmt/format.h>

#include "machine/text.hpp"

namespace halo::grader::doctor {
namespace {

constexpr const char* kFields = "index,name,uuid,pci.bus_id,compute_cap,driver_version,mig.mode.current,compute_mode";
enum Field : std::size_t { index_of, name_of, uuid_of, bus_of, capability_of, driver_of, mig_of, mode_of, fields };

std::vector<std::string> split(const std::string& line)
{
    std::vector<std::string> cells;
    std::istringstream in(line);
    for (std::string cell; std::getline(in, cell, ',');) cells.push_back(trimmed(cell));
    return cells;
}

std::vector<std::string> lines_of(const std::string& text)
{
    std::vector<std::string> lines;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);)
        if (!trimmed(line).empty()) lines.push_back(trimmed(line));
    return lines;
}

CardSearch none(const std::string& headline, const std::string& where, const std::string& attempt, bool absent = false)
{
    return {std::nullopt, {"no card: " + headline, where, attempt}, absent};
}

/// The newest CUDA that the driver runs: `12` of `CUDA Version: 12.4`. 0: it does not say.
int cuda_of_driver(const System& system)
{
    const CommandResult all = system.command({"nvidia-smi"});
    const auto at = all.output.find("CUDA Version:");
    return at == std::string::npos ? 0 : std::atoi(all.output.c_str() + at + 13);
}

/// The number of /dev/nvidia<N>, which need not be the card's index.
std::string minor_of(const System& system, const std::vector<std::string>& card)
{
    std::string bus = card[bus_of];
    std::ranges::transform(bus, bus.begin(), [](unsigned char c) { return char(std::tolower(c)); });
    if (bus.size() > 12) bus = bus.substr(bus.size() - 12);             // nvidia-smi's domains have eight digits, the kernel's four
    const std::string text = system.read("/proc/driver/nvidia/gpus/" + bus + "/information").value_or("");
    const auto at = text.find("Device Minor:");
    return at == std::string::npos ? card[index_of] : trimmed(text.substr(at + 13, text.find('\n', at) - at - 13));
}

std::string device_folder()
{
    const char* const folder = std::getenv("HALO_DEVICES");
    return folder == nullptr ? "/dev" : folder;
}

/// By index or the beginning of its UUID, as CUDA_VISIBLE_DEVICES names cards.
const std::vector<std::string>* chosen_of(const std::vector<std::vector<std::string>>& cards, const std::string& chosen)
{
    const std::string first = trimmed(chosen.substr(0, chosen.find(',')));
    if (first.empty()) return &cards.front();
    const auto found = std::ranges::find_if(cards, [&](const auto& card) { return card[index_of] == first || (first.starts_with("GPU-") && card[uuid_of].starts_with(first)); });
    return found == cards.end() ? nullptr : &*found;
}

}  // namespace

CardSearch find_card(const System& system, const std::string& chosen, const std::string& toolkit)
{
    const CommandResult asked = system.command({"nvidia-smi", std::string("--query-gpu=") + kFields, "--format=csv,noheader"});
    if (asked.status == 127) return none("this machine has no NVIDIA driver", "nvidia-smi is not installed", "grade on a machine with a card; everything but speed is the same", true);
    std::vector<std::vector<std::string>> cards;
    for (const std::string& line : lines_of(asked.output))
        if (auto cells = split(line); cells.size() == fields) cards.push_back(std::move(cells));
    if (asked.status != 0 || cards.empty()) {
        const auto lines = lines_of(asked.output);
        return none("the NVIDIA driver finds none", "nvidia-smi: " + (lines.empty() ? fmt::format("exit code {}", asked.status) : lines.front()),
                    "check that the card is there (lspci) and that its driver is loaded (dmesg)");
    }
    const std::vector<std::string>* const card = chosen_of(cards, chosen);
    if (card == nullptr)
        return none("the one that CUDA_VISIBLE_DEVICES names is not there", fmt::format("CUDA_VISIBLE_DEVICES={}; nvidia-smi lists {}", chosen, cards.size()), "name a card that nvidia-smi -L lists");
    if (toolkit.empty())
        return none("without nvcc nothing can be compiled for it", fmt::format("there is an {}, but this build found no nvcc", (*card)[name_of]),
                    "install the CUDA Toolkit, then meson configure build -Dcuda=enabled and build again");
    if (const int most = cuda_of_driver(system); most > 0 && most < std::atoi(toolkit.c_str()))
        return none("its driver is older than the CUDA Toolkit", fmt::format("driver {} runs programs of CUDA {}, nvcc is {}", (*card)[driver_of], most, toolkit),
                    "update the driver, or install an older toolkit");
    if ((*card)[mig_of] == "Enabled")
        return none("it is divided by MIG, and a part's time depends on its neighbours", fmt::format("{}: mig.mode.current is Enabled", (*card)[name_of]),
                    "take a whole card, or: nvidia-smi --id=" + (*card)[index_of] + " --multi-instance-gpu=0");
    if ((*card)[mode_of] != "Default")
        return none("it lets in one process at a time, and a function is timed by two", fmt::format("{}: its compute mode is {}", (*card)[name_of], (*card)[mode_of]),
                    "nvidia-smi --compute-mode=DEFAULT");

    CardHere here{(*card)[name_of], (*card)[uuid_of], (*card)[driver_of], "sm_", {}, ""};
    for (const std::string& device : {std::string("nvidiactl"), std::string("nvidia-uvm"), "nvidia" + minor_of(system, *card)}) here.devices.push_back(device_folder() + '/' + device);
    for (const char c : (*card)[capability_of])
        if (c >= '0' && c <= '9') here.architecture += c;
    if (cards.size() > 1) here.note = fmt::format("{} cards: number {}, an {}, is used; CUDA_VISIBLE_DEVICES chooses another", cards.size(), (*card)[index_of], here.name);
    return {here, {}};
}

std::optional<Message> missing_device(const System& system, const CardHere& card)
{
    const auto missing = [&] { return std::ranges::find_if(card.devices, [](const std::string& device) { return !std::filesystem::exists(device); }); };
    if (missing() != card.devices.end()) system.command({"nvidia-modprobe", "-u", "-c=0"});       // what the first CUDA program after a start would do
    const auto found = missing();
    if (found == card.devices.end()) return std::nullopt;
    return Message{"no card: a device that CUDA needs is not there", *found + " does not exist", "as root: nvidia-modprobe -u -c=0; in a container, pass it on"};
}

std::optional<Message> unrest(const System& system, const CardHere& card)
{
    constexpr int kBusy_percent = 20;
    // Bits of the reasons for a lower clock: hardware slowdown, heat (by software and by hardware), power brake. A power cap is not among them: a
    // kernel's own work can reach it.
    constexpr unsigned long long kHeldBack = 0x8 | 0x20 | 0x40 | 0x80;
    const std::string of_card = "--id=" + card.uuid;
    const CommandResult programs = system.command({"nvidia-smi", of_card, "--query-compute-apps=pid,used_memory", "--format=csv,noheader"});
    const CommandResult state = system.command({"nvidia-smi", of_card, "--query-gpu=utilization.gpu,clocks_throttle_reasons.active", "--format=csv,noheader,nounits"});
    const auto others = lines_of(programs.output);
    const auto cells = split(state.output.substr(0, state.output.find('\n')));
    if (programs.status != 0 || state.status != 0 || cells.size() != 2)
        return Message{"the card was lost", "nvidia-smi: " + (lines_of(state.output).empty() ? "no answer" : lines_of(state.output).front()),
                       "look at dmesg for Xid; then run it again: what has been timed is kept"};
    if (!others.empty())
        return Message{"the card is busy", fmt::format("{} other program{} it; nvidia-smi: {}", others.size(), others.size() == 1 ? " uses" : "s use", others.front()), "end them, or run it again later"};
    if (std::atoi(cells[0].c_str()) >= kBusy_percent) return Message{"the card is busy", fmt::format("it is in use for {} % of the time", cells[0]), "end what runs on it, or run it again later"};
    if (const auto reasons = std::strtoull(cells[1].c_str(), nullptr, 16); (reasons & kHeldBack) != 0)
        return Message{"the card is throttling", fmt::format("heat or power holds its clock back: clocks_throttle_reasons.active is {}", cells[1]), "see to its cooling and power supply, or run it again when it is cool"};
    return std::nullopt;
}

std::string toolkit_of(const System& system, const std::string& nvcc)
{
    if (nvcc.empty()) return "";
    const CommandResult version = system.command({nvcc, "--version"});
    const auto at = version.output.find("release ");
    return version.status != 0 || at == std::string::npos ? "" : version.output.substr(at + 8, version.output.find(',', at) - at - 8);
}

}  // namespace halo::grader::doctor
