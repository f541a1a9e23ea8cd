#pragma once
// What timer and contestant say to each other over two pipes. Internal to both.

#include <cerrno>
#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include <unistd.h>

namespace halo::timing {

enum class Request : char { idle = 'i', call = 'c' };
inline constexpr char kDone = 'd';

template <class T>
void append(std::string& bytes, const T& value)
{
    static_assert(std::is_trivially_copyable_v<T>);
    bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
}

inline void append_floats(std::string& bytes, const std::vector<float>& values)
{
    append(bytes, std::uint64_t(values.size()));
    bytes.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(float));
}

inline bool write_whole(int fd, const std::string& bytes)
{
    for (std::size_t at = 0; at < bytes.size();) {
        const ssize_t written = write(fd, bytes.data() + at, bytes.size() - at);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return false;
        at += std::size_t(written);
    }
    return true;
}

inline bool read_whole(int fd, void* to, std::size_t bytes)
{
    for (std::size_t at = 0; at < bytes;) {
        const ssize_t got = read(fd, static_cast<char*>(to) + at, bytes - at);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return false;
        at += std::size_t(got);
    }
    return true;
}

template <class T>
bool read_value(int fd, T& value)
{
    return read_whole(fd, &value, sizeof value);
}

inline bool read_floats(int fd, std::vector<float>& values)
{
    std::uint64_t count = 0;
    if (!read_value(fd, count)) return false;
    values.resize(count);
    return read_whole(fd, values.data(), count * sizeof(float));
}

}  // namespace halo::timing
