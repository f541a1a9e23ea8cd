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

Faults all_faults(const Object& object)
{
    Faults out = check_names(object);
    const auto add = [&](Faults more) { out.insert(out.end(), more.begin(), more.end()); };
    add(check_sections(object));
    const std::vector<Code> code = decoded(object);
    add(check_instructions(object, code));
    const Functions functions(object, code);
    add(check_device_calls(object, functions));
    add(check_engine_calls(object, functions));
    add(check_hooks(object, functions));
    return out;
}

}  // namespace

std::vector<Refusal> refusals(const std::string& file, const std::string& headers)
{
    const std::vector<std::uint8_t> bytes = bytes_of(file);
    try {
        const Object object(bytes);
        std::vector<Refusal> out = in_the_source(file, object, all_faults(object), headers);
        if (out.size() > kMostRefusals) out.resize(kMostRefusals);
        return out;
    } catch (const Damaged& damaged) {
        return {{Rule::damaged, damaged.what(), "", "", 0}};
    }
}

}  // namespace halo::grader::gate
