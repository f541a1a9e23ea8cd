#include "timing/apart.hpp"

#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>

#include <cuda_runtime.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cuda/check.hpp"

namespace halo::timing {

namespace {

enum class Request : char { idle = 'i', call = 'c' };
constexpr char kDone = 'd';
constexpr int kMostMs = 20'000;

template <class T>
void append(std::string& bytes, const T& value)
{
    static_assert(std::is_trivially_copyable_v<T>);
    bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
}

void append_floats(std::string& bytes, const std::vector<float>& values)
{
    append(bytes, std::uint64_t(values.size()));
    bytes.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(float));
}

bool write_whole(int fd, const std::string& bytes)
{
    for (std::size_t at = 0; at < bytes.size();) {
        const ssize_t written = write(fd, bytes.data() + at, bytes.size() - at);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return false;
        at += std::size_t(written);
    }
    return true;
}

bool read_whole(int fd, void* to, std::size_t bytes)
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

bool read_floats(int fd, std::vector<float>& values)
{
    std::uint64_t count = 0;
    if (!read_value(fd, count)) return false;
    values.resize(count);
    return read_whole(fd, values.data(), count * sizeof(float));
}

}  // namespace

Apart::Apart(const std::vector<std::string>& words, const std::string& function, const lab::CardArrays& arrays)
{
    int requests[2], answers[2];
    if (pipe2(requests, O_CLOEXEC) != 0 || pipe2(answers, O_CLOEXEC) != 0) throw Gone(std::string("no pipe: ") + std::strerror(errno));
    std::vector<char*> argv;
    for (const std::string& word : words) argv.push_back(const_cast<char*>(word.c_str()));
    argv.push_back(nullptr);
    child_ = fork();
    if (child_ == 0) {
        if (dup2(requests[0], STDIN_FILENO) >= 0 && dup2(answers[1], STDOUT_FILENO) >= 0) execv(argv[0], argv.data());
        _exit(127);
    }
    close(requests[0]), close(answers[1]);
    to_ = requests[1], from_ = answers[0];
    if (child_ < 0) throw Gone(std::string("no process: ") + std::strerror(errno));

    std::string begin;
    append(begin, std::uint64_t(function.size()));
    begin += function;
    append(begin, arrays.size);
    append(begin, std::uint64_t(arrays.device.size()));
    for (std::size_t i = 0; i < arrays.device.size(); ++i) {
        cudaIpcMemHandle_t handle;
        CUDA_CHECK(cudaIpcGetMemHandle(&handle, arrays.device[i]));
        append(begin, handle);
        append(begin, std::uint64_t(arrays.elements[i]));
    }
    append(begin, std::uint64_t(arrays.host.size()));
    ask(begin);
}

Apart::~Apart()
{
    if (to_ >= 0) close(to_);           // ends it, if it is honest
    if (from_ >= 0) close(from_);
    if (child_ <= 0) return;
    for (int waited_ms = 0; waitpid(child_, nullptr, WNOHANG) == 0; waited_ms += 10) {
        if (waited_ms == 1000) kill(child_, SIGKILL);
        usleep(10'000);
    }
}

void Apart::idle() { ask(std::string(1, char(Request::idle))); }

void Apart::call(const lab::CardArrays& arrays)
{
    std::string request(1, char(Request::call));
    for (const std::vector<float>& filter : arrays.host) append_floats(request, filter);
    ask(request);
}

void Apart::ask(const std::string& request)
{
    pollfd early{from_, POLLIN, 0};
    if (poll(&early, 1, 0) > 0 && (early.revents & POLLIN) != 0) throw Gone("the process of the function answers what nobody asked");
    if (!write_whole(to_, request)) throw Gone("the process of the function has ended");
    pollfd answer{from_, POLLIN, 0};
    if (poll(&answer, 1, kMostMs) <= 0) throw Gone("the function did not end within 20 s");
    char said = 0;
    if (!read_value(from_, said) || said != kDone) throw Gone("the process of the function has ended, or answers something else");
}

void serve(int requests, int answers, const std::function<lab::CardCaller(const std::string&, const lab::Size&)>& function)
{
    std::uint64_t length = 0, count = 0;
    lab::CardArrays arrays;
    if (!read_value(requests, length)) return;
    std::string name(length, '\0');
    if (!read_whole(requests, name.data(), name.size()) || !read_value(requests, arrays.size) || !read_value(requests, count)) return;
    for (std::uint64_t i = 0; i < count; ++i) {
        cudaIpcMemHandle_t handle;
        std::uint64_t elements = 0;
        if (!read_value(requests, handle) || !read_value(requests, elements)) return;
        void* array = nullptr;
        CUDA_CHECK(cudaIpcOpenMemHandle(&array, handle, cudaIpcMemLazyEnablePeerAccess));
        arrays.device.push_back(static_cast<float*>(array));
        arrays.elements.push_back(elements);
    }
    if (!read_value(requests, count)) return;
    arrays.host.resize(count);
    const lab::CardCaller call = function(name, arrays.size);
    const std::string done(1, kDone);
    void* d_own = nullptr;
    CUDA_CHECK(cudaMalloc(&d_own, 1));
    for (char request = 0; write_whole(answers, done) && read_value(requests, request);) {
        if (request == char(Request::call)) {
            for (std::vector<float>& filter : arrays.host)
                if (!read_floats(requests, filter)) return;
            call(arrays);
        } else {
            CUDA_CHECK(cudaMemset(d_own, 0, 1));
        }
        CUDA_CHECK(cudaDeviceSynchronize());            // whatever streams it used
    }
}

}  // namespace halo::timing
