#include "record/ledger.hpp"

#include <fcntl.h>
#include <sys/random.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <map>

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>
#include <sqlite3.h>
#include <nlohmann/json.hpp>

#include "machine/errors.hpp"
#include "record/ledger_database.hpp"
#include "record/ledger_schema.hpp"
#include "record/ledger_trouble.hpp"
#include "record/told.hpp"

namespace halo::grader::record {
namespace {

constexpr const char* kTables = R"sql(
CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT NOT NULL);

-- One row per verdict ever given. Of several for the same key, the one of the latest judging counts.
CREATE TABLE verdict(
    content TEXT NOT NULL, lab TEXT NOT NULL, function TEXT NOT NULL, harness TEXT NOT NULL, settings TEXT NOT NULL,
    verdict TEXT NOT NULL, judgement TEXT NOT NULL, judging INTEGER NOT NULL UNIQUE REFERENCES judged(id),
    PRIMARY KEY(content, lab, function, harness, settings, judging));

-- One row per judging. One without `finished` was cut short, and is repeated under a new number.
CREATE TABLE judged(
    id INTEGER PRIMARY KEY AUTOINCREMENT, run INTEGER NOT NULL REFERENCES run(id),
    content TEXT NOT NULL, lab TEXT NOT NULL, function TEXT NOT NULL, harness TEXT NOT NULL, settings TEXT NOT NULL,
    started TEXT NOT NULL, finished TEXT, verdict TEXT, fault TEXT);

CREATE TABLE run(id INTEGER PRIMARY KEY AUTOINCREMENT, started TEXT NOT NULL, submissions TEXT NOT NULL,
    settings TEXT NOT NULL, sandboxed INTEGER NOT NULL);
CREATE TABLE run_lab(run INTEGER NOT NULL REFERENCES run(id), position INTEGER NOT NULL, lab TEXT NOT NULL,
    title TEXT NOT NULL, harness TEXT NOT NULL, functions TEXT NOT NULL, PRIMARY KEY(run, lab));
CREATE TABLE run_student(run INTEGER NOT NULL REFERENCES run(id), position INTEGER NOT NULL, student TEXT NOT NULL,
    PRIMARY KEY(run, position));
CREATE TABLE handed_in(run INTEGER NOT NULL REFERENCES run(id), position INTEGER NOT NULL, student TEXT NOT NULL,
    lab TEXT NOT NULL, file TEXT NOT NULL, content TEXT NOT NULL, headline TEXT NOT NULL, place TEXT NOT NULL,
    advice TEXT NOT NULL, PRIMARY KEY(run, position));
)sql";

constexpr const char* kSchema = "8";

/// Version 6 did not keep what was asked about people.
constexpr const char* kQuestions = R"sql(
-- Whose folder it is, where only a person can tell; no row if that is known.
CREATE TABLE IF NOT EXISTS question(run INTEGER NOT NULL REFERENCES run(id), student TEXT NOT NULL, question TEXT NOT NULL, PRIMARY KEY(run, student));
UPDATE meta SET value = '7' WHERE key = 'schema';
)sql";

/// Version 5 did not keep what the reports said.
constexpr const char* kRevisions = R"sql(
-- The grades as they were reported, each time that they changed.
CREATE TABLE IF NOT EXISTS revision(number INTEGER PRIMARY KEY AUTOINCREMENT, at TEXT NOT NULL, command TEXT NOT NULL, settings TEXT NOT NULL,
    course TEXT NOT NULL, overrides TEXT NOT NULL);
