#pragma once
// Reads the history of an element from an untrusted process.

#include <nlohmann/json_fwd.hpp>

#include "findings/history.hpp"

namespace halo::lab {

/// Throws `Damage` where it is not what `to_json` writes.
History history_from(const nlohmann::json& from);

}  // namespace halo::lab
