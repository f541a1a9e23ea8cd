#include "cli/output.hpp"

#include <cstdio>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace halo::grader::cli {

void Output::declare(Options& options, bool can_be_quiet)
{
    options.flag("--json", json, "Print one JSON value instead, for a program");
    if (can_be_quiet) options.flag("--quiet", quiet, "Print errors and warnings only");
}

void Output::say(const std::string& text) const
{
    if (!quiet && !json) fmt::print("{}", text);
}

void Output::value(const char* schema, nlohmann::ordered_json value) const
{
    if (!json) return;
    nlohmann::ordered_json all{{"schema", schema}};
    all.update(value);
    fmt::print("{}\n", all.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
}

}  // namespace halo::grader::cli
