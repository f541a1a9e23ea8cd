#pragma once
// Addresses of the program's own variables: shared arrays (thread-local), constants, device variables, host data.

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace halo::engine {

struct Variable {
    std::uint64_t start = 0;  ///< shared: offset in the thread-local block; else: address
    std::uint64_t bytes = 0;
    const char* symbol = "";  ///< mangled name
    std::uint32_t kernel = 0; ///< the one that declares a shared array, see Layout::kernel(); 0: unknown, or a device function does

    std::string name() const;       ///< `s_tile`
    std::string function() const;   ///< the one that declares it, by its name in a launch; or empty
};

/// Whether a kernel other than `kernel` declares it; false if either is unknown.
inline bool belongs_elsewhere(const Variable& array, std::uint32_t kernel)
{
    return array.kernel != 0 && kernel != 0 && array.kernel != kernel;
}

struct Range {
    std::uintptr_t begin = 0, end = 0;
    bool contains(std::uintptr_t address) const { return address - begin < end - begin; }
    Range moved(std::uintptr_t by) const { return {begin + by, end + by}; }
};

/// The arrays in one range of memory. A table with an entry per word makes the lookup fast: kernels need it at each access. A few more may be
/// scattered among other variables: instances of variable templates, for which g++ ignores the section, and managed variables.
class ArrayTable {
public:
    ArrayTable() = default;
    /// `arrays`: sorted, all inside [begin, end). If there are none, the whole range counts as usable.
    /// `scattered`: sorted, and outside.
    ArrayTable(std::uint64_t begin, std::uint64_t end, std::vector<Variable> arrays, std::vector<Variable> scattered = {});

    /// In the range, or in a scattered array.
    bool contains(std::uint64_t place) const { return place - begin_ < end_ - begin_ || scattered_at(place) != nullptr; }
    std::uint64_t begin() const { return begin_; }
    std::uint64_t end() const { return end_; }
    const std::vector<Variable>& arrays() const { return arrays_; }
    const std::vector<Variable>& scattered() const { return scattered_; }
    template <class Visit>
    void for_each(Visit visit) const
    {
        for (const auto* all : {&arrays_, &scattered_})
            for (const Variable& variable : *all) visit(variable);
    }

    /// All of [place, place + bytes) is in one array.
    bool usable(std::uint64_t place, std::uint64_t bytes) const
    {
        if (arrays_.empty() && scattered_.empty()) return true;
        const Variable* array = at(place);
        return array != nullptr && place + bytes <= array->start + array->bytes;
    }
    /// Range of the array at `place`; of the whole table if no array is known there.
    Range around(std::uint64_t place) const
    {
        const Variable* array = at(place);
        return array != nullptr ? Range{array->start, array->start + array->bytes} : Range{begin_, end_};
    }
    /// nullptr between arrays.
    const Variable* at(std::uint64_t place) const
    {
        if (place - begin_ >= end_ - begin_) return scattered_at(place);
        const std::uint16_t id = words_[(place - begin_) / 4];
        return id == 0 || place - arrays_[id - 1].start >= arrays_[id - 1].bytes ? nullptr : &arrays_[id - 1];
    }
    /// Of the arrays that `kernel` may use: the one at `place`, else the one that the access most likely overran: the
    /// last that starts before it, or the first of all. If `kernel` does not declare that one but declares the next one
    /// after the gap, the index was negative and the next one is returned.
    const Variable* near(std::uint64_t place, std::uint32_t kernel = 0) const;
    /// The scattered array that contains `place` or that an access there has just left; nullptr if there is none.
    const Variable* scattered_near(std::uint64_t place) const;

private:
    const Variable* scattered_at(std::uint64_t place) const
    {
        const Variable* array = scattered_.empty() ? nullptr : scattered_near(place);
        return array != nullptr && place - array->start < array->bytes ? array : nullptr;
    }

    std::uint64_t begin_ = 0, end_ = 0;
    std::vector<Variable> arrays_, scattered_;
    std::vector<std::uint16_t> words_;  // per word: index into arrays_ plus 1
};

/// Read once from the program's own ELF file. A stripped program has neither names nor bounds of single arrays.
class Layout {
public:
    static const Layout& instance();
    /// Whether this thread is constructing it. The linker may have chosen the program's instrumented copy of a function
    /// that std::string calls, and its hooks must not use an unfinished Layout.
    static bool being_made() { return being_made_; }

    /// Shared arrays, by offset in a host thread's thread-local block.
    const ArrayTable& shared() const { return shared_; }
    /// False: the program declares no shared array, and the thread-local block is the engine's alone.
    bool has_shared() const { return stripped_ || !shared_.arrays().empty(); }
    /// The guard variable that the compiler adds to a shared object with a constructor; not an array of the program.
    bool is_guard(std::uint64_t offset) const { return guards_.at(offset) != nullptr; }
    /// Bytes of the shared arrays declared in the kernel with this name in a launch; the largest sum if several functions
    /// have the name.
    std::uint64_t static_shared_bytes(const std::string& kernel) const;
    /// Likewise, for the function at this address; instances of a template are distinguished.
    std::uint64_t static_shared_bytes_at(std::uintptr_t function) const;
    /// The most threads of a block by the __launch_bounds__ of the kernel with this name in a launch; the largest if several functions have the
    /// name, and 0 if one of them has none.
    std::uint64_t launch_bounds(const std::string& kernel) const;
    /// Likewise, for the function at this address.
    std::uint64_t launch_bounds_at(std::uintptr_t function) const;
    /// A positive number for kernels of this name; 0 if none is known.
    std::uint32_t kernel(std::string_view plain_name) const;
    /// True for any address in a stripped program.
    bool is_function(std::uintptr_t address) const { return functions_.empty() || function_at(address) != nullptr; }
    /// A function of host code that a pointer may take for a kernel. False where it is not known.
    bool is_host_function(std::uintptr_t function) const;
    /// The name in a launch, without template arguments; empty if no function of the program starts there.
    std::string function_name(std::uintptr_t function) const;
    /// Start of the calling host thread's thread-local block.
    std::uintptr_t thread_local_base() const;

    const ArrayTable& constants() const { return constants_; }
    const ArrayTable& more_constants() const { return more_constants_; }
    const ArrayTable& device_variables() const { return device_; }
    bool is_constant(std::uintptr_t address) const { return constants_.contains(address) || more_constants_.contains(address); }
    /// A variable whose name host code may give to functions of CUDA alone.
    bool is_device_only(std::uintptr_t address) const;
    /// A constant or a device variable, but no shared array.
    bool is_symbol(std::uintptr_t address) const { return is_constant(address) || device_.contains(address); }
    /// A variable of any kind; nullptr if there is none at the address.
    const Variable* variable_at(std::uintptr_t address) const;

    /// Code, string literals, constexpr tables: the same for host and device.
    bool is_read_only(std::uintptr_t address) const;

private:
    struct Function {
        std::uintptr_t address;
        const char* symbol;
    };

    static thread_local constinit bool being_made_;

    Layout();
    void drop_bounds_of_overloads();
    /// The last symbol of a function that starts there; nullptr if none does.
    const char* function_at(std::uintptr_t address) const;

    ArrayTable guards_, shared_, constants_, more_constants_, managed_, device_;
    std::uint64_t anchor_offset_ = 0;
    bool stripped_ = true;
    std::vector<Variable> variables_;  // sorted by start
    std::map<std::string, std::uint64_t> shared_bytes_;  // by plain name of the kernel
    std::map<std::string, std::uint64_t> shared_bytes_by_signature_;
    std::map<std::string, std::uint64_t> bounds_, bounds_by_signature_;     // likewise
    std::set<std::string> host_functions_;                // by signature
    std::map<std::string, std::uint32_t, std::less<>> kernels_;   // by plain name
    std::vector<Function> functions_;                     // sorted by address
    std::vector<Range> read_only_;
};

/// `a::k<float, 4>` → `k`
std::string plain_name(std::string name);

}  // namespace halo::engine
