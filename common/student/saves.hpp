#pragma once
// Notices that a file was saved, however the editor does it.

#include <ctime>
#include <string>
#include <tuple>

#include <sys/types.h>

namespace halo::student {

/// inotify wakes at once where the file system has it. The file's stamp decides in any case, so polling alone is enough.
class Saves {
public:
    explicit Saves(const std::string& file);
    ~Saves();
    Saves(const Saves&) = delete;
    Saves& operator=(const Saves&) = delete;

    int descriptor() const { return notify_; }      ///< readable when something happened in the folder; -1: nothing will tell

    /// Has there been a save since the last time it said so? At first: is there a file?
    bool saved();

    /// Would saved() say so? It still will.
    bool changed();

    /// Before a save can go unnoticed without a descriptor.
    static constexpr int kPollMs = 300;

private:
    /// What changes when the file is saved. All 0 while an editor has moved it away.
    using Stamp = std::tuple<std::time_t, long, off_t, ino_t>;
    Stamp stamp() const;
    void read_events();

    std::string file_, name_;
    Stamp seen_ = {};
    bool closed_ = false;   ///< whoever wrote the file has closed it; otherwise more may come
    int notify_ = -1;
};

}  // namespace halo::student
