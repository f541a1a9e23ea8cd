// A kind with all its parts; with -DWITHOUT_part, all but that one. The test part_left_out compiles each version.

#include "kinds/kind.hpp"

namespace halo::lab {

using Sum = void (*)(const float* d_in, float* d_out, int n);

struct OwnSize {
    int n = 1;

    static constexpr std::array<SizeNumber<OwnSize>, 1> numbers() { return {{{"n", &OwnSize::n}}}; }
};

struct Whole {
#ifndef WITHOUT_Size
    using Size = OwnSize;
#endif
#ifndef WITHOUT_Function
    using Function = Sum;
#endif
#ifndef WITHOUT_caller
    Caller caller(Sum function) const;
#endif
#ifndef WITHOUT_make_inputs
    Inputs make_inputs(const OwnSize& size, std::uint64_t seed) const;
#endif
#ifndef WITHOUT_solve
    Expected solve(const Inputs& inputs) const;
#endif
#ifndef WITHOUT_describe
    std::string describe(const OwnSize& size) const;
#endif
#ifndef WITHOUT_size_fields
    std::vector<SizeField> size_fields() const;
#endif
#ifndef WITHOUT_output
    Output output(const OwnSize& size) const;
#endif
#ifndef WITHOUT_geometry
    Geometry geometry(const OwnSize& size) const;
#endif
#ifndef WITHOUT_question
    std::optional<TapQuestion> question(const OwnSize& size) const;
#endif
#ifndef WITHOUT_diagnose
    std::optional<Diagnosis> diagnose(const WrongResult& wrong) const;
#endif
#ifndef WITHOUT_words
    Words words() const;
#endif
#ifndef WITHOUT_unexplained
    Mistake unexplained() const;
#endif
#ifndef WITHOUT_advice
    std::optional<Diagnosis> advice(const Finding& finding, const OwnSize& size) const;
#endif
#ifndef WITHOUT_on_card
    std::optional<OnCard> on_card(const OwnSize& measured) const;
#endif
};
static_assert(Kind<Whole>);

}  // namespace halo::lab
