#include <doctest/doctest.h>

#include <deque>

#include "arrival/import/choice.hpp"

namespace choice_test {

using namespace halo;
using namespace halo::grader;
using namespace halo::grader::arrival;

namespace {

/// Candidates for one lab, and what is chosen: `a.cu; b.cu: why not`.
class Case {
public:
    Candidate& add(const std::string& path, const std::string& content = "")
    {
        files_.push_back({.path = path, .hash = content.empty() ? path : content, .modified = 1'000'000});
        candidates_.push_back({.file = &files_.back(), .origin = {.path = path}, .name = *file_name(base_name(path)), .text = {.text = "x", .changed = "", .refused = {}}});
        return candidates_.back();
    }
    File& file() { return files_.back(); }

    std::string result() const
    {
        const std::vector<Candidate> all(candidates_.begin(), candidates_.end());
        const Choice choice = choose(all);
        std::string out = choice.chosen ? all[*choice.chosen].path() : "none";
        if (choice.chosen && !choice.reasons[*choice.chosen].empty()) out += " (" + choice.reasons[*choice.chosen] + ")";
        for (std::size_t i = 0; i < all.size(); ++i)
            if (i != choice.chosen) out += "; " + all[i].path() + ": " + choice.reasons[i];
        return out;
    }

private:
    std::deque<File> files_;
    std::deque<Candidate> candidates_;
};

}  // namespace

TEST_CASE("of two attempts the newest counts")
{
    Case attempts;
    attempts.add("b.cu").origin.attempt = "2026-10-02-09-30-00";
    attempts.add("a.cu").origin.attempt = "2026-10-01-12-00-00";
    CHECK(attempts.result() == "b.cu; a.cu: an attempt of 2026-10-01 12:00:00; that of 2026-10-02 09:30:00 counts");
}

TEST_CASE("the newest attempt counts though an older file has a newer time")
{
    Case attempts;
    attempts.add("b.cu").origin = {.path = "b.cu", .attempt = "2026-10-02-09-30-00", .times_mean = true};
    attempts.add("a.cu").origin = {.path = "a.cu", .attempt = "2026-10-01-12-00-00", .times_mean = true};
    attempts.file().modified += 3600;
    CHECK(attempts.result().starts_with("b.cu"));
}

TEST_CASE("a later upload counts")
{
    Case uploads;
    uploads.add("conv1d_basic.cu").origin.upload = 7;
    uploads.add("conv1d_basic-1.cu").origin.upload = 12;
    CHECK(uploads.result() == "conv1d_basic-1.cu; conv1d_basic.cu: conv1d_basic-1.cu was uploaded later");
}

TEST_CASE("a stale file beside its copy is named, by time if that means something")
{
    for (const bool copy_is_newer : {true, false}) {
        Case files;
        files.add("conv1d_basic.cu").origin.times_mean = true;
        files.add("conv1d_basic (1).cu").origin.times_mean = true;
        files.file().modified += copy_is_newer ? 3600 : -3600;
        CHECK(files.result() == (copy_is_newer ? "conv1d_basic (1).cu; conv1d_basic.cu: older, of 1970-01-12 13:46; conv1d_basic (1).cu is of 1970-01-12 14:46"
                                               : "conv1d_basic.cu; conv1d_basic (1).cu: older, of 1970-01-12 12:46; conv1d_basic.cu is of 1970-01-12 13:46"));
    }
    Case unknown;
    unknown.add("conv1d_basic.cu");
    unknown.add("conv1d_basic (1).cu");
    unknown.file().modified -= 3600;            // the LMS's time, and no student's
    CHECK(unknown.result() == "conv1d_basic (1).cu; conv1d_basic.cu: no time says which is newer; conv1d_basic (1).cu has the larger number");
}

TEST_CASE("two seconds make no difference for a zip")
{
    Case files;
    files.add("a/conv.cu").origin.times_mean = true;
    files.add("b/conv.cu").origin.times_mean = true;
    files.file().modified += 2;
    CHECK(files.result() == "a/conv.cu; b/conv.cu: nothing says which is newer; a/conv.cu was taken");
}

TEST_CASE("an untouched skeleton loses against work, within one attempt")
{
    Case files;
    files.add("conv (1).cu").untouched = true;
    files.add("conv.cu");
    CHECK(files.result() == "conv.cu; conv (1).cu: the lab's untouched skeleton; conv.cu was worked on");
    Case alone;
    alone.add("conv.cu").untouched = true;
    CHECK(alone.result() == "conv.cu (the lab's untouched skeleton)");
    Case late;
    late.add("conv.cu").origin.late = true;
    CHECK(late.result() == "conv.cu (marked late)");
}

TEST_CASE("the lab's folder comes before others, a later download before an earlier one")
{
    Case folders;
    folders.add("old/conv.cu");
    folders.add("07_conv/conv.cu").in_folder = true;
    CHECK(folders.result() == "07_conv/conv.cu; old/conv.cu: 07_conv/conv.cu is in the lab's folder");
    Case downloads;
    downloads.add("a/conv.cu");
    downloads.add("b/conv.cu");
    downloads.file().download = 1;
    CHECK(downloads.result() == "b/conv.cu; a/conv.cu: a later download has b/conv.cu");
}

TEST_CASE("a file that is not text is passed over, and if there is no other, nothing is chosen")
{
    Case files;
    files.add("conv (1).cu").text = {std::nullopt, "", {"is a PDF, and no source text", "", ""}};
    files.add("conv.cu");
    CHECK(files.result() == "conv.cu; conv (1).cu: is a PDF, and no source text");
    Case alone;
    alone.add("conv.cu").text = {std::nullopt, "", {"is a PDF, and no source text", "", ""}};
    CHECK(alone.result() == "none; conv.cu: is a PDF, and no source text");
}

TEST_CASE("the same content twice raises no question")
{
    Case files;
    files.add("conv.cu", "same");
    files.add("conv (1).cu", "same");
    CHECK(files.result() == "conv (1).cu; conv.cu: the same content as conv (1).cu");
}

TEST_CASE("the order in which files were found decides nothing")
{
    for (const bool turned : {false, true}) {
        Case files;
        for (const char* path : {turned ? "b/conv.cu" : "a/conv.cu", turned ? "a/conv.cu" : "b/conv.cu"}) files.add(path);
        CHECK(files.result().starts_with("a/conv.cu"));
    }
}

}  // namespace choice_test
