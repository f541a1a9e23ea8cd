#include "timing/contestant.hpp"

#include <dlfcn.h>

namespace halo::timing {

Library::Library(const std::string& path)
{
    // Local, so that functions and kernels of two libraries may have the same names.
    void* const library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    void* const symbol = library == nullptr ? nullptr : dlsym(library, kCallOnCard);
    if (symbol == nullptr) throw NoContestant(dlerror());
    call_ = reinterpret_cast<CallOnCard>(symbol);
}

lab::CardCaller Library::caller(const std::string& function) const
{
    return [call = call_, function](const lab::CardArrays& arrays) {
        if (!call(function.c_str(), arrays)) throw NoContestant("the library has no function " + function + " that can be timed");
    };
}

}  // namespace halo::timing
