# shellcheck shell=bash
# Bare systems to try Halo in, for tools/clean-root-check and tools/try-gradescope: made once by debootstrap, copied for each trial, entered as a
# container is. Sourced; needs root, debootstrap, unshare and pivot_root. `cache` is where they are kept, `mirror` an URL or empty: what this
# machine's apt uses for that suite.

# fresh_root SUITE PACKAGES: sets `fresh` to the folder of that system, and makes it if it is not there.
fresh_root() {
    local suite=$1 options=(--variant=minbase "--include=$2") script=
    mkdir -p "$cache"
    fresh=$cache/$suite
    [[ ! -d $fresh ]] || return 0
    [[ -n $mirror ]] || mirror=$(apt-get indextargets --format '$(RELEASE) $(REPO_URI)' 'Created-By: Packages' |
                                 sed -n "s/^$suite //p" | head -n 1)
    [[ -n $mirror ]] || stop "this machine's apt has no mirror for $suite; name one with --mirror"
    [[ -e /usr/share/debootstrap/scripts/$suite ]] || script=gutsy      # the script of every Ubuntu suite; older debootstraps do not know the newest names
    if [[ $suite == noble || $suite == jammy ]]; then
        options+=(--components=main,universe)
        [[ -e /usr/share/keyrings/ubuntu-archive-keyring.gpg ]] || options+=(--no-check-gpg)
    fi
    echo "debootstrap $suite"
    rm -rf --one-file-system "$fresh.part"
    debootstrap "${options[@]}" "$suite" "$fresh.part" "$mirror" ${script:+"$script"} >"$cache/$suite.log" 2>&1 || return 1
    rm -rf "$fresh.part"/var/lib/apt/lists/* "$fresh.part"/var/cache/apt/*
    mv "$fresh.part" "$fresh"
}

# copy_of_fresh FOLDER: it reaches the network the way this machine does, by the same names and proxy.
copy_of_fresh() {
    rm -rf --one-file-system "$1"
    cp -a --reflink=auto "$fresh" "$1"
    cp -L /etc/resolv.conf "$1/etc/resolv.conf"
    printf '127.0.0.1 localhost %s\n' "$(hostname)" >"$1/etc/hosts"
    apt-config dump | grep -E '^Acquire::(http|https)::Proxy |^Acquire::Check-' >"$1/etc/apt/apt.conf.d/90host" || true
}

# in_root FOLDER COMMAND…: in a mount and process namespace of its own, whose root becomes FOLDER.
read -r -d '' enter_root <<'END' || true
set -e
root=$1; shift
mount --bind "$root" "$root"
cd "$root"
mount -t proc proc proc
mount --rbind /sys sys; mount --make-rslave sys
mount -t tmpfs -o mode=755 dev dev
for node in null:3 zero:5 full:7 random:8 urandom:9; do mknod -m 666 dev/${node%:*} c 1 ${node#*:}; done
mknod -m 666 dev/tty c 5 0
ln -s /proc/self/fd dev/fd; ln -s fd/0 dev/stdin; ln -s fd/1 dev/stdout; ln -s fd/2 dev/stderr
mkdir dev/pts dev/shm
mount -t devpts -o newinstance,ptmxmode=0666,mode=620 devpts dev/pts; ln -s pts/ptmx dev/ptmx
mount -t tmpfs -o mode=1777 shm dev/shm
mkdir -p .old
pivot_root . .old
cd /
umount -l /.old; rmdir /.old
exec env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin TERM="$TERM" "$@"
END
in_root() { unshare --mount --pid --fork --kill-child --uts --ipc --propagation private bash -c "$enter_root" enter_root "$@"; }