-- The runs of which it is true: a later one may have found the same.
CREATE TABLE IF NOT EXISTS revision_run(revision INTEGER NOT NULL REFERENCES revision(number), run INTEGER NOT NULL REFERENCES run(id), PRIMARY KEY(revision, run));
CREATE TABLE IF NOT EXISTS revision_harness(revision INTEGER NOT NULL REFERENCES revision(number), lab TEXT NOT NULL, harness TEXT NOT NULL, PRIMARY KEY(revision, lab));
-- Content, harness and settings are those of the judging; NULL where nothing was judged.
CREATE TABLE IF NOT EXISTS revision_cell(revision INTEGER NOT NULL REFERENCES revision(number), position INTEGER NOT NULL, student TEXT NOT NULL, lab TEXT NOT NULL,
    function TEXT NOT NULL, verdict TEXT NOT NULL, judging INTEGER REFERENCES judged(id), points REAL, max_points REAL NOT NULL, steps TEXT NOT NULL,
    comment TEXT NOT NULL, PRIMARY KEY(revision, position));
CREATE TABLE IF NOT EXISTS revision_lab(revision INTEGER NOT NULL REFERENCES revision(number), position INTEGER NOT NULL, student TEXT NOT NULL, lab TEXT NOT NULL,
    counts TEXT NOT NULL, points REAL, max_points REAL NOT NULL, steps TEXT NOT NULL, comment TEXT NOT NULL, PRIMARY KEY(revision, position));
CREATE TABLE IF NOT EXISTS revision_student(revision INTEGER NOT NULL REFERENCES revision(number), position INTEGER NOT NULL, student TEXT NOT NULL,
    points REAL, max_points REAL NOT NULL, steps TEXT NOT NULL, comment TEXT NOT NULL, PRIMARY KEY(revision, position));
-- Judgings of a trial, which do not count.
CREATE TABLE IF NOT EXISTS trial(judging INTEGER PRIMARY KEY REFERENCES judged(id));
UPDATE meta SET value = '6' WHERE key = 'schema';
)sql";

/// Version 4 knew neither people nor times, and did not keep what was handed in.
constexpr const char* kPeople = R"sql(
-- What was handed in, by its sha256. Reports quote lines of it, and it can be judged again without its folder.
CREATE TABLE IF NOT EXISTS content(sha256 TEXT PRIMARY KEY, bytes BLOB NOT NULL);
-- Who a student's folder belongs to; no row if unknown.
CREATE TABLE IF NOT EXISTS person(run INTEGER NOT NULL REFERENCES run(id), student TEXT NOT NULL, id TEXT NOT NULL, name TEXT NOT NULL,
    mail TEXT NOT NULL, section TEXT NOT NULL, PRIMARY KEY(run, student));
-- When, and where the time comes from; no row if it is not known.
CREATE TABLE IF NOT EXISTS handed_in_at(run INTEGER NOT NULL REFERENCES run(id), student TEXT NOT NULL, lab TEXT NOT NULL, at TEXT NOT NULL,
    source TEXT NOT NULL, PRIMARY KEY(run, student, lab));
UPDATE meta SET value = '5' WHERE key = 'schema';
)sql";

/// Version 3 knew no predictions.
constexpr const char* kPredictions = R"sql(
-- What a student predicted for a lab, as it was handed in for a run; no row if nothing was.
CREATE TABLE IF NOT EXISTS predicted(run INTEGER NOT NULL REFERENCES run(id), student TEXT NOT NULL, lab TEXT NOT NULL,
    predictions TEXT NOT NULL, PRIMARY KEY(run, student, lab));
UPDATE meta SET value = '4' WHERE key = 'schema';
)sql";

/// Version 2 knew no card.
constexpr const char* kTimings = R"sql(
-- One row per time ever taken, or tried. Of several that stand, the latest counts.
CREATE TABLE IF NOT EXISTS timing(
    id INTEGER PRIMARY KEY AUTOINCREMENT, run INTEGER NOT NULL REFERENCES run(id),
    content TEXT NOT NULL, lab TEXT NOT NULL, function TEXT NOT NULL, timer TEXT NOT NULL, card TEXT NOT NULL,
    taken TEXT NOT NULL, pace TEXT NOT NULL, stands INTEGER NOT NULL, timing TEXT NOT NULL);
