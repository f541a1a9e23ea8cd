// The engine's interface for a caller that asks where a call's numbers came from.

#include "engine/inputs.hpp"

#include "engine/engine.hpp"
#include "engine/watch/followed.hpp"
#include "engine/watch/prover.hpp"

namespace halo::engine {

void give_array(const GivenArray& array) { Followed::instance().give(array); }
void forget_given_arrays() { Followed::instance().forget(); }
InputUse input_use() { return Followed::instance().use(); }

StoredBy stored_by() { return Followed::instance().stored_by(); }

void prove(bool on)
{
    record_stores(on);
    Prover::instance().switch_on(on);
}
Proof proof() { return Prover::instance().proof(); }

}  // namespace halo::engine
