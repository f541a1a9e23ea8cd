#pragma once
// Two calls of a function of any kind, and what is reported about a wrong output of the second.

#include <functional>
#include <string>
#include <vector>

#include "findings/explain.hpp"
#include "kinds/judged.hpp"

namespace halo::lab::test {

struct Calls {
    Judged kind;
    Inputs before, now;
    Expected expected_before, expected;

    /// From the arrays of a call to its output.
    using Function = std::function<std::vector<float>(const AskedCall&)>;

    template <class K>
    Calls(const K& of, const typename K::Size& size) : Calls(Judged(of), Size(size))
    {
    }
    Calls(Judged of, const Size& size)
        : kind(of), before(kind->make_inputs(size, 1)), now(kind->make_inputs(size, 2)),
          expected_before(kind->solve(before)), expected(kind->solve(now))
    {
    }

    /// `key: what was seen`, if nobody asks the function.
    std::string reported(const std::vector<float>& got, bool first_call = false) const
    {
        const Earlier earlier{before, expected_before};
        return said(kind->diagnose({now, expected, got, first_call ? nullptr : &earlier}));
    }
    /// The same of a function that is called, then asked what it sums.
    std::string asked(const Function& function) const
    {
        const auto question = kind->question(now.size);
        std::vector<std::vector<float>> answers;
        for (const AskedCall& call : calls_of(*question)) answers.push_back(function(call));
        const auto map = map_from(*question, answers);
        return said(kind->diagnose({now, expected, function(now.arrays), nullptr, {}, map ? &*map : nullptr}));
    }

private:
    std::string said(const std::optional<Diagnosis>& found) const
    {
        return found ? std::string(name(found->key())) + ": " + explain(*found, kind->words()).seen : "nothing";
    }
};

}  // namespace halo::lab::test
