#pragma once
// Writes an object of JSON. Json's own list of pairs does the same, but it compiles a constructor for each length of a name and type of
// value: in the three files that write objects, a sixth of what a first `make` compiles for them.

#include <initializer_list>
#include <utility>

#include <nlohmann/json.hpp>

namespace halo::lab {

using Json = nlohmann::json;

struct JsonField {
    const char* name;
    mutable Json value;     // moved out of a list, whose elements are const
};

/// An object with these fields.
inline Json object(std::initializer_list<JsonField> fields)
{
    Json out = Json::object();
    for (const JsonField& field : fields) out[field.name] = std::move(field.value);
    return out;
}

}  // namespace halo::lab
