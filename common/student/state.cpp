#include "student/state.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <system_error>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <fmt/core.h>

#include "student/fault.hpp"
#include "student/process.hpp"
#include "student/text.hpp"

namespace halo::student {
namespace fs = std::filesystem;
namespace {

fs::path temporary_file(const fs::path& folder) { return folder / "state.json.new"; }

Fault cannot_save(const fs::path& file, const std::string& reason)
{
    return Fault({"your progress cannot be saved; it is unchanged", file.string() + ": " + reason,
                  "is the disk full, or the folder not yours?"});
}

/// Renames a file that this program cannot use, and reports it. Needs the lock.
void put_aside(const fs::path& folder, const Unusable& why)
{
    const fs::path file = state_file(folder);
    const std::string name = why.version > 0 ? fmt::format("state.json.version-{}", why.version) : "state.json.damaged";
    fs::path aside = folder / name;
    for (int i = 2; fs::exists(aside); ++i) aside = folder / fmt::format("{}-{}", name, i);
    std::error_code error;
    fs::rename(file, aside, error);

    const std::string kept = error ? "it could not be put aside: " + error.message() : "it is kept as " + aside.filename().string();
    const Message message =
        why.version > 0
            ? Message{fmt::format("progress/state.json was written by a newer version of the workbook ({}; this one knows {})",
                                  why.version, kStateVersion),
                      kept + "; your progress starts over here", "update the workbook, then rename the file back to state.json"}
            : Message{"progress/state.json cannot be read: " + why.why, kept + "; your progress starts over",
                      "run make in the labs that you had finished: their files are as they were"};
    std::fprintf(stderr, "%s\n", text(message).c_str());
}

}  // namespace

const LabState& State::of(const std::string& lab) const
{
    static const LabState nothing;
    const auto found = labs.find(lab);
    return found == labs.end() ? nothing : found->second;
}

fs::path state_file(const fs::path& folder) { return folder / "state.json"; }

State read_state(const fs::path& folder)
{
    if (!fs::exists(state_file(folder))) return {};
    try {
        return state_from_json(read_text(state_file(folder).string()));
    } catch (const Unusable&) {
        return StateEdit(folder).state;     // again, under the lock
    }
}

StateEdit::StateEdit(const fs::path& folder) : folder_(folder)
{
    std::error_code error;
    fs::create_directories(folder, error);
    lock_ = open((folder / "lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (lock_ < 0) throw cannot_save(folder, std::strerror(errno));
    while (flock(lock_, LOCK_EX) != 0 && errno == EINTR) check_interrupt();     // a file system without locks: go on
    if (!fs::exists(state_file(folder))) return;
    try {
        state = state_from_json(read_text(state_file(folder).string()));
    } catch (const Unusable& why) {
        put_aside(folder, why);
    }
}

StateEdit::~StateEdit() { close(lock_); }

void StateEdit::save() const
{
    write_temporary(folder_, to_json(state));
    put_in_place(folder_);
}

void StateEdit::forget() const
{
    std::error_code error;
    fs::remove(state_file(folder_), error);
    if (error) throw cannot_save(state_file(folder_), error.message());
}

void write_temporary(const fs::path& folder, std::string_view text)
{
    const fs::path file = temporary_file(folder);
    std::FILE* out = std::fopen(file.c_str(), "w");
    if (out == nullptr) throw cannot_save(file, std::strerror(errno));
    const bool written = std::fwrite(text.data(), 1, text.size(), out) == text.size() && std::fflush(out) == 0;
    const int reason = errno;
    if (std::fclose(out) != 0 || !written) throw cannot_save(file, std::strerror(reason));
}

void put_in_place(const fs::path& folder)
{
    std::error_code error;
    fs::rename(temporary_file(folder), state_file(folder), error);
    if (error) throw cannot_save(state_file(folder), error.message());
}

}  // namespace halo::student
