// What a program prints, and a card would not, or otherwise. A remark fails nobody.

#include <utility>

#include "engine/session/session.hpp"
#include "engine/session/source.hpp"
#include "findings/describe.hpp"

namespace halo::engine {

void Session::note_literal(std::string_view conversion, std::uintptr_t site)
{
    prepare_report();
    const std::lock_guard lock(mutex_);
    if (!literal_.empty()) return;
    literal_ = conversion;
    literal_site_ = site;
}

void Session::note_printed(std::uint32_t kernel, Place at)
{
    prepare_report();
    const std::lock_guard lock(mutex_);
    printed_by_ = kernels_[kernel];
    printed_at_ = std::move(at);
}

std::vector<Message> Session::remarks() const
{
    const std::lock_guard lock(mutex_);
    std::vector<Message> all;
    if (!literal_.empty()) {
        const bool precise = literal_.find('*') != std::string::npos;
        all.push_back({describe(place_of(literal_site_)) + ": a card prints " + literal_ + " as it stands",
                       precise ? "in a kernel, printf takes no precision from an argument" : "in a kernel, printf knows no length but h, l and ll",
                       precise ? "write the precision into the format: %.3f" : "convert the argument: printf(\"%llu\", (unsigned long long)n)"});
    }
    if (!printed_by_.empty())
        all.push_back({describe(printed_at_) + ": the program ends without waiting for " + printed_by_ + "; a card would print nothing of it",
                       "a kernel's output arrives when the host waits for the device", "call cudaDeviceSynchronize() before main returns, and check what it returns"});
    return all;
}

}  // namespace halo::engine
