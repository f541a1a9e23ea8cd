#pragma once
// What the card's vendor offers for the same problems. The libraries are looked for when the program runs: where one is missing, the row says so.

#include <functional>
#include <string>
#include <vector>

#include <dlfcn.h>

#include "task.hpp"

namespace halo::ladder {

struct Library {
    std::string name;                   ///< of the function
    std::function<void()> call;         ///< empty: it is not here
    std::string why_not;
    bool replicate = false;             ///< as Want has it
};

/// The functions of NPP, cuBLAS and cuDNN that do what `ladder` does; `problem` is one call. Width and height are those of `problem`.
std::vector<Library> libraries_for(const Ladder& ladder, const Problem& problem);

/// cuDNN's, in a file of its own.
Library cudnn_convolution(const Ladder& ladder, const Problem& problem);

/// The function in the first of these files that is here; null and a reason, if none is or has it.
template <class Function>
Function found(const char* library, const char* name, std::string& why_not)
{
    for (const char* suffix : {".so.13", ".so.12", ".so.9", ".so"})
        for (const char* folder : {"", "/usr/local/cuda/lib64/"})
            if (void* const handle = dlopen((std::string(folder) + library + suffix).c_str(), RTLD_NOW)) {
                if (void* const function = dlsym(handle, name)) return reinterpret_cast<Function>(function);
                why_not = std::string(library) + " has no " + name;
                return nullptr;
            }
    why_not = std::string(library) + ".so is not here";
    return nullptr;
}

}  // namespace halo::ladder
