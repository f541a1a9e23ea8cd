#include "gate/gate.hpp"

#include <fstream>
#include <iterator>
#include <stdexcept>

#include "gate/checks.hpp"
#include "gate/places.hpp"

namespace halo::grader::gate {
namespace {

constexpr std::size_t kMostRefusals = 20;

std::vector<std::uint8_t> bytes_of(const std::string& file)
{
    std::ifstream in(file, std::ios::binary);
    std::vector<std::uint8_t> bytes{std::istreambuf_iterator<char>(in), {}};
    if (!in && !in.eof()) throw std::runtime_error(file + " can't be read");
    return bytes;
}

struct Found {
    Faults faults;
    std::vector<std::uint8_t> guarded{};    ///< the object, if it needs guards
    std::vector<std::string> completed{};   ///< the functions that do
};

std::string function_at(const Object& object, const Guard& guard)
{
    const Symbol* const function = object.function_at(guard.section, guard.at->offset);
    return function != nullptr ? std::string(function->name) : "";
}

Found found_in(const std::vector<std::uint8_t>& bytes, const Object& object)
{
    Found out{check_names(object)};
    const auto add = [&](Faults more) { out.faults.insert(out.faults.end(), more.begin(), more.end()); };
    add(check_sections(object));
    const std::vector<Code> code = decoded(object);
    add(check_instructions(object, code));
    Functions functions(object, code);
    functions.add_called_by_address([&](const Function& f) { return !uses_host(object, f) && has_hooks(object, functions, f); });
    add(check_device_calls(object, functions));
    add(check_engine_calls(object, functions));
    Guards guards;
    add(check_hooks(object, functions, guards));
    Guarded guarded = with_guards(bytes, object, code, guards, called_by_address(object, functions));
    for (const Guard* one : guarded.without) out.faults.push_back({Rule::unhooked, function_at(object, *one), one->section, one->at->offset});
    for (const Guard& one : guards) out.completed.push_back(function_at(object, one));
    out.guarded = std::move(guarded.bytes);
    return out;
}

}  // namespace

Checked checked(const std::string& file, const std::string& headers)
{
    const std::vector<std::uint8_t> bytes = bytes_of(file);
    try {
        const Object object(bytes);
        Found found = found_in(bytes, object);
        Checked out{in_the_source(file, object, found.faults, headers), std::move(found.guarded), std::move(found.completed)};
        if (out.refusals.size() > kMostRefusals) out.refusals.resize(kMostRefusals);
        return out;
    } catch (const Damaged& damaged) {
        return {.refusals = {{Rule::damaged, damaged.what(), "", "", 0}}};
    }
}

std::vector<Refusal> refusals(const std::string& file, const std::string& headers) { return checked(file, headers).refusals; }

}  // namespace halo::grader::gate
