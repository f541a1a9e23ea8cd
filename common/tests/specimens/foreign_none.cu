// expect: clean
// Everything here is the program's own.
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

static int in_file[10];
int of_program = 1;
thread_local int of_thread = 0;

template <class T> T& of_template()
{
    static T value{};
    return value;
}

[[gnu::noinline]] void store(int* to, int value)
{
    *to = value;
}

int main()
{
    static int in_function = 0;
    int on_stack[4] = {};
    std::vector<int> in_vector(100);
    const auto on_heap = new int[3];
    for (int* to : {in_file + 9, &of_program, &of_thread, &of_template<int>(), &in_function, on_stack + 3, &in_vector[99], on_heap + 2}) store(to, 1);
    char text[32];
    std::snprintf(text, sizeof text, "%d of %s", on_stack[3], std::string(40, 'x').substr(0, 3).c_str());
    std::strcat(text, ".");
    std::memcpy(in_vector.data(), in_file, sizeof in_file);
    delete[] on_heap;
    return of_template<int>() - 1;
}
