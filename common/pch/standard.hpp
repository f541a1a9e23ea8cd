// The standard headers that most files of a large target include, compiled once for the target: parsing them took half
// of a first build. Every file still includes what it uses: without -Db_pch=true, which tools/setup passes, this is not read.
#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>
