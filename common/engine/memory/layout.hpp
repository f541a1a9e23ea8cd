#pragma once
// Where the program's own variables lie: shared arrays (thread-local), constants, device variables, host data.

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace halo::engine {

struct Variable {
    std::uint64_t start = 0;  ///< shared: offset in the thread-local block; else: address
    std::uint64_t bytes = 0;
    const char* symbol = "";  ///< as the linker knows it
    std::uint32_t kernel = 0; ///< a shared array's: that declares it, see Layout::kernel(); 0: not known, or a function for all

    std::string name() const;       ///< `s_tile`
    std::string function() const;   ///< that declares it, as a launch writes it; or empty
};

/// A kernel other than `kernel` declares it. Of kernels that are not known nothing is said.
inline bool belongs_elsewhere(const Variable& array, std::uint32_t kernel)
{
    return array.kernel != 0 && kernel != 0 && array.kernel != kernel;
}

struct Range {
    std::uintptr_t begin = 0, end = 0;
    bool contains(std::uintptr_t address) const { return address - begin < end - begin; }
    Range moved(std::uintptr_t by) const { return {begin + by, end + by}; }
};

/// The arrays of one stretch of memory. Which one a place belongs to is looked up by word: kernels ask at each access.
class ArrayTable {
public:
    ArrayTable() = default;
    /// `arrays`: sorted, all inside [begin, end). Without any, the whole stretch counts as usable.
    ArrayTable(std::uint64_t begin, std::uint64_t end, std::vector<Variable> arrays);

    bool contains(std::uint64_t place) const { return place - begin_ < end_ - begin_; }
    std::uint64_t begin() const { return begin_; }
    std::uint64_t end() const { return end_; }
    const std::vector<Variable>& arrays() const { return arrays_; }

    /// All of [place, place + bytes) lies in one array.
    bool usable(std::uint64_t place, std::uint64_t bytes) const
    {
        if (arrays_.empty()) return true;
        const Variable* array = at(place);
        return array != nullptr && place + bytes <= array->start + array->bytes;
    }
    /// Of the array at the place; of the table, if nothing is known of arrays.
    Range around(std::uint64_t place) const
    {
        const Variable* array = at(place);
        return array != nullptr ? Range{array->start, array->start + array->bytes} : Range{begin_, end_};
    }
    /// nullptr between arrays.
    const Variable* at(std::uint64_t place) const
    {
        const std::uint16_t id = contains(place) ? words_[(place - begin_) / 4] : 0;
        return id == 0 || place - arrays_[id - 1].start >= arrays_[id - 1].bytes ? nullptr : &arrays_[id - 1];
    }
    /// Of those that `kernel` may use: the array at the place, or else the one it most likely ran out of, which is the last
    /// that starts before, or the first. If that is not declared in `kernel`, but the one right behind the gap is, that one:
    /// the index was below 0.
    const Variable* near(std::uint64_t place, std::uint32_t kernel = 0) const;

private:
    std::uint64_t begin_ = 0, end_ = 0;
    std::vector<Variable> arrays_;
    std::vector<std::uint16_t> words_;  // for each word: index into arrays_ plus 1
};

/// Read once from the program's own ELF file. A stripped program has no names and no bounds of single arrays.
class Layout {
public:
    static const Layout& instance();
    /// By this thread, just now. The linker may have given us a program's instrumented copy of what a string calls, and its
    /// hooks must not ask for what is not there yet.
    static bool being_made() { return being_made_; }

    /// Shared arrays, by offset in a host thread's thread-local block.
    const ArrayTable& shared() const { return shared_; }
    /// What the compiler keeps beside a shared object with a constructor; no array of the program.
    bool is_guard(std::uint64_t offset) const { return guards_.at(offset) != nullptr; }
    /// Bytes of the shared arrays declared in the kernel of this name, as written in a launch; of the largest, if
    /// several functions have the name.
    std::uint64_t static_shared_bytes(const std::string& kernel) const;
    /// Likewise, of the function at this address, each instance of a template by itself.
    std::uint64_t static_shared_bytes_at(std::uintptr_t function) const;
    /// A number above 0 for kernels of this name that declare shared arrays; 0 if none is known.
    std::uint32_t kernel(std::string_view plain_name) const;
    /// True of any address in a stripped program.
    bool is_function(std::uintptr_t address) const { return functions_.empty() || functions_.contains(address); }
    /// As a launch writes it, without template arguments; empty if no function of the program starts there.
    std::string function_name(std::uintptr_t function) const;
    /// Start of the calling host thread's thread-local block.
    std::uintptr_t thread_local_base() const;

    const ArrayTable& constants() const { return constants_; }
    const ArrayTable& more_constants() const { return more_constants_; }
    const ArrayTable& device_variables() const { return device_; }
    /// Of whatever kind; nullptr if no variable of the program lies there.
    const Variable* variable_at(std::uintptr_t address) const;

    /// Code, string literals, constexpr tables: the same for host and device.
    bool is_read_only(std::uintptr_t address) const;

private:
    static thread_local constinit bool being_made_;

    Layout();

    ArrayTable guards_, shared_, constants_, more_constants_, device_;
    std::uint64_t anchor_offset_ = 0;
    std::vector<Variable> variables_;  // sorted by start
    std::map<std::string, std::uint64_t> shared_bytes_;  // by plain name of the kernel
    std::map<std::string, std::uint64_t> shared_bytes_by_signature_;
    std::map<std::string, std::uint32_t, std::less<>> kernels_;   // by plain name
    std::map<std::uintptr_t, const char*> functions_;     // symbols by address
    std::vector<Range> read_only_;
};

/// `a::k<float, 4>` → `k`
std::string plain_name(std::string name);

}  // namespace halo::engine
