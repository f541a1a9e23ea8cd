// expect: exited 0
// Connects to a listener on the host.
#include "attack.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

int main(int, char** argv)
{
    const int   s = socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in to{};
    to.sin_family      = AF_INET;
    to.sin_port        = htons(static_cast<unsigned short>(std::atoi(argv[2])));
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    must_fail(s >= 0 && connect(s, reinterpret_cast<sockaddr*>(&to), sizeof to) == 0, "connect");
    must_fail(socket(AF_UNIX, SOCK_STREAM, 0) >= 0, "socket(AF_UNIX)");
    int pair[2];
    must_fail(socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0, "socketpair");
}
