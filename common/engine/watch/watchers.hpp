#pragma once
// The questions asked of every kernel. To add one, write a file in this folder and add its name here.

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

using Watchers = WatcherList<SharedWords, GlobalWords, Barriers, Traffic, LineTrafficWatcher, IdleThreads, LaneUse, ArrayUse>;

}  // namespace halo::engine
