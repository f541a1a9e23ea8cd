#pragma once
// FOLDER/.received/import.json, as grader import wrote it. Students chose many of the words in it.

#include <filesystem>
#include <string>

#include <nlohmann/json.hpp>

namespace halo::grader::arrival {

/// null: it is not such a file, or too large.
nlohmann::json read_import(const std::filesystem::path& file);

/// Of a field that should be text, made printable; empty for anything else.
std::string printable_in(const nlohmann::json& object, const char* key);
/// Of one that should be a list; an empty one for anything else.
const nlohmann::json& list_in(const nlohmann::json& object, const char* key);

}  // namespace halo::grader::arrival
