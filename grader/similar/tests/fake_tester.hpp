#pragma once
// A similarity tester that is a shell script, so that a test says what it finds and how it fails.

#include "similar/tester.hpp"
#include "tests/fake_course.hpp"

namespace halo::grader::similar::test {

struct FakeTester {
    grader::test::TempFolder home;
    Tester tester;

    explicit FakeTester(const std::string& script)
    {
        home.write("tester", "#!/bin/sh\n" + script, true);
        tester.program = home / "tester";
        tester.confinement = sandbox::why_not({}).empty() ? sandbox::Confinement{} : sandbox::Confinement::unsandboxed();
    }
};

/// Prints `skeleton` when files are compared with the skeleton, and `pairs` when they are compared with each other.
inline std::string prints(const std::string& skeleton, const std::string& pairs)
{
    return "case \"$*\" in *-S*) cat <<'END'\n" + skeleton + "\nEND\n;; *) cat <<'END'\n" + pairs + "\nEND\n;; esac\n";
}

}  // namespace halo::grader::similar::test
