#include "similar/painted.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "findings/markup.hpp"
#include "machine/text.hpp"

namespace halo::grader::similar {
namespace {

constexpr std::size_t kHues = 6, kPlain = 0, kGiven = static_cast<std::size_t>(-1);

class Painter {
public:
    Painter(std::string_view source, const OwnCode& code, const std::vector<Painted>& matches, char side, char other)
        : source_(source), code_(code), matches_(matches), side_(side), other_(other), colour_(code.tokens.size(), kPlain)
    {
        for (std::size_t m = 0; m < matches.size(); ++m)
            for (std::size_t t = matches[m].begin; t < matches[m].end; ++t)
                if (colour_[t] == kPlain) colour_[t] = m + 1;
        for (std::size_t t = 0; t < colour_.size(); ++t)
            if (code.handed_out[t] != 0) colour_[t] = kGiven;
    }

    std::string paint()
    {
        begin_line();
        std::size_t at = 0;
        for (std::size_t t = 0; t < code_.tokens.size(); ++t) {
            const Token& token = code_.tokens[t];
            const std::string_view between = source_.substr(at, token.begin - at);
            // Layout within a match has its colour; a comment has not, since it was not compared.
            const bool goes_on = t > 0 && colour_[t] == colour_[t - 1] && between.find('/') == between.npos;
            add(between, goes_on ? colour_[t] : kPlain);
            add_numbers(t);
            add(source_.substr(token.begin, token.end - token.begin), colour_[t]);
            at = token.end;
        }
        add(source_.substr(at), kPlain);
        switch_to(kPlain);
        return std::move(out_);
    }

private:
    void begin_line() { out_ += fmt::format("<span class=\"no\" aria-hidden=\"true\">{}</span>", ++line_); }

    void switch_to(std::size_t colour)
    {
        if (colour == now_) return;
        if (now_ != kPlain) out_ += now_ == kGiven ? "</span>" : "</mark>";
        if (colour == kGiven) out_ += "<span class=\"given\">";
        else if (colour != kPlain) out_ += fmt::format("<mark class=\"{}\">", hue(colour));
        now_ = colour;
    }

    /// Colours end with their line, so that the numbers of lines stay plain.
    void add(std::string_view text, std::size_t colour)
    {
        while (!text.empty()) {
            const auto line = text.substr(0, text.find('\n'));
            if (!line.empty()) {
                switch_to(colour);
                out_ += halo::escaped(printable(line));
            }
            text.remove_prefix(line.size());
            if (text.empty()) return;
            switch_to(kPlain);
            out_ += '\n';
            begin_line();
            text.remove_prefix(1);
        }
    }

    void add_numbers(std::size_t token)
    {
        for (std::size_t m = 0; m < matches_.size(); ++m) {
            if (matches_[m].begin != token) continue;
            switch_to(kPlain);
            out_ += fmt::format("<a class=\"to {0}\" id=\"{1}{2}\" href=\"#{3}{2}\" aria-label=\"match {2}, to the other file\">{2}</a>", hue(m + 1), side_, m + 1, other_);
        }
    }

    std::string_view source_;
    const OwnCode& code_;
    const std::vector<Painted>& matches_;
    char side_, other_;
    std::vector<std::size_t> colour_;
    std::size_t now_ = kPlain, line_ = 0;
    std::string out_;
};

}  // namespace

std::string hue(std::size_t number) { return fmt::format("m{}", (number - 1) % kHues + 1); }

std::string lines_of(std::string_view source, const OwnCode& code, std::size_t begin, std::size_t end)
{
    const auto line = [&](std::size_t byte) { return 1 + std::ranges::count(source.substr(0, byte), '\n'); };
    const auto first = line(code.tokens[begin].begin), last = line(code.tokens[end - 1].begin);
    return first == last ? fmt::format("{}", first) : fmt::format("{}–{}", first, last);
}

std::string painted(std::string_view source, const OwnCode& code, const std::vector<Painted>& matches, char side, char other)
{
    return Painter(source, code, matches, side, other).paint();
}

}  // namespace halo::grader::similar
