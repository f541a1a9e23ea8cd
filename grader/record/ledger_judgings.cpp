// The ledger's part about judgings: which verdict counts, and what it says.

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "record/ledger_database.hpp"

namespace halo::grader::record {
namespace {

void bind(SQLite::Statement& query, int first, const JudgingKey& key)
{
    for (const std::string* part : {&key.content, &key.lab, &key.function, &key.harness, &key.settings})
        query.bind(first++, *part);
}

constexpr const char* kOfKey = "content = ? AND lab = ? AND function = ? AND harness = ? AND settings = ? ";

const char* without(Judging trials) { return trials == Judging::on_trial ? "" : "AND judging NOT IN (SELECT judging FROM trial)"; }

/// Throws UnreadableJudgement also for one that is not what its row says.
Judgement parsed(const std::string& json, const std::string& verdict)
{
    Judgement judgement = judgement_from_json(json);
    if (name(judgement.verdict) != verdict) throw UnreadableJudgement(fmt::format("the row says {}, its judgement {}", verdict, name(judgement.verdict)));
    return judgement;
}

}  // namespace

std::optional<Judgement> Ledger::verdict(const JudgingKey& key, Judging trials)
{
    const std::lock_guard guard(mutex_);
    try {
        SQLite::Statement query(*db_, fmt::format("SELECT judgement, verdict FROM verdict WHERE {} {} ORDER BY judging DESC LIMIT 1", kOfKey, without(trials)));
        bind(query, 1, key);
        if (query.executeStep()) return parsed(query.getColumn(0).getString(), query.getColumn(1).getString());
    } catch (const UnreadableJudgement&) {
    } catch (const SQLite::Exception& error) {
        if (!is_damage(error)) throw;
    }
    return std::nullopt;
}

bool Ledger::take_up(const JudgingKey& key)
{
    const std::lock_guard guard(mutex_);
    SQLite::Statement remove(*db_, fmt::format("DELETE FROM trial WHERE judging = (SELECT MAX(judging) FROM verdict WHERE {0}) "
                                               "AND NOT EXISTS (SELECT 1 FROM verdict WHERE {0} AND judging NOT IN (SELECT judging FROM trial))", kOfKey));
    bind(remove, 1, key);
    bind(remove, 6, key);
    return remove.exec() > 0;
}

Standing Ledger::standing(const JudgingKey& key, std::int64_t run, Judging trials)
{
    const std::lock_guard guard(mutex_);
    const Standing none{0, key.content, key.harness, key.settings};
    SQLite::Statement query(*db_, fmt::format("SELECT judging FROM verdict WHERE {} {} ORDER BY judging DESC LIMIT 1", kOfKey, without(trials)));
    bind(query, 1, key);
    if (query.executeStep()) return {query.getColumn(0).getInt64(), key.content, key.harness, key.settings};
    SQLite::Statement fault(*db_, fmt::format("SELECT id AS judging FROM judged WHERE {} AND run = ? AND fault IS NOT NULL {} ORDER BY id DESC LIMIT 1", kOfKey, without(trials)));
    bind(fault, 1, key);
    fault.bind(6, run);
    if (fault.executeStep()) return {fault.getColumn(0).getInt64(), key.content, key.harness, key.settings};
    return none;
}

Judgement Ledger::judgement(const Standing& standing, const std::string& lab, const std::string& function)
{
    if (standing.judging == 0)
        return bare_judgement(function, Verdict::grader_fault, {fmt::format("{} was not judged: the grader was stopped first", function), "", "run it again"});
    const std::lock_guard guard(mutex_);
    std::string why = "it is not there";
    try {
        SQLite::Statement query(*db_, "SELECT judgement, verdict FROM verdict WHERE judging = ?");
        query.bind(1, standing.judging);
        if (query.executeStep()) return parsed(query.getColumn(0).getString(), query.getColumn(1).getString());
        SQLite::Statement fault(*db_, "SELECT fault, verdict FROM judged WHERE id = ? AND fault IS NOT NULL");
        fault.bind(1, standing.judging);
        if (fault.executeStep()) return parsed(fault.getColumn(0).getString(), fault.getColumn(1).getString());
    } catch (const UnreadableJudgement& error) {
        why = error.what();
    } catch (const SQLite::Exception& error) {
        if (!is_damage(error)) throw;
        why = error.what();
    }
    return bare_judgement(function, Verdict::grader_fault,
                          {fmt::format("the verdict on {} of {} can't be read in the ledger: {}", function, lab, why), fmt::format("ledger.sqlite, table verdict, judging {}", standing.judging),
                           "grader regrade --out DIR judges it again"});
}

std::string Ledger::judged_at(std::int64_t judging)
{
    const std::lock_guard guard(mutex_);
    SQLite::Statement query(*db_, "SELECT finished FROM judged WHERE id = ?");
    query.bind(1, judging);
    return query.executeStep() && !query.getColumn(0).isNull() ? query.getColumn(0).getString() : "";
}

std::int64_t Ledger::start(const JudgingKey& key, std::int64_t run)
{
    const std::lock_guard guard(mutex_);
    SQLite::Statement insert(*db_, "INSERT INTO judged(content, lab, function, harness, settings, run, started) "
                                   "VALUES (?, ?, ?, ?, ?, ?, ?)");
    bind(insert, 1, key);
    insert.bind(6, run);
    insert.bind(7, utc_now());
    insert.exec();
    return db_->getLastInsertRowid();
}

void Ledger::finish(std::int64_t judging, const JudgingKey& key, const Judgement& judgement, Judging what_for)
{
    const std::string json = to_json(judgement).dump();
    const bool ours = judgement.verdict == Verdict::grader_fault;
    const std::lock_guard guard(mutex_);
    SQLite::Transaction transaction(*db_);
    if (!ours) {
        SQLite::Statement insert(*db_, "INSERT INTO verdict VALUES (?, ?, ?, ?, ?, ?, ?, ?)");
        bind(insert, 1, key);
        insert.bind(6, std::string(name(judgement.verdict)));
        insert.bind(7, json);
        insert.bind(8, judging);
        insert.exec();
    }
    SQLite::Statement update(*db_, "UPDATE judged SET finished = ?, verdict = ?, fault = ? WHERE id = ?");
    update.bind(1, utc_now());
    update.bind(2, std::string(name(judgement.verdict)));
    if (ours) update.bind(3, json);
    update.bind(4, judging);
    update.exec();
    if (what_for == Judging::on_trial) {
        SQLite::Statement trial(*db_, "INSERT INTO trial VALUES (?)");
        trial.bind(1, judging);
        trial.exec();
    }
    transaction.commit();
}

}  // namespace halo::grader::record
