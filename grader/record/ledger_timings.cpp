// The ledger's part about speed.

#include "record/ledger_database.hpp"

#include <ctime>

#include <nlohmann/json.hpp>

namespace halo::grader::record {

std::string utc_now()
{
    const std::time_t time = std::time(nullptr);
    std::tm utc{};
    gmtime_r(&time, &utc);
    char text[32];
    std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc);
    return text;
}

void Ledger::record_card(std::int64_t run, const RunCard& card)
{
    const std::lock_guard guard(mutex_);
    SQLite::Statement insert(*db_, "INSERT INTO run_card VALUES (?, ?, ?, ?, ?, ?)");
    insert.bind(1, run);
    int column = 2;
    for (const std::string* text : {&card.name, &card.note, &card.why.headline, &card.why.where, &card.why.attempt}) insert.bind(column++, *text);
    insert.exec();
}

/// The caller holds the mutex.
std::optional<RunCard> Ledger::card_of(std::int64_t run)
{
    SQLite::Statement query(*db_, "SELECT card, note, headline, place, advice FROM run_card WHERE run = ?");
    query.bind(1, run);
    if (!query.executeStep()) return std::nullopt;
    const auto text = [&](int column) { return query.getColumn(column).getString(); };
    return RunCard{text(0), text(1), {text(2), text(3), text(4)}};
}

void Ledger::add_timing(const TimingKey& key, std::int64_t run, const Timing& timing)
{
    const std::string json = to_json(timing).dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
    const std::lock_guard guard(mutex_);
    SQLite::Statement insert(*db_, "INSERT INTO timing(run, content, lab, function, timer, card, taken, pace, stands, timing) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    insert.bind(1, run);
    int column = 2;
    for (const std::string& text : {key.content, key.lab, key.function, key.timer, key.card, utc_now(), std::string(name(timing.pace))}) insert.bind(column++, text);
    insert.bind(9, stands(timing.pace) ? 1 : 0);
    insert.bind(10, json);
    insert.exec();
}

std::vector<TimingKey> Ledger::times_of(const std::string& content, const std::string& lab, const std::string& function)
{
    const std::lock_guard guard(mutex_);
    SQLite::Statement query(*db_, "SELECT DISTINCT timer, card FROM timing WHERE content = ? AND lab = ? AND function = ? AND stands");
    int column = 1;
    for (const std::string* text : {&content, &lab, &function}) query.bind(column++, *text);
    std::vector<TimingKey> keys;
    while (query.executeStep()) keys.push_back({content, lab, function, query.getColumn(0).getString(), query.getColumn(1).getString()});
    return keys;
}

std::optional<Timing> Ledger::reported_timing(const JudgingKey& key, const Run& run)
{
    const std::lock_guard guard(mutex_);
    SQLite::Statement query(*db_, "SELECT timing FROM timing WHERE content = ? AND lab = ? AND function = ? AND (stands OR run = ?) "
                                  "ORDER BY stands DESC, card = ? DESC, id DESC LIMIT 1");
    query.bind(1, key.content);
    query.bind(2, key.lab);
    query.bind(3, key.function);
    query.bind(4, run.id);
    query.bind(5, run.card ? run.card->name : "");
    return query.executeStep() ? std::optional(timing_from_json(query.getColumn(0).getString())) : std::nullopt;
}

}  // namespace halo::grader::record
