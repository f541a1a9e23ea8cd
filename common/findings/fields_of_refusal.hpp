#pragma once
// What a text of mistakes.def may say of a call or a launch that was refused; a part of fields.cpp.

#include <cstdint>
#include <string>

#include "findings/evidence.hpp"
#include "findings/words.hpp"

namespace halo::of_refusal {

std::string byte_count(std::uint64_t bytes);
/// `40 x 40`, `0`: without what is 1 at its end.
std::string extents(const Index3& i);
/// `40 x 40 = 1600 threads`
std::string block_threads(const Evidence& e, const Words&);
/// `<<<(3,2,1), (40,40,1)>>>`
std::string launch_numbers(const Evidence& e, const Words&);
/// `d_in`, `a host array`
std::string pointer(const Refusal& r, const RefusedPointer& p);
/// `allocated in line 36`, if that is in the student's file.
std::string allocated_in(const Evidence& e, const Words&);
/// `d_in was set by malloc in line 51`
std::string set_by(const Evidence& e, const Words&);
/// `cudaMemcpyHostToDevice, from a host array to d_in (allocated in line 36)`
std::string copied(const Evidence& e, const Words& w);
/// `1001`, `601 from there on`
std::string bytes_there(const Evidence& e, const Words&);
/// As many elements as the array has bytes: `1001 floats`
std::string element_count(const Evidence& e, const Words&);
/// The direction passed: for an offset that is one by mistake, that.
std::int64_t direction_of(const Refusal& r);

}  // namespace halo::of_refusal
