#include "cpu/watch/traffic.hpp"

#include <algorithm>

namespace halo::cpu {
namespace {

/// How many different values of `address / unit` there are.
template <std::size_t Size>
unsigned distinct(const std::array<std::uintptr_t, Size>& address, unsigned begin, unsigned end, unsigned shift)
{
    std::array<std::uintptr_t, Size> seen;
    unsigned count = 0;
    for (unsigned i = begin; i < end; ++i) {
        const std::uintptr_t value = address[i] >> shift;
        // Neighbouring lanes mostly meet in the same or the next sector: the newest entries match first.
        unsigned k = count;
        while (k != 0 && seen[k - 1] != value) --k;
        if (k == 0) seen[count++] = value;
    }
    return count;
}

/// Wavefronts that the 32 banks of 4 bytes need for these words beyond the first.
template <std::size_t Size>
unsigned conflicts(const std::array<std::uintptr_t, Size>& address, unsigned begin, unsigned end, unsigned bytes)
{
    // Lanes that ask for the same word are served together.
    std::array<std::uintptr_t, 4 * Size> words;
    unsigned count = 0;
    for (unsigned i = begin; i < end; ++i)
        for (std::uintptr_t word = address[i] / 4; word <= (address[i] + bytes - 1) / 4; ++word) words[count++] = word;
    std::sort(words.begin(), words.begin() + count);
    const auto last = std::unique(words.begin(), words.begin() + count);
    std::array<std::uint8_t, 32> bank{};
    unsigned most = 0;
    for (auto word = words.begin(); word != last; ++word) most = std::max<unsigned>(most, ++bank[*word % 32]);
    return most == 0 ? 0 : most - 1;
}

bool consecutive_words(const std::uintptr_t* address, unsigned lanes)
{
    for (unsigned i = 1; i < lanes; ++i)
        if (address[i] != address[0] + 4 * i) return false;
    return true;
}

}  // namespace

void Traffic::warp_stops()
{
    if (aligned()) {
        std::array<const std::vector<Record>*, kWarp> active;
        unsigned lanes = 0;
        for (const auto& log : lanes_)
            if (!log.empty()) active[lanes++] = &log;
        Request request;
        request.lanes = lanes;
        for (std::size_t i = 0; lanes != 0 && i < active[0]->size(); ++i) {
            for (unsigned lane = 0; lane < lanes; ++lane) request.address[lane] = (*active[lane])[i].address;
            count((*active[0])[i], request);
        }
    } else {
        count_divergent();
    }
    drop_logs();
}

void Traffic::drop_logs()
{
    for (auto& log : lanes_) log.clear();
}

/// Every lane that logged anything logged the same places in the same order.
bool Traffic::aligned() const
{
    const std::vector<Record>* first = nullptr;
    for (const auto& log : lanes_) {
        if (log.empty()) continue;
        if (first == nullptr) {
            first = &log;
            continue;
        }
        if (log.size() != first->size()) return false;
        for (std::size_t i = 0; i < log.size(); ++i)
            if (log[i].site != (*first)[i].site || log[i].space != (*first)[i].space) return false;
    }
    return true;
}

void Traffic::count_divergent()
{
    struct Place {
        std::vector<Request> occurrences;
        std::vector<const Record*> kinds;
        std::uint32_t seen = 0;  // by the lane under way
        unsigned lane = kWarp;
    };
    std::unordered_map<std::uint64_t, Place> places;
    for (unsigned lane = 0; lane < kWarp; ++lane) {
        for (const Record& record : lanes_[lane]) {
            Place& place = places[std::uint64_t(record.site) << 8 | std::uint64_t(record.space)];
            if (place.lane != lane) {
                place.lane = lane;
                place.seen = 0;
            }
            const std::uint32_t occurrence = place.seen++;
            if (occurrence == place.occurrences.size()) {
                place.occurrences.emplace_back();
                place.kinds.push_back(&record);
            }
            Request& request = place.occurrences[occurrence];
            request.address[request.lanes++] = record.address;
        }
    }
    for (const auto& [key, place] : places)
        for (std::size_t i = 0; i < place.occurrences.size(); ++i) count(*place.kinds[i], place.occurrences[i]);
}

void Traffic::count(const Record& kind, const Request& request)
{
    const auto& address = request.address;
    switch (kind.space) {
    case Space::global: {
        std::uint64_t sectors;
        if (kind.bytes == 4 && consecutive_words(address.data(), request.lanes))
            sectors = (address[request.lanes - 1] >> 5) - (address[0] >> 5) + 1;
        else
            sectors = distinct(address, 0, request.lanes, 5);
        ++(kind.store ? counters_.global_store_requests : counters_.global_load_requests);
        (kind.store ? counters_.global_store_sectors : counters_.global_load_sectors) += sectors;
        break;
    }
    case Space::shared: {
        ++(kind.store ? counters_.shared_store_requests : counters_.shared_load_requests);
        if (kind.bytes == 4 && consecutive_words(address.data(), request.lanes)) break;
        // 8- and 16-byte accesses are served in halves and quarters of a warp, each a wavefront by nature.
        const unsigned bytes = std::clamp<unsigned>(kind.bytes, 4, 16);
        const unsigned lanes_at_once = kWarp * 4 / bytes;
        for (unsigned begin = 0; begin < request.lanes; begin += lanes_at_once)
            counters_.shared_bank_conflicts +=
                conflicts(address, begin, std::min(begin + lanes_at_once, request.lanes), kind.bytes > 16 ? 16 : kind.bytes);
        break;
    }
    case Space::constant: counters_.constant_replays += distinct(address, 0, request.lanes, 2) - 1; break;
    case Space::host: break;
    }
}

}  // namespace halo::cpu
