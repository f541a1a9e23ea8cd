#pragma once
// Rungs for a layer of channels with the mistakes that groups of channels invite. The tests must see each of them.

#include "channels.hpp"

namespace halo::ladder {

void last_group_left_out(const LayerOfChannels& a, cudaStream_t stream);            // a group of four that is not whole takes no part
void quads_at_any_address(const LayerOfChannels& a, cudaStream_t stream);           // rows of weights that do not begin at a quad are read as quads
void end_of_the_channel_before(const LayerOfChannels& a, cudaStream_t stream);      // a ghost is not 0, but an element of the next channel
void wait_left_out(const LayerOfChannels& a, cudaStream_t stream);                  // weights are read that a copy may not have brought yet

}  // namespace halo::ladder
