#include "harness/judge/course_tests.hpp"

#include <algorithm>
#include <map>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "findings/explain.hpp"

namespace halo::lab {

namespace {

using Numbers = std::vector<std::int64_t>;

std::string written(const Numbers& size) { return fmt::format("[{}]", fmt::join(size, ", ")); }

/// `[width, height]`
std::string form(const std::vector<SizeField>& fields)
{
    std::vector<std::string> names;
    for (const SizeField& field : fields) names.emplace_back(field.name);
    return fmt::format("[{}]", fmt::join(names, ", "));
}

/// The widest filter that a lab's own tests have: a right solution need not hold more.
int widest_filter(const Lab& lab, const std::string& function, const char* number)
{
    int widest = 1;
    for (const Case& one : lab.cases)
        for (const Size& size : one.sizes)
            if (const int* const width = size.find(number); width != nullptr && one.function == function) widest = std::max(widest, *width);
    return widest;
}

/// Adds one lab's tests, and counts what they cost together.
class Adding {
public:
    explicit Adding(Lab& lab) : lab_(lab) {}

    /// Throws Message.
    void add(const CourseTest& test)
    {
        const FunctionEntry* entry = lab_.find(test.function);
        if (entry == nullptr) throw Message{fmt::format("{} has no function {}", lab_.name, test.function), "", ""};
        if (tests_ >= kMostAddedTests) throw Message{fmt::format("a lab takes at most {} tests more", kMostAddedTests), "", "leave some out, or give one test several sizes"};
        if (std::ranges::any_of(lab_.cases, [&](const Case& one) { return one.function == test.function && one.sentence == test.name; }))
            throw Message{fmt::format("{} has a test of this name already", test.function), test.name, "give each test a sentence of its own"};
        if (test.sizes.empty() || test.sizes.size() > kMostAddedSizes)
            throw Message{fmt::format("a test has 1 to {} sizes", kMostAddedSizes), test.name, fmt::format("sizes = [{}]", form(entry->kind->size_fields()))};
        Case added{test.function, test.name, {}, false, test.hidden};
        std::int64_t elements = elements_[test.function];
        for (const Numbers& numbers : test.sizes) added.sizes.push_back(size(test.function, entry->kind, numbers, elements));
        elements_[test.function] = elements;
        ++tests_;
        lab_.cases.push_back(std::move(added));
    }

private:
    Size size(const std::string& function, const Judged& kind, const Numbers& numbers, std::int64_t& elements) const
    {
        const std::vector<SizeField> fields = kind->size_fields();
        if (numbers.size() != fields.size())
            throw Message{fmt::format("the size {} is none of {}", written(numbers), function), fmt::format("its sizes are {}", form(fields)), ""};
        Size size = kind->size();
        std::int64_t count = 1;
        for (std::size_t i = 0; i < fields.size(); ++i) {
            const SizeField& field = fields[i];
            const auto refuse = [&](const std::string& why) { throw Message{fmt::format("the size {} is none of {}", written(numbers), function), why, ""}; };
            if (numbers[i] < 1) refuse(fmt::format("{} must be at least 1", field.name));
            if (numbers[i] % field.multiple_of != 0) refuse(fmt::format("{} must be a multiple of {}", field.name, field.multiple_of));
            if (field.odd && numbers[i] % 2 == 0) refuse(fmt::format("{} must be odd", field.name));
            if (const int widest = widest_filter(lab_, function, field.number); field.filter && numbers[i] > widest)
                refuse(fmt::format("{} is at most {}, as in the lab's own tests", field.name, widest));
            // Factor by factor, so that nothing overflows.
            for (int times = 0; times < (field.squared ? 2 : 1) && !field.filter; ++times) {
                if (numbers[i] > kMostAddedElements || count * numbers[i] > kMostAddedElements) too_large(function, numbers);
                count *= numbers[i];
            }
            *size.find(field.number) = int(numbers[i]);
        }
        elements += count;
        if (elements > kMostAddedElements) too_large(function, numbers);
        return size;
    }

    [[noreturn]] static void too_large(const std::string& function, const Numbers& numbers)
    {
        throw Message{fmt::format("the size {} is too large", written(numbers)),
                      fmt::format("all sizes that a course adds to {} may have {} elements together", function, thousands(kMostAddedElements)),
                      "take a smaller one: mistakes show at edges, not in the middle"};
    }

    Lab& lab_;
    std::size_t tests_ = 0;
    std::map<std::string, std::int64_t> elements_;      ///< by function
};

}  // namespace

std::vector<RefusedTest> add_course_tests(Lab& lab, const std::vector<CourseTest>& tests)
{
    std::vector<RefusedTest> refused;
    Adding adding(lab);
    for (std::size_t i = 0; i < tests.size(); ++i) {
        try {
            adding.add(tests[i]);
        } catch (const Message& why) {
            refused.push_back({i, why});
        }
    }
    return refused;
}

}  // namespace halo::lab
