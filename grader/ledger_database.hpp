#pragma once
// The ledger's file. Internal to it.

#include <filesystem>
#include <string>

#include <SQLiteCpp/SQLiteCpp.h>

#include "ledger.hpp"

namespace halo::grader {

struct Ledger::Database : SQLite::Database {
    explicit Database(const std::filesystem::path& path)
        : SQLite::Database(path.string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE, 5000)
    {
    }
};

/// `2026-02-28T12:00:00Z`
std::string utc_now();

}  // namespace halo::grader
