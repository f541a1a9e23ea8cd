#pragma once
// Words and drawings on a sheet: beside each other while there is room, then below.

#include <string>
#include <string_view>
#include <vector>

#include "show/draw.hpp"

namespace halo::show {

inline constexpr int kMargin = 12, kMostWidth = 700;    ///< a page shows a picture 700 px wide: no wider, or its text would shrink

class Sheet {
public:
    explicit Sheet(int most_width) : most_width_(most_width) {}

    /// A drawing with a title, and a quieter line below it. Both are folded to its width.
    void add(const std::string& title, const std::string& note, Drawing drawing);
    /// Words over the whole width, below all so far. `classes`: of the style, `told` or `note`.
    void tell(const std::string& sentence, std::string_view classes);
    /// What is added next stands below all so far.
    void end_row();
    /// Without a margin.
    Drawing drawn();

private:
    struct Item {
        std::vector<std::string> title, note;
        Drawing drawing;
        int width = 0;
    };

    int most_width_ = 0, width_ = 0, y_ = 0;
    std::string body_;
    std::vector<Item> row_;
};

/// A drawing as a picture that stands alone: margins, a background, colours for light and dark.
std::string stand_alone(const Drawing& drawing, const std::string& title);

}  // namespace halo::show
