// Bytes that are not an instruction: nothing after them is known.

#define JOINED(a, b) a##b
#define MACHINE JOINED(as, m)

void set_protection() { MACHINE volatile(".byte 0x0f, 0x01, 0xef" : : "a"(0), "c"(0), "d"(0)); }   // refused: instruction data among the instructions
