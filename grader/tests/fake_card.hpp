#pragma once
// A card, its nvidia-smi, nvcc and timers, all of them scripts: grader run --gpu, from beginning to end, on any machine.

#include <string>

#include "fake_course.hpp"

namespace halo::grader::test {

/// Puts its nvidia-smi first in PATH while it lives. The course's function `first` can be timed, `second_a` and `second_b` too; a submission says
/// what comes of it, in a line `# SPEED word`: see the timer's script.
class FakeCard {
public:
    explicit FakeCard(const TempFolder& home);
    ~FakeCard();
    FakeCard(const FakeCard&) = delete;

    /// What nvidia-smi says from now on. `question`: `cards`, `programs`, `state` or `plain`.
    void says(const std::string& question, const std::string& answer) const;
    /// nvidia-smi is gone.
    void remove() const;
    /// How often the timer ran.
    int timed() const;

private:
    const TempFolder& home_;
    std::string path_;
};

}  // namespace halo::grader::test
