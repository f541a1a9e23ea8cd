#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

/// Runs one untrusted program: a compiler on a student's file, or the student's own code.
///
///     Job job;
///     job.argv   = {"/src/run"};
///     job.read_only = {{staging.path() / "run", "/src/run"}};
///     job.input  = Input::bytes(request);
///     job.allow_result_fd3 = true;
///     const Outcome outcome = run(job, confinement);
///     if (outcome.how == How::exited && outcome.code == 0) use(outcome.result);
///
/// Inside there are: /usr (read-only), /proc, a small /dev, /tmp (64 MiB), the job's binds, and nothing else. No network,
/// no other processes, no /etc, no home. A job with a GPU's devices can also open sockets within itself, as CUDA's driver must; its
/// network is empty all the same. The user inside is never the host's uid 0.
///
/// `run` may be called from several threads at once. It throws nothing: any failure is `How::fault`.
namespace halo::grader::sandbox {

/// All limits apply in every mode; 0 means "no limit of this kind", except for the wall clock, which always applies.
struct Limits {
    double        cpu_s        = 0.0;                   ///< processor time of all processes together; 0: wall_s of each
    double        wall_s       = 10.0;                  ///< from the program's start, without set-up
    double        asleep_s     = 0.0;                   ///< in all, without a thread that wants a processor
    std::uint64_t memory_bytes = 1024ull << 20;         ///< all processes together (see MemoryLimiter)
    std::uint64_t processes    = 64;                    ///< processes and threads
    std::uint64_t file_size_bytes = 64ull << 20;        ///< each file written
    std::uint64_t stdout_bytes = 1ull << 20;            ///< for stdout, and the same again for stderr; more ends the job
    std::uint64_t result_bytes = 64ull << 20;           ///< fd 3; more ends the job
};

/// A host file or folder and where the job sees it. `inside` is absolute and is also what argv uses. Without a sandbox
/// the inside path does not exist, so `run` replaces it with the host path in argv and env: where an argument is the
/// inside path or begins with it, including after `=`, `:`, `,` or a two-letter option (`-I/kit/include`).
struct Bind {
    std::filesystem::path host;
    std::string           inside;
};

/// What the job reads on stdin. It is always a pipe, fed while the output is read, so that any size works without deadlock.
struct Input {
    std::vector<std::byte>               data;
    std::optional<std::filesystem::path> file;          ///< when set, used instead of `data`; read by the caller's user

    static Input bytes(std::vector<std::byte> data) { return {std::move(data), std::nullopt}; }
    static Input text(const std::string& text);
    static Input from(std::filesystem::path file) { return {{}, std::move(file)}; }
};

/// Texts that mean "out of memory" if the program also ended badly, and they are in one of the last two lines on stderr, which quotes nothing.
extern const std::vector<std::string> kProgramOutOfMemory;    ///< libstdc++: uncaught std::bad_alloc
extern const std::vector<std::string> kCompilerOutOfMemory;   ///< g++, cc1plus, as, ld: use for compile steps

/// Descriptors of the caller that become the job's stdin and stdout, when somebody else talks to it: nothing of it passes through `run`, which
/// closes them as soon as the job has them.
struct Attached {
    int in = -1, out = -1;
};

struct Job {
    std::vector<std::string>           argv;            ///< argv[0] is an absolute path inside
    std::vector<Bind>                  read_only;
    std::optional<Bind>                writable;        ///< a folder from StagingDir::make_output(), or none
    std::string                        folder = "/tmp"; ///< working directory, a path inside
    Input                              input;
    std::map<std::string, std::string> env;             ///< added to PATH=/usr/bin HOME=/tmp LC_ALL=C.UTF-8
    Limits                             limits;
    bool                               allow_result_fd3 = false;
    std::vector<std::string>           out_of_memory_texts = kProgramOutOfMemory;
    std::vector<std::string>           devices;         ///< of a GPU: the only devices that it sees besides those of every sandbox
    std::optional<Attached>            attached;        ///< then `input` and `stdout_bytes` mean nothing
    const std::atomic<bool>*           stop = nullptr;  ///< when it becomes true, the job is killed
};

enum class How {
    exited,         ///< `code` is the exit code
    signalled,      ///< `code` is the signal
    timeout,        ///< processor time, the wall clock or sleep: see Outcome::by_wall_clock and by_sleep
    memory_limit,
    output_limit,   ///< stdout, stderr or fd 3 beyond their caps, or a file beyond its size
    fault,          ///< the sandbox's, not the program's: `text` says what, where and what to try
};

/// "exited", "signalled", … as in the code.
const char* name(How how);

struct Outcome {
    How         how  = How::fault;
    int         code = 0;
    std::string text;                   ///< fault: three lines. Else one phrase for people ("killed by SIGSEGV")
    std::string stdout_text;            ///< at most the cap
    std::string stderr_text;
    std::vector<std::byte> result;      ///< what arrived on fd 3, even if the program crashed midway

    /// The wall clock stopped it, not its own usage: on a busy machine that can happen to any job.
    bool by_wall_clock = false;
    /// A kill that none of its own limits explains: by the machine's out-of-memory killer, by a person, or by itself.
    bool killed_from_outside = false;
    /// For how long no thread of it wanted a processor. That is never the machine's doing.
    double asleep_s = 0;
    /// Of a job that the wall clock stopped: the share of all processors that others used meanwhile, 0 to 1.
    double busy_elsewhere = 0;