CREATE INDEX IF NOT EXISTS timing_of ON timing(content, lab, function);
CREATE TABLE IF NOT EXISTS run_card(run INTEGER PRIMARY KEY REFERENCES run(id), card TEXT NOT NULL, note TEXT NOT NULL,
    headline TEXT NOT NULL, place TEXT NOT NULL, advice TEXT NOT NULL);
UPDATE meta SET value = '3' WHERE key = 'schema';
)sql";

/// Version 1 had one verdict for each key.
constexpr const char* kFromVersion1 = R"sql(
ALTER TABLE verdict RENAME TO verdict_1;
CREATE TABLE verdict(
    content TEXT NOT NULL, lab TEXT NOT NULL, function TEXT NOT NULL, harness TEXT NOT NULL, settings TEXT NOT NULL,
    verdict TEXT NOT NULL, judgement TEXT NOT NULL, judging INTEGER NOT NULL UNIQUE REFERENCES judged(id),
    PRIMARY KEY(content, lab, function, harness, settings, judging));
INSERT INTO verdict SELECT * FROM verdict_1;
DROP TABLE verdict_1;
UPDATE meta SET value = '2' WHERE key = 'schema';
)sql";

std::string random_hex()
{
    unsigned char bytes[32];
    if (getrandom(bytes, sizeof bytes, 0) != sizeof bytes)
        throw GraderFault({"the system gave no random bytes for the ledger's seed", "", ""});
    std::string text;
    for (const unsigned char byte : bytes) text += fmt::format("{:02x}", byte);
    return text;
}

/// A record lock of fcntl: released when the process ends, however it ends, and never inherited by a child.
int lock(const std::filesystem::path& path)
{
    const int fd = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (fd < 0)
        throw UsageError({fmt::format("grader: {} cannot be written: {}", path.parent_path().string(), std::strerror(errno)),
                          "", "choose another folder with --out"});
    struct flock range {};
    range.l_type = F_WRLCK;
    range.l_whence = SEEK_SET;
    if (fcntl(fd, F_SETLK, &range) == 0) return fd;
    struct flock holder = range;
    const bool known = fcntl(fd, F_GETLK, &holder) == 0 && holder.l_type != F_UNLCK && holder.l_pid > 0;
    close(fd);
    throw UsageError({fmt::format("grader: another grader is writing to {}", path.parent_path().string()),
                      known ? fmt::format("its process number is {}", holder.l_pid) : "",
                      "wait for it to finish, or choose another folder with --out"});
}

}  // namespace

const char* ledger_schema() { return kSchema; }

std::string ledger_trouble(const std::exception& error)
{
    if (dynamic_cast<const SQLite::Exception*>(&error) == nullptr) return "";
    return text({fmt::format("grader: the ledger can't be used: {}", error.what()), "ledger.sqlite",
                 "check the space left on its disk; if it is damaged, restore it from a copy, or: sqlite3 ledger.sqlite .recover"});
}

Ledger::Ledger(const std::filesystem::path& folder, std::optional<std::uint64_t> seed)
{
    lock_ = lock(folder / "ledger.lock");
    const std::filesystem::path path = folder / "ledger.sqlite";
    try {
        // The seed must be kept secret from other users of the machine.
        const int fd = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
        if (fd >= 0) close(fd);
        db_ = std::make_unique<Database>(path);
        db_->exec("PRAGMA journal_mode=WAL");
        db_->exec("PRAGMA synchronous=FULL");
        db_->exec("PRAGMA foreign_keys=ON");
        make_tables(seed);
    } catch (const SQLite::Exception& error) {
        close(lock_);
        throw GraderFault({fmt::format("{} cannot be used as a ledger: {}", path.string(), error.what()), "",
                           "choose another folder with --out; the ledger itself was not changed"});
    }
}

