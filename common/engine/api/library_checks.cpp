#include "engine/api/library_checks.hpp"

#include "engine/api/places.hpp"
#include "engine/schedule/worker.hpp"
#include "engine/session/session.hpp"

namespace halo::engine {
namespace {

/// The standard streams as they are before the program begins.
std::FILE* standard[3] = {};
[[gnu::constructor(101)]] void note_streams()
{
    standard[0] = stdin, standard[1] = stdout, standard[2] = stderr;
}

}  // namespace

bool watched()
{
    const Worker* const worker = Worker::active();
    return worker != nullptr ? worker->runs_student_code() : Guard::on();
}

bool links_watched() { return Worker::active() != nullptr ? watched() : Guard::in_own_call(); }

void check(const void* target, std::size_t bytes, const Called& call)
{
    if (target == nullptr || bytes == 0) return;
    const auto address = reinterpret_cast<std::uintptr_t>(target);
    Worker* const worker = Worker::active();
    if (worker == nullptr) {
        if (!watched() || host_may_pass(address, bytes, Access::write, call.site())) Guard::check(address, bytes, call.site(), call.name, call.floor);
        return;
    }
    const bool number = bytes == 4 || bytes == 8;   // else a text
    if (worker->runs_student_code()) worker->touch_range(address, bytes, number ? std::uint32_t(bytes) : 1, Access::write, call.site());
}

void refuse(const Called& call)
{
    only_on_host(call.name, call.return_address);
    Guard::stop(Outside::foreign_memory, call.site(), call.name);
}

void check_stream(std::FILE* file, const Called& call)
{
    if (!Guard::in_call() || !watched()) return;
    for (int i = 0; i < 3; ++i)
        if (file == standard[i] && fileno(file) == i) return;
    only_on_host(call.name, call.return_address);
    Guard::stop(Outside::foreign_stream, call.site(), call.name);
}

}  // namespace halo::engine
