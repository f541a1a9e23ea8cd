#pragma once

namespace halo::grader::record {

/// The version of the ledger's tables that this grader writes; it converts all earlier ones.
const char* ledger_schema();

}  // namespace halo::grader::record