Ledger::Ledger(const std::filesystem::path& folder, ReadOnly)
{
    const std::filesystem::path path = existing_ledger(folder) / "ledger.sqlite";
    try {
        if (!is_current(path)) {
            db_.reset();
            Ledger completed(folder);       // or it throws
            open_to_read(path);
        }
    } catch (const SQLite::Exception& error) {
        throw GraderFault({fmt::format("{} cannot be read as a ledger: {}", path.string(), error.what()), "", "the ledger itself was not changed; if it is damaged, restore it from a copy, or: sqlite3 ledger.sqlite .recover"});
    }
}

bool Ledger::is_current(const std::filesystem::path& path)
{
    try {
        open_to_read(path);
        return schema() == kSchema;
    } catch (const SQLite::Exception& error) {
        // A grader was killed while it made the tables, or left a journal that only a writer may put back.
        if (error.getErrorCode() == SQLITE_READONLY || (error.getErrorCode() == SQLITE_ERROR && !has_tables())) return false;
        throw;
    }
}

bool Ledger::has_tables()
{
    SQLite::Statement query(*db_, "SELECT COUNT(*) FROM sqlite_master");
    return query.executeStep() && query.getColumn(0).getInt() > 0;
}

void Ledger::open_to_read(const std::filesystem::path& path)
{
    db_ = std::make_unique<Database>(path, SQLite::OPEN_READONLY);
    db_->exec("BEGIN");                     // never ended: what another grader writes meanwhile is not seen
}

Ledger::~Ledger()
{
    db_.reset();
    if (lock_ >= 0) close(lock_);
}

void Ledger::make_tables(std::optional<std::uint64_t> seed)
{
    SQLite::Transaction transaction(*db_);
    if (!db_->tableExists("meta")) {
        db_->exec(kTables);
        SQLite::Statement insert(*db_, "INSERT INTO meta VALUES (?, ?), ('schema', ?)");
        insert.bind(1, "seed");
        insert.bind(2, seed ? std::to_string(*seed) : random_hex());
        insert.bind(3, "2");
        insert.exec();
    }
    if (schema() == "1") db_->exec(kFromVersion1);
    if (schema() == "2") db_->exec(kTimings);
    if (schema() == "3") db_->exec(kPredictions);
    if (schema() == "4") db_->exec(kPeople);
    if (schema() == "5") db_->exec(kRevisions);
    if (schema() == "6") db_->exec(kQuestions);
    if (schema() == "7") db_->exec(kUnplaced);
    if (schema() != kSchema)
        throw GraderFault({"the ledger was written by another version of the grader", "", "choose another folder with --out"});
    SQLite::Statement query(*db_, "SELECT value FROM meta WHERE key = 'seed'");
    if (query.executeStep()) secret_ = query.getColumn(0).getString();
    transaction.commit();
}

std::string Ledger::schema()
{
    SQLite::Statement query(*db_, "SELECT value FROM meta WHERE key = 'schema'");
    return query.executeStep() ? query.getColumn(0).getString() : "";
}

std::string Ledger::remembered(const std::string& name)
{
    const std::lock_guard guard(mutex_);
    SQLite::Statement query(*db_, "SELECT value FROM meta WHERE key = ?");
    query.bind(1, "last " + name);
    return query.executeStep() ? query.getColumn(0).getString() : "";
}

void Ledger::remember(const std::string& name, const std::string& value)
{
    const std::lock_guard guard(mutex_);
    SQLite::Statement insert(*db_, "INSERT OR REPLACE INTO meta VALUES (?, ?)");
    insert.bind(1, "last " + name);
    insert.bind(2, value);
    insert.exec();
}

