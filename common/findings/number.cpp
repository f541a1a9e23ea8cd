#include "findings/number.hpp"

#include <cmath>
#include <string>

namespace halo {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Reads from the front. Once something is wrong, ok() stays false.
class Sum {
public:
    explicit Sum(std::string_view text) : left_(text) {}

    double value()
    {
        double sum = product();
        while (ok_) {
            if (takes("+")) sum += product();
            else if (takes("-") || takes("−")) sum -= product();
            else break;
        }
        return sum;
    }
    bool ok() const { return ok_; }
    bool at_end()
    {
        skip_blanks();
        return left_.empty();
    }

private:
    static constexpr int kDeepest = 20;

    void skip_blanks()
    {
        while (left_.starts_with(' ') || left_.starts_with('\t')) left_.remove_prefix(1);
    }

    bool takes(std::string_view sign)
    {
        skip_blanks();
        if (!left_.starts_with(sign)) return false;
        left_.remove_prefix(sign.size());
        return true;
    }

    double product()
    {
        double value = factor();
        while (ok_) {
            if (takes("*") || takes("x") || takes("X") || takes("×") || takes("·")) value *= factor();
            else if (takes("/") || takes("÷")) value /= factor();
            else if (takes("%")) value = std::fmod(value, factor());
            else break;
        }
        return value;
    }

    double factor()
    {
        if (!takes("(")) return number();
        ok_ = ++depth_ < kDeepest;
        const double inner = ok_ ? value() : 0.0;
        ok_ = ok_ && takes(")");
        --depth_;
        return inner;
    }

    /// Three digits follow the separator, and no fourth.
    bool another_group() const
    {
        constexpr std::string_view separators = ",'_ ";
        if (left_.size() < 4 || separators.find(left_[0]) == std::string_view::npos) return false;
        return is_digit(left_[1]) && is_digit(left_[2]) && is_digit(left_[3]) && (left_.size() == 4 || !is_digit(left_[4]));
    }

    void digits(std::string& out)
    {
        while (!left_.empty() && is_digit(left_[0])) {
            out += left_[0];
            left_.remove_prefix(1);
        }
    }

    double number()
    {
        constexpr std::size_t kLongest = 20;
        skip_blanks();
        std::string text;
        digits(text);
        const bool leads = !text.empty() && text.size() <= 3;
        while (leads && another_group()) {
            left_.remove_prefix(1);
            digits(text);
        }
        if (left_.starts_with('.')) {
            left_.remove_prefix(1);
            text += '.';
            digits(text);
        }
        ok_ = ok_ && !text.empty() && is_digit(text.front()) && is_digit(text.back()) && text.size() <= kLongest;
        return ok_ ? std::stod(text) : 0.0;
    }

    std::string_view left_;
    int depth_ = 0;
    bool ok_ = true;
};

}  // namespace

std::optional<double> number_from(std::string_view text)
{
    Sum sum(text);
    const double value = sum.value();
    if (!sum.ok() || !sum.at_end() || !std::isfinite(value)) return {};
    return value;
}

}  // namespace halo
