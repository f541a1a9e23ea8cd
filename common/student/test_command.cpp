#include "student/test_command.hpp"

#include "student/command.hpp"
#include "student/test.hpp"

namespace halo::student {
namespace {

int run_test(const Arguments& arguments)
{
    const Place place = place_of(arguments);
    need_lab(place);
    return test(place, "test", order(arguments));
}

}  // namespace

int run_test_command(int argc, char** argv)
{
    return run_command(argc, argv, {{"test", "--order=ORDER", "", "build the lab and test it on the CPU engine"}}, run_test);
}

}  // namespace halo::student
