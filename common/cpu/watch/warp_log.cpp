#include "cpu/watch/warp_log.hpp"

namespace halo::cpu {

Request* WarpLog::find_or_add(const Request& wanted)
{
    // Only ahead: looking back would turn the lane's own program order around.
    for (Request* request = *link_; request != &end_; request = request->next)
        if (request->key == wanted.key && joined(request, wanted.where) != nullptr) return request;

    // Where one lane had to stop the others stop too, or the next log would begin in different turns of a loop.
    if (closed_ && *link_ == &end_) return nullptr;
    if (used_ >= limit_) {
        closed_ = true;
        return nullptr;
    }
    Request& added = requests_[used_++];
    added = wanted;
    added.lanes = lane_bit_;
    added.next = *link_;
    *link_ = &added;
    link_ = &added.next;
    return &added;
}

}  // namespace halo::cpu
