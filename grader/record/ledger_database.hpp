#pragma once
// The ledger's file. Internal to it.

#include <filesystem>
#include <string>

#include <SQLiteCpp/SQLiteCpp.h>

#include "record/ledger.hpp"

namespace halo::grader::record {

struct Ledger::Database : SQLite::Database {
    explicit Database(const std::filesystem::path& path, int how = SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE)
        : SQLite::Database(path.string(), how, 5000)
    {
    }
};

/// A page or a row of the file is not what was written.
inline bool is_damage(const SQLite::Exception& error)
{
    constexpr int kCorrupt = 11, kNoDatabase = 26;      // SQLITE_CORRUPT, SQLITE_NOTADB
    return error.getErrorCode() == kCorrupt || error.getErrorCode() == kNoDatabase;
}

/// `2026-02-28T12:00:00Z`
std::string utc_now();

}  // namespace halo::grader::record
