#include "harness/lab/cases.hpp"

#include <utility>

namespace halo::lab {

const FunctionEntry* Lab::find(const std::string& function) const
{
    for (const FunctionEntry& entry : functions)
        if (entry.name == function) return &entry;
    return nullptr;
}

Lab& the_lab()
{
    static Lab lab;         // filled by tests.cpp before main
    return lab;
}

bool name_lab(const char* name, const char* file)
{
    the_lab().name = name;
    the_lab().file = file;
    return true;
}

std::size_t add_case(const char* function, const char* sentence, bool measured, std::vector<Size> sizes)
{
    the_lab().cases.push_back({function, sentence, std::move(sizes), measured});
    return the_lab().cases.size() - 1;
}

bool add_limit(const char* function, const char* counter, std::uint64_t Counters::*member, double most,
               const char* attempt, bool remark)
{
    the_lab().limits.push_back({function, counter, member, most, attempt, the_lab().cases.size() - 1, remark});
    return true;
}

bool add_lesson(const char* function, std::uint64_t Counters::*member)
{
    the_lab().lessons.push_back({function, member});
    return true;
}

bool add_steps(const char* function, std::vector<DrawStep> steps)
{
    the_lab().steps.push_back({function, std::move(steps)});
    return true;
}

bool add_texture(const char* function)
{
    the_lab().textures.emplace_back(function);
    return true;
}

bool add_function(FunctionEntry entry)
{
    the_lab().functions.push_back(std::move(entry));
    return true;
}

}  // namespace halo::lab
