#!/usr/bin/env bash
# Gradescope runs this once, as root, while it builds the assignment's image. Everything slow happens here.
#
# The image is Ubuntu 22.04, whose compiler, Meson and bubblewrap are too old for Halo, and which lacks two of its libraries. So Halo
# lives in a small Ubuntu 24.04 of its own, in /autograder/halo, and nothing of Gradescope's image is replaced.
set -euo pipefail
source=${AUTOGRADER:-/autograder}/source
root=${AUTOGRADER:-/autograder}/halo
mirror=${HALO_MIRROR:-http://archive.ubuntu.com/ubuntu}
. "$source/assignment"                  # LAB and STEM
step() { printf '\nhalo, after %d s: %s\n' "$SECONDS" "$*"; }

# 1. What makes that system, and what run_autograder uses: setpriv and unshare (util-linux), pkill (procps). Twice, as mirrors have bad minutes.
step "tools"
export DEBIAN_FRONTEND=noninteractive
for attempt in 1 2; do
    apt-get update && apt-get install --yes --no-install-recommends debootstrap ubuntu-keyring util-linux procps python3 && break
    ((attempt == 1))
done

# 2. The system. This debootstrap may be older than 24.04: `gutsy` is the script of every Ubuntu suite, and /bin and its like must come from
# base-files, which cannot be unpacked over the links that an older debootstrap makes.
if [[ ! -e $root/etc/halo-ready ]]; then
    step "Ubuntu 24.04 in $root"
    rm -rf --one-file-system "$root"
    debootstrap --variant=minbase --components=main,universe --no-merged-usr noble "$root" "$mirror" gutsy
    printf 'deb %s noble main universe\ndeb %s noble-updates main universe\n' "$mirror" "$mirror" >"$root/etc/apt/sources.list"
    touch "$root/etc/halo-ready"
fi

# 3. Halo's source, and the packages that its own set-up asks for; lld links faster than the default. The list says which, so that no list here grows old.
step "packages"
rm -rf "$root/opt/halo/source"
mkdir -p "$root/opt/halo"
cp -r "$source/halo" "$root/opt/halo/source"
cp -L /etc/resolv.conf "$root/etc/resolv.conf"
in_root() { chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive HALO_PACKAGES= "$@"; }
in_root apt-get update
mapfile -t missing < <(in_root bash /opt/halo/source/tools/setup missing)
in_root apt-get install --yes --no-install-recommends "${missing[@]}" lld
in_root apt-get clean

# 4. The grader, the engine, and of all labs this one.
step "building $LAB"
build=/opt/halo/build
[[ -e $root$build/build.ninja ]] || in_root meson setup -Db_pch=true -Dcuda=disabled $build /opt/halo/source
in_root ninja -C $build grader/grader grader/sandbox/halo-stub grader/gate/halo-gate common/engine/cucc/cucc common/engine/translate/halo-translate \
    common/engine/libhalo_engine.a labs/librun_"$STEM".a labs/judge_"$STEM"

# 5. Who hands in becomes this user, who owns nothing.
step "closing doors"
chroot "$root" id halo-student >/dev/null 2>&1 || chroot "$root" useradd --system --no-create-home --shell /usr/sbin/nologin halo-student
chmod 700 "$source"
step "ready"
