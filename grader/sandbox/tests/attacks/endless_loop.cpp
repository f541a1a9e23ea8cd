// expect: timeout
// Never ends, and ignores every signal that can be ignored.
#include "attack.hpp"

int main()
{
    for (int i = 1; i < 65; ++i) signal(i, SIG_IGN);
    static volatile bool going = true;
    while (going) {}
}
