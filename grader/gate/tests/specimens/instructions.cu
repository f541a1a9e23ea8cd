// Instructions that C++ is never compiled to.

#include <cmath>

// The translation refuses the word, but not one that the preprocessor makes.
#define JOINED(a, b) a##b
#define MACHINE JOINED(as, m)

void call_the_kernel() { MACHINE volatile("syscall" ::: "rcx", "r11", "memory"); }   // refused: instruction syscall

void interrupt() { MACHINE volatile("int $0x80"); }      // refused: instruction int


void set_base(unsigned long base) { MACHINE volatile("wrgsbase %0" : : "r"(base)); }   // refused: instruction wrgsbase

void around_hooks(void* place, const char* bytes)
{
    MACHINE volatile("movq (%0), %%xmm0\n maskmovdqu %%xmm0, %%xmm0" : : "r"(bytes), "D"(place) : "xmm0", "memory");   // refused: instruction maskmovdqu
}

void jump_inside() { MACHINE volatile("jmp 1f + 1\n 1: movl $0x050f, %%eax" ::: "eax"); }   // refused: place jmp

double ordinary(double x, int n)
{
    double sum = 0;
    for (int i = 0; i < n; ++i) switch (i % 7) {
        case 0: sum += std::sqrt(x); break;
        case 1: sum -= x; break;
        case 2: sum *= x; break;
        case 3: sum = -sum; break;
        case 4: sum = std::fabs(x); break;
        default: sum += i;
        }
    if (sum != sum) __builtin_trap();
    return sum;
}
