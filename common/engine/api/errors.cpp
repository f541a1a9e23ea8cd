// Names and texts of errors, and the last error.

#include "engine/headers/halo/error_api.hpp"

#include "engine/session/session.hpp"

using halo::engine::Session;

cudaError_t cudaGetLastError() { return Session::instance().take_last_error(); }
cudaError_t cudaPeekAtLastError() { return Session::instance().last_error(); }

void halo_engine::note_unused(cudaError_t status, const Unused& result)
{
    const halo::engine::EngineScope scope;
    Session::instance().nobody_asks(status, result.call, {result.file, result.line});
}

const char* cudaGetErrorName(cudaError_t status)
{
    switch (status) {
#define HALO_ROW(name, number, text) \
    case name: return #name;
#include "engine/headers/halo/error_codes.inc"
#undef HALO_ROW
    }
    return "unrecognized error code";
}

const char* cudaGetErrorString(cudaError_t status)
{
    switch (status) {
#define HALO_ROW(name, number, text) \
    case name: return text;
#include "engine/headers/halo/error_codes.inc"
#undef HALO_ROW
    }
    return "unrecognized error code";
}
