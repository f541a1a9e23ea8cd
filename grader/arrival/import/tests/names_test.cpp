#include <doctest/doctest.h>

#include "arrival/import/file_name.hpp"
#include "arrival/import/layout.hpp"

namespace names_test {

using namespace halo::grader::arrival;

namespace {

std::string stem(std::string_view name)
{
    const auto found = file_name(name);
    return found ? found->stem + (found->copy ? " " + std::to_string(found->copy) : "") : "none";
}

}  // namespace

TEST_CASE("a file is known by its name, whatever a browser or a system made of it")
{
    CHECK(stem("conv2d_tiled.cu") == "conv2d_tiled");
    for (const char* name : {"CONV2D_TILED.CU", "Conv2D tiled.cu", "conv2d-tiled.cu", "conv2d_tiled.cu.txt"}) CHECK(stem(name) == "conv2d_tiled");
    for (const char* name : {"conv2d_tiled (1).cu", "conv2d_tiled(1).cu", "conv2d_tiled-1.cu", "conv2d_tiled copy.cu", "conv2d_tiled - Copy.cu"})
        CHECK(stem(name) == "conv2d_tiled 1");
    CHECK(stem("conv2d_tiled (12).cu") == "conv2d_tiled 12");
    CHECK(stem("conv2d_tiled - Copy (2).cu") == "conv2d_tiled 3");
    CHECK(file_name("conv2d_tiled.cu")->exact);
    CHECK_FALSE(file_name("CONV2D_TILED.cu")->exact);
}

TEST_CASE("another name stays another name")
{
    CHECK(stem("tiled_design2.cu") == "tiled_design2");             // a digit that belongs to it
    CHECK(stem("conv2d_tiled_old.cu") == "conv2d_tiled_old");
    CHECK(stem("conv2d_tiled-2026.cu") == "conv2d_tiled_2026");     // a year is not a count
    for (const char* name : {"conv2d_tiled.cpp", "conv2d_tiled", ".cu", "._conv2d_tiled.cu", "conv2d_tiled.cu.zip"}) CHECK(stem(name) == "none");
}

TEST_CASE("the files of predictions are known by name, too")
{
    CHECK(prediction_name("prediction.toml")->file == "prediction.toml");
    CHECK(prediction_name("Profile (2).JSON")->file == "profile.json");
    CHECK(prediction_name("Profile (2).JSON")->name.copy == 2);
    CHECK(prediction_name("state-1.json")->file == "state.json");
    for (const char* name : {"prediction.json", "profile.toml", "profile_old.json", "lab.toml", ".json"}) CHECK_FALSE(prediction_name(name));
}

TEST_CASE("Canvas writes name, lateness, person and upload before a file's name")
{
    const auto late = canvas_name("lovelaceada_LATE_12345_678901_conv2d_tiled-1.cu");
    REQUIRE(late);
    CHECK(late->who.name == "lovelaceada");
    CHECK(late->who.canvas_id == "12345");
    CHECK(late->upload == 678901);
    CHECK(late->late == true);
    CHECK(canvas_name("LATE_12345_678901_conv2d_tiled.cu")->late == false);     // somebody's name
    CHECK(late->path == "conv2d_tiled-1.cu");
    CHECK(canvas_name("lovelaceada_1_2_a_3_4_b.cu")->path == "a_3_4_b.cu");
    CHECK(canvas_name("müllerzoë_1_2_a.cu")->who.name == "müllerzoë");
    CHECK(canvas_name("lovelaceada_1_2_lab.zip/x/a.cu")->path == "lab.zip/x/a.cu");
    CHECK(canvas_name("lovelaceada_1_text.html")->passed_over == "typed into Canvas, and no file");
    for (const char* name : {"conv2d_tiled.cu", "lovelaceada_12345_conv2d.cu", "12345_678901_conv2d.cu", "ada/x_1_2_a.cu", "_1_2_a.cu"}) CHECK_FALSE(canvas_name(name));
}

TEST_CASE("where it grades anonymously, Canvas writes an id in the place of name and number")
{
    const auto late = canvas_anonymous_name("LATE_anon_aB3dE_678901_conv2d_tiled-1.cu");
    REQUIRE(late);
    CHECK(late->who.name == "anon_aB3dE");
    CHECK(late->who.canvas_id.empty());
    CHECK(late->upload == 678901);
    CHECK(late->late == true);
    CHECK(late->path == "conv2d_tiled-1.cu");
    CHECK(canvas_anonymous_name("anon_12345_678901_5_a.cu")->path == "5_a.cu");          // Canvas's other form would have another's number in it
    CHECK(canvas_anonymous_name("anon_12345_678901_5_a.cu")->late == false);
    CHECK(canvas_anonymous_name("anon_aB3dE_1_lab.zip/x/a.cu")->path == "lab.zip/x/a.cu");
    CHECK(canvas_anonymous_name("anon_aB3dE_link.html")->passed_over == "typed into Canvas, and no file");
    for (const char* name : {"anon_aB3dE_a.cu", "anon_aB3dO_1_a.cu", "anon_aB3d_1_a.cu", "anon_aB3dEf_1_a.cu", "x_anon_aB3dE_1_a.cu", "Anon_aB3dE_1_a.cu", "anon_aB3dE_1", "anon_aB3dE_0_a.cu", "anon", "LATE_anon"})
        CHECK_FALSE_MESSAGE(canvas_anonymous_name(name), name);
}

TEST_CASE("Moodle has a folder for each person, or puts the same words before a file's name")
{
    const auto folder = moodle_name("Ada Lovelace_123_assignsubmission_file_/lab/conv2d_tiled.cu");
    REQUIRE(folder);
    CHECK(folder->who.name == "Ada Lovelace");
    CHECK(folder->number == "123");
    CHECK(folder->path == "lab/conv2d_tiled.cu");
    CHECK(moodle_name("Ada Lovelace_123_assignsubmission_file/a.cu")->path == "a.cu");
    CHECK(moodle_name("Ada Lovelace_123_assignsubmission_file_conv2d_tiled.cu")->path == "conv2d_tiled.cu");
    // Whoever may change a display name can't write what Moodle writes after it; and what a student calls a file comes after that.
    const auto named_as_ada = moodle_name("Ada Lovelace_123_assignsubmission_file__666_assignsubmission_file_/conv2d_tiled.cu");
    CHECK(named_as_ada->number == "666");
    CHECK(named_as_ada->who.name == "Ada Lovelace_123_assignsubmission_file_");
    CHECK(owner_in("Ada Lovelace_123_assignsubmission_file__666_assignsubmission_file") != owner_in("Ada Lovelace_123_assignsubmission_file_"));
    CHECK(moodle_name("Eve_666_assignsubmission_file_Ada Lovelace_123_assignsubmission_file_")->number == "666");
    CHECK(moodle_name("Eve_666_assignsubmission_file_Ada Lovelace_123_assignsubmission_file_.zip/a.cu")->number == "666");
    CHECK(moodle_name("Ada Lovelace_123_assignsubmission_onlinetext_/onlinetext.html")->passed_over == "typed into Moodle, and no file");
    for (const char* name : {"Ada Lovelace_assignsubmission_file_/a.cu", "Ada Lovelace_123/a.cu", "_1_assignsubmission_/a.cu"}) CHECK_FALSE((moodle_name(name) && !moodle_name(name)->who.name.empty()));
}

TEST_CASE("Blackboard's names begin with the assignment, which all of them share")
{
    const std::vector<std::string_view> paths = {"Lab_04_ada_attempt_2026-10-01-12-00-00_conv2d_tiled.cu", "Lab_04_ada_b_attempt_2026-10-01-12-00-00_conv2d_tiled.cu"};
    const Roster nobody;
    const Naming naming = blackboard_naming(paths, nobody);
    CHECK(naming(paths[0])->who.name == "ada");
    CHECK(naming(paths[1])->who.name == "ada_b");
    CHECK(naming(paths[0])->attempt == "2026-10-01-12-00-00");
    CHECK(naming(paths[0])->path == "conv2d_tiled.cu");
    CHECK(naming("Lab_04_ada_attempt_2026-10-01-12-00-00.txt")->passed_over == "Blackboard's receipt");
    for (const char* name : {"Lab_04_ada_attempt_2026-10-01_conv2d.cu", "Lab_04_ada_2026-10-01-12-00-00_a.cu", "_attempt_2026-10-01-12-00-00_a.cu"}) CHECK_FALSE(naming(name));
}

TEST_CASE("at Blackboard, what follows the first mark is a file's own name, unless a receipt says that the login goes on")
{
    const std::vector<std::string_view> paths = {"L_mal_attempt_2026-10-02-12-00-00_x_ada_attempt_2027-01-01-00-00-00_a.cu", "L_ada_attempt_2026-10-01-12-00-00_a.cu"};
    const Roster roster = Roster::parse("id,name\nada,Ada L\n", "roster.csv");
    CHECK(blackboard_naming(paths, roster)(paths[0])->who.name == "mal");
    CHECK(blackboard_naming(paths, roster)(paths[0])->attempt == "2026-10-02-12-00-00");
    CHECK(blackboard_naming(paths, roster)(paths[1])->who.id == "ada");
    const std::vector<std::string_view> odd = {"L_attempt_2026-01-01-00-00-00_x_ada_attempt_2026-10-01-12-00-00_a.cu", "L_attempt_2026-01-01-00-00-00_x_ada_attempt_2026-10-01-12-00-00.txt"};
    CHECK(blackboard_naming(odd, roster)(odd[0])->who.id == "ada");
    CHECK(blackboard_login("Name: Ada Lovelace (Countess) (ada)\r\nAssignment: (x)\n") == "ada");
    for (const char* text : {"", "receipt", "Comments:\nName: Ada (ada)\n", "Name: Ada\n"}) CHECK(blackboard_login(text) == "");
}

TEST_CASE("Canvas's first two numbers are person and upload; a name that has others can be read in two ways")
{
    CHECK(canvas_name("lovelaceada_12345_678901_a.cu")->may_be == "");
    CHECK(canvas_name("lovelaceada_12345_678901_07_lab.cu")->may_be == "");      // no number begins with 0
    CHECK(canvas_name("lovelaceada_12345_12348_678999_a.cu")->may_be == "12348");
    CHECK(canvas_name("lovelaceada_12345_12348_678999_a.cu")->who.canvas_id == "12345");
    CHECK(canvas_mark("_12345_678901_a.cu") == 1);
    CHECK(moodle_mark("Ada L_123_assignsubmission_file_") == 6);
    CHECK(blackboard_mark("L_ada_attempt_2026-10-01-12-00-00_a.cu") == 5);
    CHECK(gradescope_mark("submission_7") == 0);
    CHECK_FALSE((canvas_mark("a_1.cu") || moodle_mark("Ada_assignsubmission_file_") || blackboard_mark("L_ada_attempt_1_a.cu") || gradescope_mark("submission_x")));
}

TEST_CASE("one person alone at Blackboard: the login is the last word, unless the roster knows a longer one")
{
    const std::vector<std::string_view> paths = {"Lab_04_ada_b_attempt_2026-10-01-12-00-00_a.cu"};
    const Roster nobody;
    CHECK(blackboard_naming(paths, nobody)(paths[0])->who.name == "b");
    const Roster roster = Roster::parse("id,name\nada_b,Ada B\n", "roster.csv");
    CHECK(blackboard_naming(paths, roster)(paths[0])->who.name == "ada_b");
}

TEST_CASE("Gradescope's list says who is behind a submission, a group too, and when it was made")
{
    const auto submissions = gradescope_submissions("---\nsubmission_7:\n  :submitters:\n  - :name: Ada Lovelace\n    :sid: '0042'\n    :email: ada@example.edu\n"
                                          "  - :name: 'O''Brien'\n  :created_at: 2026-10-01 12:00:00.000000000 Z\n  :results:\n    :created_at: 2020-01-01\n    :tests:\n    - :name: a test\n"
                                          "submission_8:\n  :submitters: []\n  :name: no person\n");
    REQUIRE(submissions.at("submission_7").people.size() == 2);
    CHECK(submissions.at("submission_7").people[0].name == "Ada Lovelace");
    CHECK(submissions.at("submission_7").people[0].id == "0042");
    CHECK(submissions.at("submission_7").people[0].mail == "ada@example.edu");
    CHECK(submissions.at("submission_7").people[1].name == "O'Brien");
    CHECK(submissions.at("submission_7").created_at == "2026-10-01 12:00:00.000000000 Z");
    CHECK(submissions.at("submission_8").people.empty());
    CHECK(gradescope_submissions("no yaml at all\n:::\n- \n").empty());
    // A key of very many parts is one key, which costs its length.
    std::string many;
    for (int i = 0; i < 1'000'000; ++i) many += "a: [ a.b: ";
    CHECK(gradescope_submissions("submission_7:\n  :submitters:\n  - :name: " + many + "\n    :sid: mal\n  " + many + "\n" + many + "\nsubmission_8:\n  :submitters:\n  - :sid: ada\n").at("submission_8").people[0].id == "ada");
}

TEST_CASE("in Gradescope's list only what stands where Gradescope writes it is a person or a time")
{
    const auto submissions = gradescope_submissions("submission_7:\n  :submitters:\n  - :name: 'Mal who\n      :sid: ada'\n    :sid: mal\n  :created_at: 2026\n  :results:\n    :output: |\n"
                                          "      :submitters:\n      - :name: Ada\n        :sid: ada\n      :created_at: 1999\n");
    REQUIRE(submissions.at("submission_7").people.size() == 1);
    CHECK(submissions.at("submission_7").people[0].id == "mal");
    CHECK(submissions.at("submission_7").created_at == "2026");
}

TEST_CASE("a part of Gradescope's list that is damaged costs no other submission its people")
{
    std::vector<std::string> damaged;
    const std::string good = "submission_8:\n  :submitters:\n  - :sid: ada\n", deep = "submission_7:\n  :submitters:\n  - :sid: mal\n  :results:\n    tests: " + std::string(5'000, '[') + "\n";
    for (const std::string& list : {good + deep, "---\n" + deep + good}) {
        damaged.clear();
        const auto submissions = gradescope_submissions(list, &damaged);
        CHECK(submissions.at("submission_8").people.at(0).id == "ada");
        CHECK_FALSE(submissions.contains("submission_7"));
        CHECK(damaged == std::vector<std::string>{"submission_7"});
    }
    damaged.clear();
    CHECK(gradescope_submissions(good, &damaged).size() == 1);           // near miss
    CHECK(damaged.empty());
    // Ruby writes what it has written before as a reference to it.
    CHECK(gradescope_submissions("submission_1:\n  :submitters:\n  - &1\n    :sid: ada\nsubmission_2:\n  :submitters:\n  - *1\n").at("submission_2").people.at(0).id == "ada");
}

TEST_CASE("without an LMS the folder's or the archive's name is the person's")
{
    CHECK(folder_name("ada/conv2d.cu")->who.name == "ada");
    CHECK(folder_name("ada.zip/conv2d.cu")->who.name == "ada");
    CHECK(folder_name("ada.zip")->who.name == "ada");
    CHECK_FALSE(folder_name("conv2d.cu"));
}

}  // namespace names_test
