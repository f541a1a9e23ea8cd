#include "similar/own_code.hpp"

#include <algorithm>

namespace halo::grader::similar {
namespace {

Words words_of(const std::vector<Token>& tokens)
{
    Words words;
    for (const Token& token : tokens) words.push_back(token.word);
    return words;
}

void leave_gaps(OwnCode& code)
{
    for (std::size_t i = 0; i < code.tokens.size(); ++i) {
        const bool given = code.handed_out[i] != 0;
        if (given && i > 0 && code.handed_out[i - 1] != 0) continue;
        code.words.push_back(given ? kGap : code.tokens[i].word);
        code.token.push_back(i);
        code.own += !given;
    }
}

}  // namespace

Subtracted subtract(const Tester& tester, const std::vector<std::string_view>& sources, std::string_view skeleton)
{
    std::vector<Words> files;
    Subtracted result;
    for (const std::string_view source : sources) {
        OwnCode code;
        code.tokens = tokens_of(source);
        code.handed_out.assign(code.tokens.size(), 0);
        if (code.tokens.size() > kLongest) result.too_long.push_back(files.size());
        files.push_back(code.tokens.size() > kLongest ? Words{} : words_of(code.tokens));
        result.files.push_back(std::move(code));
    }
    const std::vector<Words> given = {words_of(tokens_of(skeleton))};
    Compared compared = compare(tester, files, given, Compare::fresh_with_old, kHandedOutRun);
    for (const Run& run : compared.runs) {
        std::vector<char>& marks = result.files[run.first].handed_out;
        std::fill(marks.begin() + static_cast<std::ptrdiff_t>(run.first_begin), marks.begin() + static_cast<std::ptrdiff_t>(std::min(run.first_end, marks.size())), 1);
    }
    for (OwnCode& code : result.files) leave_gaps(code);
    result.unreadable = std::move(compared.unreadable);
    result.why = std::move(compared.why);
    return result;
}

}  // namespace halo::grader::similar
