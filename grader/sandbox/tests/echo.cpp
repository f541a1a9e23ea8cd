// An honest program: copies stdin to fd 3 to the end, then does what its argument says. "deaf": does not read at all. "sockets": may it
// open one within itself, and none to a network?
#include <cstdlib>
#include <cstring>
#include <vector>

#include <pthread.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

static void* sleeper(void*)
{
    usleep(100000);
    return nullptr;
}

static bool copy(int from, int to)
{
    static char buffer[65536];
    for (ssize_t n; (n = read(from, buffer, sizeof buffer)) != 0;) {
        if (n < 0) return false;
        for (ssize_t at = 0, m; at < n; at += m)
            if ((m = write(to, buffer + at, size_t(n - at))) <= 0) return false;
    }
    return true;
}

int main(int argc, char** argv)
{
    const char* what = argc > 1 ? argv[1] : "";
    if (std::strcmp(what, "deaf") == 0) return 0;
    if (std::strcmp(what, "sockets") == 0) return socket(AF_INET, SOCK_STREAM, 0) >= 0 ? 2 : socket(AF_UNIX, SOCK_STREAM, 0) >= 0 ? 0 : 1;
    if (!copy(0, 3)) return 1;
    if (std::strcmp(what, "segv") == 0) raise(SIGSEGV);
    if (std::strcmp(what, "exit139") == 0) return 139;
    if (std::strcmp(what, "threads") == 0) {
        std::vector<pthread_t> threads(32);
        for (auto& thread : threads)
            if (pthread_create(&thread, nullptr, sleeper, nullptr) != 0) return 2;
        for (auto& thread : threads) pthread_join(thread, nullptr);
    }
    return 0;
}
