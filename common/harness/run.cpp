#include "harness/run.hpp"

#include <cerrno>
#include <unistd.h>

#include "harness/backend.hpp"
#include "harness/call.hpp"

namespace halo::lab {

void run(const Lab& lab, const Request& request, const Sink& sink)
{
    const FunctionEntry* entry = lab.find(request.function);
    if (entry == nullptr) return;

    if (const std::string refusal = prepare_backend(); !refusal.empty()) {
        Facts facts;
        facts.error = CallError{message_from_text(refusal), {}, {}};
        sink(begun_record(0) + facts_record(0, facts) + end_record());
        return;
    }
    Workspace workspace;
    for (std::uint32_t i = 0; i < request.calls.size(); ++i) {
        sink(begun_record(i));
        const Called called = call(entry->problem, entry->function, request.calls[i], workspace);
        sink(output_record(i, std::uint32_t(called.guard), called.values) + facts_record(i, called.facts));
        if (!usable_after(called.facts)) break;
    }
    sink(end_record());
}

void write_all(int fd, std::string_view bytes)
{
    while (!bytes.empty()) {
        const ssize_t written = write(fd, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return;
        bytes.remove_prefix(std::size_t(written));
    }
}

}  // namespace halo::lab