void Ledger::begin(Run& run)
{
    const std::lock_guard guard(mutex_);
    SQLite::Transaction transaction(*db_);
    run.started = utc_now();
    SQLite::Statement insert(*db_, "INSERT INTO run(started, submissions, settings, sandboxed) VALUES (?, ?, ?, ?)");
    insert.bind(1, run.started);
    insert.bind(2, run.submissions);
    insert.bind(3, run.settings);
    insert.bind(4, run.sandboxed ? 1 : 0);
    insert.exec();
    run.id = db_->getLastInsertRowid();

    int position = 0;
    for (const RunLab& lab : run.labs) {
        SQLite::Statement row(*db_, "INSERT INTO run_lab VALUES (?, ?, ?, ?, ?, ?)");
        row.bind(1, run.id);
        row.bind(2, position++);
        row.bind(3, lab.lab);
        row.bind(4, lab.title);
        row.bind(5, lab.harness);
        row.bind(6, nlohmann::json(lab.functions).dump());
        row.exec();
    }
    position = 0;
    for (const std::string& student : run.students) {
        SQLite::Statement row(*db_, "INSERT INTO run_student VALUES (?, ?, ?)");
        row.bind(1, run.id);
        row.bind(2, position++);
        row.bind(3, student);
        row.exec();
    }
    for (const auto& [student, person] : run.people) {
        SQLite::Statement row(*db_, "INSERT INTO person VALUES (?, ?, ?, ?, ?, ?)");
        row.bind(1, run.id);
        int column = 2;
        for (const std::string* text : {&student, &person.id, &person.name, &person.mail, &person.section}) row.bind(column++, *text);
        row.exec();
        if (person.question.empty()) continue;
        SQLite::Statement question(*db_, "INSERT INTO question VALUES (?, ?, ?)");
        question.bind(1, run.id);
        question.bind(2, student);
        question.bind(3, person.question);
        question.exec();
    }
    if (const nlohmann::json told = told_by_import(run); !told.empty()) {
        SQLite::Statement row(*db_, "INSERT INTO import VALUES (?, ?)");
        row.bind(1, run.id);
        row.bind(2, told.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
        row.exec();
    }
    position = 0;
    for (const Submission& s : run.submissions_list) {
        SQLite::Statement row(*db_, "INSERT INTO handed_in VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)");
        row.bind(1, run.id);
        row.bind(2, position++);
        int column = 3;
        for (const std::string* text :
             {&s.student, &s.lab, &s.file, &s.content, &s.missing.headline, &s.missing.where, &s.missing.attempt})
            row.bind(column++, *text);
        row.exec();
        keep(s);
        if (!s.handed_in_at.empty()) {
            SQLite::Statement at(*db_, "INSERT INTO handed_in_at VALUES (?, ?, ?, ?, ?)");
            at.bind(1, run.id);
            column = 2;
            for (const std::string* text : {&s.student, &s.lab, &s.handed_in_at, &s.time_from}) at.bind(column++, *text);
            at.exec();
        }
        if (s.predictions.empty()) continue;
        SQLite::Statement predicted(*db_, "INSERT INTO predicted VALUES (?, ?, ?, ?)");
        predicted.bind(1, run.id);
        predicted.bind(2, s.student);
        predicted.bind(3, s.lab);
        predicted.bind(4, to_text(s.predictions));
        predicted.exec();
    }
    transaction.commit();
}

void Ledger::keep(const Submission& submission)
{
    if (!submission.bytes) return;
    SQLite::Statement insert(*db_, "INSERT OR IGNORE INTO content VALUES (?, ?)");
    insert.bind(1, submission.content);
    insert.bind(2, submission.bytes->data(), int(submission.bytes->size()));
    insert.exec();
}

std::optional<std::string> Ledger::bytes_of(const std::string& content)
{
    const std::lock_guard guard(mutex_);
    SQLite::Statement query(*db_, "SELECT bytes FROM content WHERE sha256 = ?");
    query.bind(1, content);
    return query.executeStep() ? std::optional(query.getColumn(0).getString()) : std::nullopt;
}

std::optional<Run> Ledger::latest_run()
{
    std::int64_t latest = 0;
    {
        const std::lock_guard guard(mutex_);
        latest = db_->execAndGet("SELECT COALESCE(MAX(id), 0) FROM run").getInt64();
    }
    return run(latest);
}

std::optional<Run> Ledger::run(std::int64_t id)
{
    const std::lock_guard guard(mutex_);
    SQLite::Statement query(*db_, "SELECT id, started, submissions, settings, sandboxed FROM run WHERE id = ?");
    query.bind(1, id);
    if (!query.executeStep()) return std::nullopt;
    Run run;
    run.id = query.getColumn(0).getInt64();
    run.started = query.getColumn(1).getString();
    run.submissions = query.getColumn(2).getString();
    run.settings = query.getColumn(3).getString();
    run.sandboxed = query.getColumn(4).getInt() != 0;

    SQLite::Statement labs(*db_, "SELECT lab, title, harness, functions FROM run_lab WHERE run = ? ORDER BY position");
    labs.bind(1, run.id);
    while (labs.executeStep())
        run.labs.push_back({labs.getColumn(0).getString(), labs.getColumn(1).getString(), labs.getColumn(2).getString(),
                            nlohmann::json::parse(labs.getColumn(3).getString()).get<std::vector<std::string>>()});

    SQLite::Statement students(*db_, "SELECT student FROM run_student WHERE run = ? ORDER BY position");
    students.bind(1, run.id);
    while (students.executeStep()) run.students.push_back(students.getColumn(0).getString());

    SQLite::Statement people(*db_, "SELECT student, id, name, mail, section, question FROM person LEFT JOIN question USING(run, student) WHERE run = ?");
    people.bind(1, run.id);
    while (people.executeStep())
        run.people[people.getColumn(0).getString()] = {people.getColumn(1).getString(), people.getColumn(2).getString(), people.getColumn(3).getString(), people.getColumn(4).getString(),
                                                       people.getColumn(5).isNull() ? "" : people.getColumn(5).getString()};

    SQLite::Statement told(*db_, "SELECT told FROM import WHERE run = ?");
    told.bind(1, run.id);
    if (told.executeStep()) take_told(nlohmann::json::parse(told.getColumn(0).getString(), nullptr, false), run);

    std::map<std::pair<std::string, std::string>, Predictions> predictions;
    SQLite::Statement predicted(*db_, "SELECT student, lab, predictions FROM predicted WHERE run = ?");
    predicted.bind(1, run.id);
    while (predicted.executeStep())
        predictions[{predicted.getColumn(0).getString(), predicted.getColumn(1).getString()}] = predictions_from_text(predicted.getColumn(2).getString());

    SQLite::Statement rows(*db_, "SELECT student, lab, file, content, headline, place, advice, at, source FROM handed_in "
                                 "LEFT JOIN handed_in_at USING(run, student, lab) WHERE run = ? ORDER BY position");
    rows.bind(1, run.id);
    while (rows.executeStep()) {
        Submission s;
        s.student = rows.getColumn(0).getString();
        s.lab = rows.getColumn(1).getString();
        s.file = rows.getColumn(2).getString();
        s.content = rows.getColumn(3).getString();
        s.missing = {rows.getColumn(4).getString(), rows.getColumn(5).getString(), rows.getColumn(6).getString()};
        if (!rows.getColumn(7).isNull()) s.handed_in_at = rows.getColumn(7).getString(), s.time_from = rows.getColumn(8).getString();
        if (const auto found = predictions.find({s.student, s.lab}); found != predictions.end()) s.predictions = std::move(found->second);
        run.submissions_list.push_back(std::move(s));
    }
    run.card = card_of(run.id);
    return run;
}

std::filesystem::path existing_ledger(const std::filesystem::path& folder)
{
    if (std::filesystem::is_regular_file(folder / "ledger.sqlite")) return folder;
    throw UsageError({fmt::format("grader: {} holds no grades", folder.string()), "there is no ledger.sqlite in it", fmt::format("grade first: grader run SUBMISSIONS --out {}", folder.string())});
}

}  // namespace halo::grader::record
