#pragma once
// Watchers are bound when the engine is compiled: a list of classes, called by type. There is no table and no virtual call.
//
// A watcher answers one question. It is a class with one or more of these hooks, which are called in the order of the list:
//
//   launch_begins(const LaunchState&)                   on each host thread that runs blocks; also takes an OfLaunch& if defined
//   block_begins(const BlockState&)
//   shared_access(const BlockState&, const WarpAccess&, RawFindingLog&)     a warp's instruction, once all its lanes have made it
//   global_access(const BlockState&, const WarpAccess&, RawFindingLog&)     likewise; several if its lanes are in several arrays
//   instruction(const BlockState&, unsigned warp, const Request&, const Pattern&)   as a card executes it: a struct takes several
//   warp_stopped(const BlockState&, unsigned warp)      after some accesses: at a barrier, at a meeting or at its end
//   meeting(const BlockState&, const Meeting&, RawFindingLog&)              lanes of a warp continue after a shuffle, vote or __syncwarp
//   barrier(const BlockState&, const std::vector<ThreadState>&, RawFindingLog&)   all threads have stopped, one or more at a barrier
//   block_resumes(const BlockState&)                    cooperative launches: it waited while other blocks ran
//   grid_barrier()                                      all blocks of a cooperative launch have met
//   block_ends(const BlockState&)
//   launch_ends(Counters&)                              on each of these threads, one after the other: adds its counts, then resets them;
//                                                       also takes an OfLaunch& if defined
//
//   struct OfLaunch { explicit OfLaunch(const LaunchState&); … };    shared by its copies on all host threads; it may have one hook:
//       launch_ended(const EndedLaunch&, RawFindingLog&)    once, if all threads ran to their end: what only the whole launch shows
//
//   struct OfBlock { … };  void swap_block(OfBlock&);                state saved while a block waits and others run

#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "engine/watch/pattern.hpp"
#include "engine/watch/raw_findings.hpp"
#include "findings/counters.hpp"

