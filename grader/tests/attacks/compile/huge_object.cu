// Makes an object file of 4 GB.
// ends: does_not_compile or memory_limit or timeout
// by: limits

char big[4'000'000'000] = {1};
