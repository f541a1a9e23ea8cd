#include <algorithm>

#include <fmt/format.h>

#include "machine/errors.hpp"
#include "machine/files.hpp"
#include "similar/report.hpp"

namespace halo::grader::similar {
namespace {


/// `07_conv2d_tiled-003.html`, of one of these labs.
bool is_pair_page(const std::string& name, const Report& report)
{
    return std::ranges::any_of(report.labs, [&](const LabFindings& lab) {
        return name.starts_with(lab.works.lab + "-") && name.ends_with(".html") && name.size() == page_name(lab, 0).size();
    });
}

void make_folder(const std::filesystem::path& folder)
{
    std::error_code error;
    if (std::filesystem::create_directories(folder, error)) std::filesystem::permissions(folder, std::filesystem::perms::owner_all, error);
    if (error) throw UsageError({fmt::format("grader: {} cannot be created: {}", folder.string(), error.message()), "", "choose another folder with --to"});
}

}  // namespace

void write_report(const Report& report, const std::filesystem::path& folder)
{
    make_folder(folder);
    for (const auto& entry : std::filesystem::directory_iterator(folder))
        if (entry.is_regular_file() && is_pair_page(entry.path().filename().string(), report)) std::filesystem::remove(entry.path());
    for (const LabFindings& lab : report.labs)
        for (std::size_t i = 0; i < std::min(lab.pairs.size(), kMostPages); ++i) replace_file(folder / page_name(lab, i), pair_page(lab, i));
    replace_file(folder / "index.html", index_page(report));
    replace_file(folder / "similar.csv", csv(report));
}

}  // namespace halo::grader::similar
