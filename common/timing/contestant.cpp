// Linked into each contestant's library, with a student's or a solution's object and the lab's tests.cpp.

#include "harness/lab/cases.hpp"
#include "timing/contestant.hpp"

extern "C" bool halo_call_on_card(const char* function, const halo::lab::CardArrays& arrays)
{
    if (!halo::lab::lab_is_stated) return false;
    const halo::lab::FunctionEntry* entry = halo::lab::the_lab().find(function);
    if (entry == nullptr || !entry->card_caller) return false;
    entry->card_caller(arrays);
    return true;
}
