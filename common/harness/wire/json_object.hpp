#pragma once
// Writes an object of JSON. Json's own list of pairs does the same, but it compiles a constructor for each length of a name and type of
// value. The unit with the three files that write objects took a fifth longer.

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
