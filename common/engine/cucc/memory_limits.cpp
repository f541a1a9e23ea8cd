#include "memory_limits.hpp"

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string_view>
#include <utility>

#include <cxxabi.h>
#include <elf.h>
#include <fmt/format.h>

#include "process.hpp"

namespace halo::cucc {
namespace {

constexpr std::uint64_t kMostShared = 48 * 1024, kMostConstant = 64 * 1024;

struct Array {
    std::string name;
    std::uint64_t bytes = 0;
    std::string path;     ///< where it is declared
    int line = 0;
};

/// `void k<4>(float*)::s_tile`: the function that declares it, and its name.
std::pair<std::string, std::string> parts(const char* symbol)
{
    int status = -1;
    char* const text = abi::__cxa_demangle(symbol, nullptr, nullptr, &status);
    std::string name = status == 0 && std::string_view(symbol).starts_with("_Z") ? text : symbol;
    std::free(text);
    std::string function;
    if (const std::size_t colons = name.rfind("::"); colons != std::string::npos) function = name.substr(0, colons), name.erase(0, colons + 2);
    if (const std::size_t dot = name.find('.'); dot != std::string::npos) name.erase(dot);
    if (function.starts_with("void ")) function.erase(0, 5);
    return {function, name};
}

bool is_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// Where one statement has `word` and declares `name`: `__shared__ float s_tile[128][128]`. Sets path and line; false if no file has it.
bool find_declaration(Array& array, std::string_view word, const std::vector<std::string>& sources)
{
    for (const std::string& path : sources) {
        const std::string text = text_of(path);
        for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) {
            const std::size_t end = text.find_first_of(";={", at);
            for (std::size_t found = text.find(array.name, at); found < end; found = text.find(array.name, found + 1)) {
                if (is_name(text[found - 1]) || is_name(text[std::min(found + array.name.size(), text.size() - 1)])) continue;
                array.path = path;
                array.line = 1 + int(std::count(text.begin(), text.begin() + std::ptrdiff_t(found), '\n'));
                return true;
            }
        }
    }
    return false;
}

std::string thousands(std::uint64_t number)
{
    std::string text = std::to_string(number);
    for (int at = int(text.size()) - 3; at > 0; at -= 3) text.insert(std::size_t(at), ",");
    return text;
}

std::optional<MemoryRefusal> refusal(const std::vector<Array>& arrays, std::uint64_t most, const std::string& of, std::string_view advice)
{
    std::uint64_t bytes = 0;
    for (const Array& array : arrays) bytes += array.bytes;
    if (bytes <= most) return {};
    std::string list;
    constexpr std::size_t kNamed = 6;
    for (std::size_t i = 0; i < arrays.size() && i < kNamed; ++i)
        list += fmt::format("{}{} (line {}) has {}", i == 0 ? "" : ", ", arrays[i].name, arrays[i].line, thousands(arrays[i].bytes));
    if (arrays.size() > kNamed) list += fmt::format(", and {} more", arrays.size() - kNamed);
    return MemoryRefusal{arrays[0].path, {arrays[0].line, fmt::format("{} {} bytes, at most {}", of, thousands(bytes), thousands(most)), list, std::string(advice)}};
}

}  // namespace

std::optional<MemoryRefusal> beyond_memory(const std::string& object, const std::vector<std::string>& sources)
{
    const std::string bytes = text_of(object);
    Elf64_Ehdr header;
    if (bytes.size() < sizeof header || !bytes.starts_with(ELFMAG)) return {};
    std::memcpy(&header, bytes.data(), sizeof header);
    const auto* const sections = reinterpret_cast<const Elf64_Shdr*>(bytes.data() + header.e_shoff);
    const auto name_of = [&](const Elf64_Shdr& table, std::uint32_t at) { return bytes.data() + table.sh_offset + at; };

    std::map<std::string, std::vector<Array>> shared;
    std::vector<Array> constants;
    for (int i = 0; i < header.e_shnum; ++i) {
        if (sections[i].sh_type != SHT_SYMTAB) continue;
        const Elf64_Shdr& names = sections[sections[i].sh_link];
        const auto* const symbols = reinterpret_cast<const Elf64_Sym*>(bytes.data() + sections[i].sh_offset);
        for (std::size_t k = 0; k < sections[i].sh_size / sizeof *symbols; ++k) {
            const Elf64_Sym& symbol = symbols[k];
            const int type = ELF64_ST_TYPE(symbol.st_info);
            if (symbol.st_size == 0 || symbol.st_shndx == SHN_UNDEF || symbol.st_shndx >= header.e_shnum || (type != STT_TLS && type != STT_OBJECT)) continue;
            const bool constant = std::string_view(name_of(sections[header.e_shstrndx], sections[symbol.st_shndx].sh_name)).starts_with("halo_constant");
            if (type != STT_TLS && !constant) continue;
            auto [function, name] = parts(name_of(names, symbol.st_name));
            if (constant) constants.push_back({name, symbol.st_size, {}, 0});
            else shared[function].push_back({name, symbol.st_size, {}, 0});
        }
    }
    const auto take = [&](std::vector<Array>& arrays, std::uint64_t most, std::string_view word) {     // few files need their text to be searched
        std::uint64_t sum = 0;
        for (const Array& array : arrays) sum += array.bytes;
        if (sum <= most) return arrays.clear();
        std::erase_if(arrays, [&](Array& array) { return !find_declaration(array, word, sources); });
        std::ranges::sort(arrays, {}, [](const Array& array) { return std::pair(array.path, array.line); });
    };
    for (auto& [function, arrays] : shared) {
        take(arrays, kMostShared, "__shared__");
        const std::string of = function.empty() ? "its __shared__ arrays have" : fmt::format("the __shared__ arrays of {} have", function.substr(0, function.find('(')));
        if (auto found = refusal(arrays, kMostShared, of, "count in bytes: which can be smaller? Dynamic shared memory, the launch's third argument, "
                                                          "may have 227 KiB after cudaFuncSetAttribute")) return found;
    }
    take(constants, kMostConstant, "__constant__");
    return refusal(constants, kMostConstant, "the file's __constant__ variables have", "keep what all threads read at the same time, and pass the rest as arrays from cudaMalloc");
}

}  // namespace halo::cucc
