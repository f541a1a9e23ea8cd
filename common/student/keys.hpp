#pragma once
// The keyboard of a terminal, key by key.

#include <string>

namespace halo::student {

/// Are standard input and output a terminal on which one screen can replace another?
bool interactive();

/// While it lives, keys arrive at once and are not echoed; Ctrl-C and Ctrl-Z do what they always do. The terminal is as it was
/// before when the object is gone, when a signal ends or stops this program, and between release() and grab(). One at a time.
class Keys {
public:
    Keys();
    ~Keys();
    Keys(const Keys&) = delete;
    Keys& operator=(const Keys&) = delete;

    void release();         ///< for a program that uses the terminal as it was
    void grab();

    /// The keys that were pressed since, without waiting. An arrow or function key counts as none. Ctrl-D if the terminal is gone.
    std::string pressed();

    /// Must the screen be drawn again: was it resized, or was this program stopped and continued? Once for each time.
    bool must_redraw();
};

inline constexpr char kCtrlD = 4, kEscape = 27;

}  // namespace halo::student