namespace halo::engine {

namespace detail {

struct Nothing {
    Nothing() = default;
    explicit Nothing(const LaunchState&) {}
};

template <class Watcher>
struct LaunchPart {
    using Type = Nothing;
};
template <class Watcher>
    requires requires { typename Watcher::OfLaunch; }
struct LaunchPart<Watcher> {
    using Type = typename Watcher::OfLaunch;
};
template <class Watcher>
struct BlockPart {
    using Type = Nothing;
};
template <class Watcher>
    requires requires { typename Watcher::OfBlock; }
struct BlockPart<Watcher> {
    using Type = typename Watcher::OfBlock;
};

}  // namespace detail

/// A misspelt hook would never be called. So a class without any hook is rejected, and so is a hook with other parameters.
// clang-format takes concepts and template lambdas apart.
// clang-format off
template <class W>
concept Watcher = requires { &W::launch_begins; } || requires { &W::block_begins; } || requires { &W::shared_access; } ||
                  requires { &W::global_access; } || requires { &W::instruction; } || requires { &W::warp_stopped; } ||
                  requires { &W::meeting; } || requires { &W::barrier; } || requires { &W::block_ends; };
/// Likewise of what is shared.
template <class Part>
concept ConcludesOrNot = !requires { &Part::launch_ended; } ||
                         requires(Part part, const EndedLaunch& launch, RawFindingLog& log) { part.launch_ended(launch, log); };
// clang-format on

// `hook(…)` of the list calls the hook of each watcher that has it.
#define HALO_HOOK(hook)                                                                                           \
    template <class W, class... Event>                                                                            \
    [[gnu::always_inline]] static void hook##_of(W& watcher, Event&... event)                                     \
    {                                                                                                             \
        if constexpr (requires { watcher.hook(event...); })                                                       \
            watcher.hook(event...);                                                                               \
        else                                                                                                      \
            static_assert(!requires { &W::hook; }, "a watcher has this hook, but with other parameters");         \
    }                                                                                                             \
    template <class... Event>                                                                                     \
    [[gnu::always_inline]] void hook(Event&&... event)                                                            \
    {                                                                                                             \
        (hook##_of(std::get<Ws>(watchers_), event...), ...);                                                      \
    }

template <Watcher... Ws>
class WatcherList {
public:
    /// One per launch, shared by the watchers on all host threads.
    class OfLaunch {
    public:
        explicit OfLaunch(const LaunchState& launch) : parts_((static_cast<void>(sizeof(Ws)), launch)...) {}
        /// After launch_ends() on all host threads.
        void launch_ended(const EndedLaunch& launch, RawFindingLog& log)
        {
            std::apply([&](auto&... part) { (launch_ended_of(part, launch, log), ...); }, parts_);
        }

    private:
        template <ConcludesOrNot Part>
        static void launch_ended_of(Part& part, const EndedLaunch& launch, RawFindingLog& log)
        {
            if constexpr (requires { part.launch_ended(launch, log); }) part.launch_ended(launch, log);
        }

        friend WatcherList;
        std::tuple<typename detail::LaunchPart<Ws>::Type...> parts_;
    };

    void launch_begins(const LaunchState& launch, OfLaunch& of_launch)
    {
        // clang-format off
        [&]<std::size_t... I>(std::index_sequence<I...>) {
            (begin_launch(std::get<I>(watchers_), launch, std::get<I>(of_launch.parts_)), ...);
        }(std::index_sequence_for<Ws...>());
        // clang-format on
    }
    HALO_HOOK(block_begins)
    HALO_HOOK(shared_access)
    HALO_HOOK(global_access)
    HALO_HOOK(instruction)
    HALO_HOOK(warp_stopped)
    HALO_HOOK(meeting)
    HALO_HOOK(barrier)
    HALO_HOOK(block_resumes)
    HALO_HOOK(grid_barrier)
    HALO_HOOK(block_ends)

    void launch_ends(Counters& counters, OfLaunch& of_launch)
    {
        // clang-format off
        [&]<std::size_t... I>(std::index_sequence<I...>) {
            (end_launch(std::get<I>(watchers_), counters, std::get<I>(of_launch.parts_)), ...);
        }(std::index_sequence_for<Ws...>());
        // clang-format on
    }

    /// The watchers' state for one block. A cooperative launch has one per block: it is swapped in when the block
    /// continues, and out when it waits.
    using OfBlock = std::tuple<typename detail::BlockPart<Ws>::Type...>;
    void swap_block(OfBlock& other)
    {
        // clang-format off
        [&]<std::size_t... I>(std::index_sequence<I...>) {
            (swap_part(std::get<I>(watchers_), std::get<I>(other)), ...);
        }(std::index_sequence_for<Ws...>());
        // clang-format on
    }

private:
    template <class W, class Part>
    static void begin_launch(W& watcher, const LaunchState& launch, Part& part)
    {
        if constexpr (requires { watcher.launch_begins(launch, part); })
            watcher.launch_begins(launch, part);
        else if constexpr (requires { watcher.launch_begins(launch); })
            watcher.launch_begins(launch);
        else
            static_assert(!requires { &W::launch_begins; }, "a watcher has this hook, but with other parameters");
    }
    template <class W, class Part>
    static void end_launch(W& watcher, Counters& counters, Part& part)
    {
        if constexpr (requires { watcher.launch_ends(counters, part); })
            watcher.launch_ends(counters, part);
        else if constexpr (requires { watcher.launch_ends(counters); })
            watcher.launch_ends(counters);
        else
            static_assert(!requires { &W::launch_ends; }, "a watcher has this hook, but with other parameters");
    }
    template <class W, class Part>
    static void swap_part(W& watcher, Part& part)
    {
        if constexpr (!std::is_same_v<Part, detail::Nothing>) watcher.swap_block(part);
    }

    std::tuple<Ws...> watchers_;
};

#undef HALO_HOOK

}  // namespace halo::engine
