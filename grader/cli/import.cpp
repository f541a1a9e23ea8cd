#include "arrival/import/import.hpp"

#include "cli/commands.hpp"
#include "cli/output.hpp"

namespace halo::grader::cli {

Run declare_import(Options& options)
{
    auto import = std::make_shared<arrival::ImportOptions>();
    options
        .paths("DOWNLOAD", import->downloads,
               "An archive or folder from Canvas, Moodle, Gradescope or Blackboard, one with a folder or archive per student, or a list of repositories, name,url in a .csv; may be repeated")
        .required()
        .path("--to", import->to, "The folder to make, for grader run")
        .required()
        .path("--roster", import->roster, "Who belongs to the course: a CSV file with the columns id,name,mail,section, or an LMS's gradebook")
        .path("--groups", import->groups, "Who works with whom: a CSV file with the columns group,student, or Canvas's list of groups; what one hands in is every member's")
        .path("--report", import->report, "Also write every file and its reason to this .csv or .json file")
        .labs(import->labs)
        .flag("--only-cu-file", import->only_cu_file, "Accept somebody's only .cu file whatever its name, for the one lab or in that lab's folder")
        .flag("--replace", import->replace, "If the folder is there with other content, move it aside")
        .manifest(import->manifest);
    auto output = std::make_shared<Output>();
    output->declare(options);
    return [import, output] {
        using Print = arrival::ImportOptions::Print;
        import->print = output->json ? Print::json : output->quiet ? Print::nothing : Print::report;
        return arrival::import_command(*import);
    };
}

}  // namespace halo::grader::cli
