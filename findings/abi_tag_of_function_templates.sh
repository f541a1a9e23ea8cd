#!/usr/bin/env bash
# g++ accepts abi_tag on a function template or a variable template without a warning, and leaves it out of the mangled name. On a plain function, and on a
# class template, the tag is in the name. clang++ writes it in all four, so that an object of one compiler does not link with that of the other.
#
# Expected before it was tried: as for a class template, the tag is in the name of each instantiation, with either compiler.
# Where one meets it: a macro that marks functions by a tag (say, those that run on a device) so that a tool can tell them in the object file: it misses the templates.
#
# Downloads Debian 12's g++ 12.2.0 and clang 14.0.6 into a temporary folder; installs nothing. Exit 0: as described; 1: it has changed; 2: a package is not to be had.
set -euo pipefail
export LC_ALL=C.UTF-8

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

packages=(
    g++-12=12.2.0-14+deb12u1 gcc-12=12.2.0-14+deb12u1 cpp-12=12.2.0-14+deb12u1 libisl23=0.25-1.1 libmpc3=1.3.1-1 libmpfr6=4.2.0-1 libgmp10=2:6.2.1+dfsg1-1.1
    clang-14=1:14.0.6-12 libclang-cpp14=1:14.0.6-12 libllvm14=1:14.0.6-12 libedit2=3.1-20221030-2 libbsd0=0.11.7-2 libmd0=1.0.4-2
    libtinfo6=6.4-4 libz3-4=4.8.12-3.1
)
# Its version rises with each security update of Debian 12; clang only links it.
packages+=(libxml2 libicu72)
apt-get download "${packages[@]}" >download.log 2>&1 || { cat download.log; echo "these versions are Debian 12's; this system's sources lack one of them"; exit 2; }
for package in *.deb; do dpkg -x "$package" unpacked; done
export LD_LIBRARY_PATH=$folder/unpacked/usr/lib/x86_64-linux-gnu:$folder/unpacked/usr/lib/llvm-14/lib

cat >tagged.cpp <<'CPP'
[[gnu::abi_tag("device")]] int plain(int x) { return x; }
template <class T> struct [[gnu::abi_tag("device")]] Class { static T member(T x) { return x; } };
template <class T> [[gnu::abi_tag("device")]] T function(T x) { return x; }
template <class T> [[gnu::abi_tag("device")]] T variable = T(3);
int uses() { return plain(1) + Class<int>::member(1) + function(1) + variable<int>; }
CPP

# The names that the compiler defines, but for uses().
names() { "$@" -std=c++20 -Wall -Wextra -S -o - tagged.cpp 2>warnings | grep -o '^_Z[0-9A-Za-z_]*' | grep -v uses | LC_ALL=C sort | tr '\n' ' '; }

gcc=unpacked/usr/bin/x86_64-linux-gnu-g++-12 clang=unpacked/usr/lib/llvm-14/bin/clang++
"$gcc" --version | head -n 1
of_gcc=$(names "$gcc")
echo "  $of_gcc"
echo "  warnings: $(wc -l <warnings)"
[[ ! -s warnings ]] && silent=1 || silent=0
"$clang" --version | head -n 1
of_clang=$(names "$clang")
echo "  $of_clang"

[[ $silent == 1 && $of_gcc == '_Z5plainB6devicei _Z8functionIiET_S0_ _Z8variableIiE _ZN5ClassB6deviceIiE6memberEi ' &&
   $of_clang == '_Z5plainB6devicei _Z8functionB6deviceIiET_S0_ _Z8variableB6deviceIiE _ZN5ClassB6deviceIiE6memberEi ' ]] || { echo 'this has changed'; exit 1; }
echo 'g++ leaves the tag of a function template and of a variable template out of the name, silently; clang++ does not'
