#pragma once

#include <nlohmann/json.hpp>

#include "revisions/publish.hpp"

namespace halo::grader::cli {

/// The part about the reports in a command's --json.
inline nlohmann::ordered_json to_json(const Published& published)
{
    using Json = nlohmann::ordered_json;
    return {{"revision_before", published.before ? Json(*published.before) : Json(nullptr)},
            {"revision", published.now},
            {"worse", published.changes.worse},
            {"better", published.changes.better},
            {"changes", Json::parse(to_json_text(published.changes))}};
}

}  // namespace halo::grader::cli
