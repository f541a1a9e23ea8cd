#include "cli/published.hpp"

#include <memory>

#include "course/hints.hpp"
#include "report/reports.hpp"

namespace halo::grader::cli {

gradebook::Published publish_reports(record::Ledger& ledger, const gradebook::Table& table, record::Occasion occasion, const std::filesystem::path& folder, const std::vector<course::LabBuild>& labs)
{
    const auto hints = std::make_shared<course::LabHints>(labs);
    const report::Sources sources{[&ledger](const std::string& content) { return ledger.bytes_of(content); },
                                  [hints](const std::string& lab, const Judgement& judgement) { return hints->on(lab, judgement); }};
    return gradebook::publish(ledger, table, std::move(occasion), [&](const gradebook::Table& all, const std::function<void()>& before_renaming) { report::write_all(all, folder, sources, before_renaming); });
}

nlohmann::ordered_json to_json(const gradebook::Published& published)
{
    using Json = nlohmann::ordered_json;
    return {{"revision_before", published.before ? Json(*published.before) : Json(nullptr)},
            {"revision", published.now},
            {"worse", published.changes.worse},
            {"better", published.changes.better},
            {"changes", Json::parse(gradebook::to_json_text(published.changes))}};
}

}  // namespace halo::grader::cli
