#include "report/class_page.hpp"

#include <fmt/format.h>

#include "machine/errors.hpp"
#include "machine/text.hpp"
#include "report/class_parts.hpp"
#include "report/markup.hpp"

namespace halo::grader::report {

extern const char* const kClassPage;
extern const char* const kClassStyle;
extern const char* const kClassScript;

using kainjow::mustache::data;

namespace {

void add_heading(data& page, const gradebook::Table& table)
{
    const std::size_t cells = table.cells(), passed = table.count(Verdict::passed);
    page["course"] = data(printable(table.course));
    page["submissions"] = data(printable(table.run.submissions));
    page["student_count"] = data(plural(table.rows.size(), "student", "students"));
    page["lab_count"] = data(plural(table.run.labs.size(), "lab", "labs"));
    page["started"] = data(table.run.started);
    page["started_shown"] = data(shown_time(table.run.started));
    page["settings"] = data(printable("Settings: " + table.run.settings));
    page["unsandboxed"] = data(!table.run.sandboxed);
    page["sentence"] = data(cells == 0 ? "Nothing was handed in."
                                       : fmt::format("Of {}, {} passed ({:.0f} %).", plural(cells, "function", "functions"), passed, 100.0 * double(passed) / double(cells)));
}

}  // namespace

std::string class_page(const gradebook::Table& table)
{
    const Links links(table);
    // What stands between the tags, line feeds included, is what the policy's hashes are of.
    const std::string style = '\n' + std::string(kClassStyle), script = '\n' + std::string(kClassScript);
    data page;
    page["style"] = data(style);
    page["script"] = data(script);
    page["policy"] = data(fmt::format("default-src 'none'; style-src {}; script-src {}; base-uri 'none'; form-action 'none'", policy_hash(style), policy_hash(script)));
    add_heading(page, table);
    add_attention(page, table, links);
    add_students(page, table, links);
    add_points(page, table);
    add_tests(page, table);
    add_mistakes(page, table, links);
    add_reuse(page, table);
    add_speeds(page, table);

    kainjow::mustache::mustache mustache{std::string(kClassPage)};
    if (!mustache.is_valid()) throw GraderFault({"the class page's template is wrong", mustache.error_message(), ""});
    return mustache.render(page);
}

}  // namespace halo::grader::report
