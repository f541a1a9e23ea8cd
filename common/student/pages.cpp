#include "student/pages.hpp"

#include <algorithm>

#include "student/text.hpp"

namespace halo::student {

std::vector<std::string> pages_of(std::string_view text, const Screen& screen, int reserved)
{
    constexpr int kFewest = 3;
    const std::string folded = laid_out(text, {}, screen);
    const std::vector<std::string_view> lines = lines_of(folded);
    const std::size_t room = screen.rows > 0 ? std::size_t(std::max(screen.rows - reserved, kFewest)) : lines.size();
    std::vector<std::string> pages(1);
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (i > 0 && i % room == 0) pages.emplace_back();
        pages.back() += std::string(lines[i]) + "\n";
    }
    return pages;
}

}  // namespace halo::student
