// expect: output_limit
// One file beyond the file size.
#include "attack.hpp"

int main()
{
    static char block[1 << 20];
    const int   fd = open("/tmp/large", O_CREAT | O_WRONLY, 0600);
    while (write(fd, block, sizeof block) > 0) {}
}
