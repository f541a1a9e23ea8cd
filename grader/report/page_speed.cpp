// What a student's page says about time on a card.

#include <fmt/format.h>

#include "machine/text.hpp"
#include "report/page_data.hpp"
#include "speed/sentences.hpp"

namespace halo::grader::report::page {

void add_speed(Data& out, const ShownCell& shown_cell)
{
    out["has_speed"] = Data(shown_cell.cell.timing.has_value());
    if (!shown_cell.cell.timing) return;
    record::Timing t = *shown_cell.cell.timing;
    if (t.pace == record::Pace::implausible && shown_cell.audience == gradebook::Audience::student) t.message = {t.message.headline, "", ""};
    out["pace"] = shown(speed::brief(t));
    out["timed_on"] = t.card.empty() ? Data(false) : shown(t.card);
    out["speeds"] = sentences_of(speed::sentences(t));
    out["no_speed"] = t.message.headline.empty() ? Data(false) : shown(text(t.message));
    out["card_printed"] = shown(t.printed);
}

}  // namespace halo::grader::report::page
