#pragma once
// Rungs with the mistakes that these ideas invite. The tests must see each of them.

#include "ladder.hpp"

namespace halo::ladder {

void tail_left_out(const Problem& p);           // the last quad is loaded and stored only if all of it exists
void halo_of_the_row_before(const Problem& p);  // the left neighbour of a row's first quad is not a ghost but the end of another row
void barrier_left_out(const Problem& p);        // a thread stores what others may not have loaded yet
void only_whole_marches(const Problem& p);      // a thread that goes down 16 rows leaves out the rows below the last 16
void one_quad_too_many(const Problem& p);       // the last quad is stored as a whole

}  // namespace halo::ladder
