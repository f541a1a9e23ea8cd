#include "engine/session/recorded_names.hpp"

#include <cmath>
#include <cstring>

#include "engine/memory/arena.hpp"
#include "engine/memory/layout.hpp"
#include "engine/memory/address_map.hpp"
#include "engine/session/source.hpp"
#include "engine/watch/raw_findings.hpp"

namespace halo::engine {

Scalar scalar_of(const RecordedAccess& access)
{
    if (access.space == Space::global)
        if (const Allocation* allocation = Arena::instance().find(access.address))
            return {allocation->label.scalar_bytes, allocation->label.is_float};
    const Layout& layout = Layout::instance();
    const Variable* variable =
        access.space != Space::shared ? layout.variable_at(access.address)
        : access.where < first_dynamic_offset() ? layout.shared().at(access.where) : nullptr;
    if (variable == nullptr) return {};
    const ArrayShape shape = shape_of(variable->name(), variable->bytes);
    return {shape.scalar_bytes, shape.is_float};
}

double as_number(const unsigned char* bytes, std::uint32_t size, bool is_float)
{
    const auto read = [&]<class T>(T value) {
        std::memcpy(&value, bytes, sizeof value);
        return double(value);
    };
    switch (size) {
    case 1: return read(std::uint8_t{});        // in practice the bytes of a picture
    case 2: return read(std::int16_t{});
    case 4: return is_float ? read(float{}) : read(std::int32_t{});
    default: return is_float ? read(double{}) : read(std::int64_t{});
    }
}

bool looks_like_float(const unsigned char* bytes, std::uint32_t size)
{
    if (size != 4 && size != 8) return false;
    const double value = std::fabs(as_number(bytes, size, true));
    return value == 0 || (value > 1e-20 && value < 1e20);
}

Finding resolve(const RecordedAccess& access, const Recorder::RecordedBlock& block, const std::string& kernel, std::uint32_t from,
                std::uint32_t size)
{
    RawFinding raw;
    raw.kind = FindingKind::uninitialised;
    raw.site = access.site;
    raw.access = access.kind;
    raw.space = access.space;
    raw.where = access.where + from;
    raw.bytes = size;
    raw.dynamic = block.dynamic;
    raw.dynamic_bytes = block.dynamic_bytes;
    if (access.space == Space::global) raw.allocation = Arena::instance().find(access.address);
    return resolve(raw, kernel);
}

}  // namespace halo::engine
