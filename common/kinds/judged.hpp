#pragma once
// What the judge knows about a function's kind: everything that JudgedKind requires, but not which kind it is.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "kinds/kind.hpp"

namespace halo::lab {

/// A value of any kind, through the questions that all kinds answer: `judged->solve(inputs)`.
class Judged {
public:
    struct Questions {
        virtual ~Questions() = default;
        /// A size of this kind, with the numbers that one has where nothing is stated.
        virtual Size size() const = 0;
        /// In which steps the grader draws its numbers.
        virtual std::vector<DrawStep> steps() const = 0;
        virtual Inputs make_inputs(const Size& size, std::uint64_t seed) const = 0;
        virtual Expected solve(const Inputs& inputs) const = 0;
        virtual std::string describe(const Size& size) const = 0;
        virtual std::vector<SizeField> size_fields() const = 0;
        virtual Output output(const Size& size) const = 0;
        virtual Geometry geometry(const Size& size) const = 0;
        virtual std::optional<TapQuestion> question(const Size& size) const = 0;
        virtual std::optional<Diagnosis> diagnose(const WrongResult& wrong) const = 0;
        virtual Words words() const = 0;
        virtual Mistake unexplained() const = 0;
        virtual std::optional<Diagnosis> advice(const Finding& finding, const Size& size) const = 0;
        virtual std::optional<OnCard> on_card(const Size& measured) const = 0;
    };

    Judged() = default;

    /// K must be a JudgedKind. Answers checks that: checked here, it would also be checked of a Judged when one is copied.
    template <class K>
    Judged(K kind) : answers_(std::make_shared<const Answers<K>>(std::move(kind))) {}

    const Questions* operator->() const { return answers_.get(); }

private:
    template <JudgedKind K>
    struct Answers final : Questions {
        using Own = typename K::Size;
        explicit Answers(K kind) : kind(std::move(kind)) {}
        Size size() const override { return Own{}; }
        std::vector<DrawStep> steps() const override
        {
            std::vector<DrawStep> all;
            for (const SizeNumber<Own>& one : Own::numbers()) all.push_back({one.name, one.step});
            return all;
        }
        Inputs make_inputs(const Size& size, std::uint64_t seed) const override { return kind.make_inputs(size.as<Own>(), seed); }
        Expected solve(const Inputs& inputs) const override { return kind.solve(inputs); }
        std::string describe(const Size& size) const override { return kind.describe(size.as<Own>()) + in_words(size); }
        std::vector<SizeField> size_fields() const override { return kind.size_fields(); }
        Output output(const Size& size) const override { return kind.output(size.as<Own>()); }
        Geometry geometry(const Size& size) const override { return kind.geometry(size.as<Own>()); }
        std::optional<TapQuestion> question(const Size& size) const override { return kind.question(size.as<Own>()); }
        std::optional<Diagnosis> diagnose(const WrongResult& wrong) const override { return kind.diagnose(wrong); }
        Words words() const override { return kind.words(); }
        Mistake unexplained() const override { return kind.unexplained(); }
        std::optional<Diagnosis> advice(const Finding& finding, const Size& size) const override { return kind.advice(finding, size.as<Own>()); }
        std::optional<OnCard> on_card(const Size& measured) const override { return kind.on_card(measured.as<Own>()); }
        K kind;
    };

    /// What every kind whose arrays may be shifted would say of their addresses.
    static std::string in_words(const Size& size)
    {
        const int *const offset = size.find("offset"), *const apart = size.find("apart");
        const auto past = [](int floats) { return " " + std::to_string(floats * int(sizeof(float)) % 16) + " bytes past a multiple of 16"; };
        if (apart != nullptr && *apart != 0) return ", d_in" + past(*offset) + ", d_out" + past(*offset + *apart);
        return offset == nullptr || *offset == 0 ? "" : ", arrays" + past(*offset);
    }

    std::shared_ptr<const Questions> answers_;
};

}  // namespace halo::lab
