#include "gate/places.hpp"

#include <cxxabi.h>
#include <dwarf.h>
#include <elfutils/libdwfl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>

namespace halo::grader::gate {
namespace {

constexpr std::size_t kLongestMangled = 2000;
constexpr unsigned kSeconds = 5;

std::string demangled(const std::string& name)
{
    if (!name.starts_with("_Z") || name.size() > kLongestMangled) return name;
    int status = 0;
    const std::unique_ptr<char, void (*)(void*)> text(abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status), std::free);
    return status == 0 && text ? text.get() : name;
}

struct Line {
    std::string file;
    int number = 0;
};

/// The debug information of an object that is not linked yet.
class DebugInfo {
public:
    explicit DebugInfo(const std::string& file)
    {
        static const Dwfl_Callbacks callbacks = {.find_elf = nullptr,
                                                 .find_debuginfo = dwfl_standard_find_debuginfo,
                                                 .section_address = dwfl_offline_section_address,
                                                 .debuginfo_path = nullptr};
        session_.reset(dwfl_begin(&callbacks));
        if (!session_) return;
        module_ = dwfl_report_offline(session_.get(), "object", file.c_str(), -1);
        if (module_ != nullptr && dwfl_report_end(session_.get(), nullptr, nullptr) != 0) module_ = nullptr;
    }

    /// The line of the submission. Code of a header that was inlined there has the line where it was.
    Line line(std::size_t section, std::uint64_t offset) const
    {
        const std::optional<Dwarf_Addr> address = address_of(section, offset);
        if (!address) return {};
        const Line own = source_line(*address);
        return is_submission(own.file) ? own : inlined_into(*address);
    }

    /// Whether what is there was written in one of these headers.
    bool is_of(Unless unless, const std::string& headers, std::size_t section, std::uint64_t offset) const
    {
        if (unless == Unless::nobody) return false;
        const std::optional<Dwarf_Addr> address = address_of(section, offset);
        Dwfl_Line* at = address ? dwfl_module_getsrc(module_, *address) : nullptr;
        const char* file = at != nullptr ? dwfl_lineinfo(at, nullptr, nullptr, nullptr, nullptr, nullptr) : nullptr;
        if (file == nullptr) return false;
        const std::string path = std::filesystem::path(file).lexically_normal();
        return path.starts_with(headers + "/") || (unless == Unless::library && path.starts_with("/usr/"));
    }

private:
    struct End {
        void operator()(Dwfl* session) const { dwfl_end(session); }
    };

    std::optional<Dwarf_Addr> address_of(std::size_t section, std::uint64_t offset) const
    {
        GElf_Addr bias = 0;
        Elf* elf = module_ != nullptr ? dwfl_module_getelf(module_, &bias) : nullptr;
        GElf_Shdr header;
        if (elf == nullptr || gelf_getshdr(elf_getscn(elf, section), &header) == nullptr) return std::nullopt;
        return bias + header.sh_addr + offset;
    }

    static bool is_submission(const std::string& file) { return file.ends_with(".cu"); }

    static std::string last_part(const char* path)
    {
        const std::string_view all = path != nullptr ? path : "";
        return std::string(all.substr(all.rfind('/') + 1));
    }

    Line source_line(Dwarf_Addr address) const
    {
        int number = 0;
        Dwfl_Line* at = dwfl_module_getsrc(module_, address);
        const char* file = at != nullptr ? dwfl_lineinfo(at, nullptr, &number, nullptr, nullptr, nullptr) : nullptr;
        return file != nullptr ? Line{last_part(file), number} : Line{};
    }

    Line inlined_into(Dwarf_Addr address) const
    {
        Dwarf_Addr bias = 0;
        Dwarf_Die* unit = dwfl_module_addrdie(module_, address, &bias);
        Dwarf_Files* files = nullptr;
        std::size_t count = 0;
        Dwarf_Die *innermost = nullptr, *scopes = nullptr;
        if (unit == nullptr || dwarf_getsrcfiles(unit, &files, &count) != 0) return {};
        // Beyond an inlined function are the scopes where it was written; those where it was called are the ones around its entry.
        const int known = dwarf_getscopes(unit, address - bias, &innermost);
        const std::unique_ptr<Dwarf_Die, void (*)(void*)> first_owner(innermost, std::free);
        const int depth = known > 0 ? dwarf_getscopes_die(&innermost[0], &scopes) : 0;
        const std::unique_ptr<Dwarf_Die, void (*)(void*)> owner(scopes, std::free);
        for (int i = 0; i < depth; ++i) {
            Dwarf_Attribute value;
            Dwarf_Word file = 0, number = 0;
            if (dwarf_tag(&scopes[i]) != DW_TAG_inlined_subroutine) continue;
            if (dwarf_formudata(dwarf_attr(&scopes[i], DW_AT_call_file, &value), &file) != 0 || file >= count) continue;
            if (dwarf_formudata(dwarf_attr(&scopes[i], DW_AT_call_line, &value), &number) != 0) continue;
            const std::string name = last_part(dwarf_filesrc(files, file, nullptr, nullptr));
            if (is_submission(name)) return {name, int(number)};
        }
        return {};
    }

    std::unique_ptr<Dwfl, End> session_;
    Dwfl_Module* module_ = nullptr;
};

std::string function_of(const Object& object, const Fault& fault)
{
    const Symbol* function = object.function_at(fault.section, fault.offset);
    return function != nullptr ? std::string(function->name) : "";
}

/// Runs in a process of its own: what reads debug information was not written for an enemy's.
void write_explained(const std::string& file, const Object& object, const Faults& faults, const std::string& headers, std::FILE* out)
{
    const DebugInfo info(file);
    for (const Fault& fault : faults) {
        if (info.is_of(fault.unless, headers, fault.section, fault.offset)) continue;
        const Line line = fault.section != 0 ? info.line(fault.section, fault.offset) : Line{};
        const Refusal refusal{fault.rule, demangled(fault.word), demangled(function_of(object, fault)), line.file, line.number};
        std::fputs(written(refusal).c_str(), out);
    }
}

std::optional<std::string> explained(const std::string& file, const Object& object, const Faults& faults, const std::string& headers)
{
    int ends[2];
    if (pipe(ends) != 0) return std::nullopt;
    const pid_t child = fork();
    if (child == 0) {
        alarm(kSeconds);
        std::FILE* out = fdopen(ends[1], "w");
        if (out == nullptr) _exit(1);
        write_explained(file, object, faults, headers, out);
        _exit(std::fclose(out) == 0 ? 0 : 1);
    }
    close(ends[1]);
    std::string text;
    char part[4096];
    for (ssize_t n; child > 0 && (n = read(ends[0], part, sizeof part)) > 0;) text.append(part, std::size_t(n));
    close(ends[0]);
    int status = 1;
    if (child > 0) waitpid(child, &status, 0);
    return status == 0 ? std::optional(text) : std::nullopt;
}

}  // namespace

std::vector<Refusal> in_the_source(const std::string& file, const Object& object, const Faults& faults, const std::string& headers)
{
    if (faults.empty()) return {};
    if (const auto text = explained(file, object, faults, headers))
        if (auto refusals = read_refusals(*text)) return *refusals;
    std::vector<Refusal> out;
    for (const Fault& fault : faults) out.push_back({fault.rule, fault.word, function_of(object, fault), "", 0});
    return out;
}

}  // namespace halo::grader::gate
