#pragma once
// Marks the object file of a translated program: the engine finds the program's variables and functions by it, and is called before
// and after its constructors. First and last subsection of each section of this object file are at its begin and end.

#define HALO_BOUNDS(section, name) \
    ".pushsection " section "\n.Lhalo_" name "_begin:\n.subsection 8191\n.Lhalo_" name "_end:\n.popsection\n"

asm(HALO_BOUNDS(".data", "data")
    HALO_BOUNDS(".bss", "bss")
    HALO_BOUNDS(".data.rel,\"aw\"", "rel")
    HALO_BOUNDS(".data.rel.local,\"aw\"", "rel_local")
    HALO_BOUNDS(".text", "text")
    HALO_BOUNDS(".text.startup,\"ax\",@progbits", "startup")
    ".pushsection .init_array,\"aw\"\n"
    ".quad halo_program_begins\n.subsection 8191\n.quad halo_program_has_begun\n"
    ".popsection\n"
    ".pushsection halo_program,\"aw\"\n.balign 8\n"
    ".type halo_program_bounds, %object\nhalo_program_bounds:\n"
    ".quad .Lhalo_data_begin, .Lhalo_data_end, .Lhalo_bss_begin, .Lhalo_bss_end\n"
    ".quad .Lhalo_rel_begin, .Lhalo_rel_end, .Lhalo_rel_local_begin, .Lhalo_rel_local_end\n"
    ".quad .Lhalo_text_begin, .Lhalo_text_end, .Lhalo_startup_begin, .Lhalo_startup_end\n"
    ".size halo_program_bounds, . - halo_program_bounds\n"
    ".popsection\n");

#undef HALO_BOUNDS
