#include "doctor/doctor.hpp"

#include <iostream>
#include <memory>

#include <nlohmann/json.hpp>

#include "cli/commands.hpp"
#include "cli/output.hpp"
#include "doctor/system.hpp"

namespace halo::grader::cli {
namespace {

/// The same exit code as print_doctor().
int doctor_for_programs(const Output& output)
{
    static constexpr const char* kStatus[] = {"ok", "warn", "fail"};
    nlohmann::ordered_json checks = nlohmann::ordered_json::array();
    bool can_grade = true;
    for (const doctor::Check& check : doctor::diagnose(doctor::this_machine())) {
        checks.push_back({{"name", check.name}, {"status", kStatus[check.status]}, {"message", check.message}, {"repair", check.repair}});
        can_grade = can_grade && check.status != doctor::Check::fail;
    }
    output.value("halo/doctor/1", {{"can_grade", can_grade}, {"checks", std::move(checks)}});
    return can_grade ? 0 : kFault;
}

}  // namespace

Run declare_doctor(Options& options)
{
    auto output = std::make_shared<Output>();
    output->declare(options);
    return [output] {
        if (output->json) return doctor_for_programs(*output);
        return output->quiet ? doctor::print_doctor(std::cerr, doctor::Show::problems) : doctor::print_doctor(std::cout);
    };
}

}  // namespace halo::grader::cli