    double        user_ms = 0, sys_ms = 0, wall_ms = 0;
    std::uint64_t max_rss_bytes = 0;    ///< largest process, or the group's peak if the kernel counted it

    bool        sandboxed = false;      ///< false: it ran with limits only, which reports must mention
    bool        started   = false;      ///< the program itself began (false in most faults)

    /// Stopped by Limits::asleep_s.
    bool by_sleep = false;

    /// It was stopped since it slept, or waited for itself: with the machine alone it would do so again.
    bool slept() const { return by_sleep || (by_wall_clock && asleep_s * 1000 >= wall_ms / 4); }
    bool ok() const { return how == How::exited && code == 0; }
    /// The argument of `judge check --ended`: exit:0, signal:11, timeout, memory, output; "" for a fault.
    std::string ended() const;
};

/// An ordinary user. Never uid 0.
struct User {
    unsigned    uid = 65534, gid = 65534;
    std::string name = "nobody";
};

struct Confinement {
    bool                sandboxed = true;   ///< false means --no-sandbox: limits, wall clock and process group only, for one's own code
    std::optional<User> user;               ///< the user to switch to when called as root; nullopt: ordinary_user()
    std::filesystem::path bwrap = "/usr/bin/bwrap";
    std::filesystem::path stub;             ///< "": the halo-stub of this build

    static Confinement unsandboxed()
    {
        Confinement confinement;
        confinement.sandboxed = false;
        return confinement;
    }
};

Outcome run(const Job& job, const Confinement& confinement);

/// The user that a job runs as: the caller if it is not root; else SUDO_UID/SUDO_GID if they are not 0; else `nobody`.
/// nullopt: the caller is root, and there is no user to switch to.
std::optional<User> ordinary_user();
/// A user by name, for a command line option; nullopt if unknown or uid 0.
std::optional<User> user_by_name(const std::string& name);

/// "" if jobs can run under this confinement, else why not, in three lines. Runs /usr/bin/true once.
std::string why_not(const Confinement& confinement);

/// A warning that there is no sandbox; "" if there is one. Two more lines if the caller is root.
std::string warning(const Confinement& confinement);

/// How the memory of a job is bounded, and its processor time counted and shared. In every mode RLIMIT_DATA also bounds each
/// process, at twice the memory plus 512 MiB, for memory that is requested and never touched. Address space is not limited;
/// reserve it with PROT_NONE.
///   cgroup      the kernel counts all processes together, including files in memory, and kills at the limit
///   watchdog    we add up all processes of the job a hundred times a second, and kill at the limit
/// If jobs have groups for the processor too, each job gets the same share, whether it has one process or a hundred.
struct MemoryLimiter {
    enum Kind { cgroup_v2, cgroup_v1, watchdog } kind = watchdog;
    std::string memory_place;   ///< cgroups: the folder in which a job's group is created
    std::string pids_place;     ///< cgroup_v1: the same for the number of processes; "" if there is none
    std::string cpu_place;      ///< the same for shares of the processor; "" if there is none
    std::string cpuacct_place;  ///< cgroup_v1: the same for processor time; "" if there is none
    std::string describe() const;
    std::string describe_processor() const;
};
/// Probed once per process, by creating a group and reading its limits back. HALO_MEMORY_LIMITER=watchdog in the
/// environment skips the cgroups.
const MemoryLimiter& memory_limiter();

/// A temporary folder that the job's user can read, removed at the end, or by the next grader if this one is killed.
///
/// As root, jobs run as another user, and bubblewrap opens bind sources as that user. So a job must be able to read
/// everything it needs along the whole path; a repository under /root (mode 700) is not readable. Stage: the student's file,
/// the lab's headers, the engine's headers, libhalo_engine.a, cucc and translate, the compiled program. Not needed: /usr
/// (always bound), the stub (passed as an open file), stdin (read by the caller).
///
/// Files are created with mode 0644 or 0755 whatever the umask, owned by the caller; read-only binds keep the job from changing them.
class StagingDir {
public:
    /// Under $TMPDIR, /tmp or /var/tmp, the first that `user` can reach. Throws std::runtime_error, three lines.
    explicit StagingDir(const Confinement& confinement);
    ~StagingDir();
    StagingDir(StagingDir&&) noexcept;
    StagingDir& operator=(StagingDir&&) noexcept;

    const std::filesystem::path& path() const { return path_; }

    /// Copies a file, or a folder with all its regular files; symbolic links are followed at the top only and skipped
    /// below. `as` is relative to path(). Returns the new path.
    std::filesystem::path add(const std::filesystem::path& source, const std::filesystem::path& as);
    /// Writes a new file.
    std::filesystem::path write(const std::filesystem::path& as, const std::string& content, bool executable = false);
    /// Makes an empty folder that the job's user may write: for Job::writable.
    std::filesystem::path make_output(const std::filesystem::path& as);

private:
    std::filesystem::path path_;
    User                  user_;
    int                   lock_ = -1;       ///< held on the folder during our lifetime
};

/// Reads a file that a job left in its output folder: a regular file below `folder`, never through a link, at most `cap`
/// bytes. nullopt if it is absent, something else, or larger.
std::optional<std::vector<std::byte>> read_output(const std::filesystem::path& folder, const std::string& name,
                                                  std::uint64_t cap);

}  // namespace halo::grader::sandbox
