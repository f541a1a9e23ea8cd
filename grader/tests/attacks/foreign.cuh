// Sixteen bytes on the stack, far above the part that is the submission's.
static char* foreign()
{
    volatile char here = 0;
    return reinterpret_cast<char*>((reinterpret_cast<std::uintptr_t>(&here) + 2048) / 16 * 16);
}
