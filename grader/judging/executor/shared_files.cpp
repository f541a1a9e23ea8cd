#include "judging/executor/shared_files.hpp"

#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <fstream>
#include <iterator>

#include <fmt/format.h>

#include "machine/errors.hpp"
#include "machine/files.hpp"
#include "machine/sha256.hpp"

namespace halo::grader::judging {

namespace fs = std::filesystem;

void write_sealed(const fs::path& path, const std::string& content) { replace_file(path, sha256(content) + '\n' + content); }

std::optional<std::string> unsealed(const fs::path& path)
{
    std::ifstream in(path, std::ios::binary);
    std::string seal;
    if (!std::getline(in, seal)) return std::nullopt;
    std::string content{std::istreambuf_iterator<char>(in), {}};
    return sha256(content) == seal ? std::optional(std::move(content)) : std::nullopt;
}

void make_folder(const fs::path& folder)
{
    std::error_code error;
    fs::create_directories(folder, error);
    if (error) throw GraderFault({fmt::format("{} cannot be created: {}", folder.string(), error.message()), "", "check its owner and the space left, or choose another place with --spool"});
}

std::optional<unsigned> number_in(std::string_view text)
{
    unsigned value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

std::vector<unsigned> numbers_below(const fs::path& folder)
{
    std::vector<unsigned> numbers;
    std::error_code error;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, error))
        if (const auto number = number_in(entry.path().filename().string())) numbers.push_back(*number);
    std::ranges::sort(numbers);
    return numbers;
}

std::string unlike_any_other()
{
    char host[65] = "";
    gethostname(host, sizeof host - 1);
    return fmt::format("{}-{}-{}", host, getpid(), std::chrono::system_clock::now().time_since_epoch().count());
}

std::string tail_of(const fs::path& file)
{
    constexpr std::size_t kShown = 600;
    std::ifstream in(file, std::ios::binary);
    std::string text{std::istreambuf_iterator<char>(in), {}};
    while (!text.empty() && text.back() == '\n') text.pop_back();
    return text.size() > kShown ? text.substr(text.size() - kShown) : text;
}

std::string quoted(const std::string& text)
{
    std::string out = "'";
    for (const char c : text) out += c == '\'' ? "'\\''" : std::string(1, c);
    return out + "'";
}

void write_script(const fs::path& path, const std::string& words)
{
    replace_file(path, fmt::format("#!/bin/sh\n# Written by the grader, which removes it when everything is judged.\nexec {} {}\n",
                                   quoted(fs::read_symlink("/proc/self/exe").string()), words));
}

}  // namespace halo::grader::judging
