#pragma once
// What a command prints: sentences for people, or one JSON value for a program. Warnings and errors are on stderr, always.

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "cli/options.hpp"

namespace halo::grader::cli {

struct Output {
    bool quiet = false, json = false;

    /// --json and, if `can_be_quiet`, --quiet
    void declare(Options& options, bool can_be_quiet = true);
    /// For people; nothing with --quiet or --json.
    void say(const std::string& text) const;
    /// With --json: the whole of stdout. `schema` is `halo/regrade/1`.
    void value(const char* schema, nlohmann::ordered_json value) const;
};

}  // namespace halo::grader::cli
