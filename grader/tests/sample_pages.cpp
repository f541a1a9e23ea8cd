// Writes the reports of the sample class: sample_pages FOLDER. For browser tests.

#include <filesystem>

#include "report/reports.hpp"
#include "sample_class.hpp"

int main(int count, char** words)
{
    using namespace halo::grader;
    if (count != 2) return 1;
    std::filesystem::create_directories(words[1]);
    report::write_all(test::sample_class(), words[1], test::sample_sources());
}
