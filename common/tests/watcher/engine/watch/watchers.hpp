#pragma once
// The engine's own list plus a watcher for tests. It replaces the engine's file because this folder comes first in the
// test's include path.

#include "divided_blocks.hpp"
#include "engine/watch/array_use.hpp"
#include "engine/watch/barriers.hpp"
#include "engine/watch/global_words.hpp"
#include "engine/watch/idle_threads.hpp"
#include "engine/watch/lane_use.hpp"
#include "engine/watch/line_traffic.hpp"
#include "engine/watch/shared_words.hpp"
#include "engine/watch/traffic.hpp"
#include "engine/watch/watcher_list.hpp"

namespace halo::engine {

using Watchers = WatcherList<SharedWords, GlobalWords, Barriers, Traffic, LineTrafficWatcher, IdleThreads, LaneUse, ArrayUse, DividedBlocks>;

}  // namespace halo::engine
