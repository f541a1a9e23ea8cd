// Transposes: their reference, inputs and diagnosis.

#include <fmt/format.h>

#include "data/generate.hpp"
#include "diagnose/outside.hpp"
#include "findings/explain.hpp"
#include "kinds/transposition/kind.hpp"
#include "kinds/transposition/transposition.hpp"
#include "kinds/transposition/words.hpp"

namespace halo::lab {

namespace {

/// Numbers of at most seven digits, without a repetition up to 2²³ elements.
template <KindSize S>
Inputs matrix(const S& size, std::uint64_t seed)
{
    constexpr unsigned kBits = 23;
    return {size, {distinct_numbers(size.extent().count(), kBits, mix(seed, "in"))}, 0.5f};     // exact below 2²³
}

Transposition task_of(const Transpose& kind, const Inputs& inputs)
{
    const auto size = inputs.size.as<MatrixSize>();
    return {.width = size.width, .height = size.height, .tile = kind.tile, .in_place = false, .in = inputs.arrays.at(0),
            .any_kernel = kind.any_kernel};
}

Transposition task_of(const TransposeInPlace& kind, const Inputs& inputs)
{
    const int n = inputs.size.as<SquareSize>().width;
    return {.width = n, .height = n, .tile = kind.tile, .in_place = true, .in = inputs.arrays.at(0)};
}

Expected solve_as(const Transposition& task)
{
    Expected e;
    e.want.reserve(task.in.size());
    for (int x = 0; x < task.width; ++x)
        for (int y = 0; y < task.height; ++y) e.want.push_back(task.at(x, y));
    return e;
}

std::optional<Diagnosis> diagnose_as(const Transposition& task, const WrongResult& w)
{
    std::span<const float> earlier_want;
    if (w.earlier != nullptr) earlier_want = w.earlier->expected.want;
    auto found = classify(WrongTranspose{task, w.got, w.expected.want, earlier_want});
    if (found && found->mistake == Mistake::pair_lost && w.history != nullptr && !w.history->stored) found->mistake = Mistake::pair_half_stored;
    return found;
}

/// Of the size that solutions/measured has. The basic kernel loads along rows, and each lane stores to a row of its own.
template <KindSize S>
OnCard square(const S& sample, const S& size)
{
    constexpr double kWarp = 32, kMoved = 2 * sizeof(float);
    OnCard on{.sample = sample, .size = size};
    const auto elements = double(size.extent().count());
    on.scale = elements / double(sample.extent().count());
    on.bytes = kMoved * elements;
    on.basic = {"transpose_naive",
                {.blocks = 1, .threads = 256, .global_loads = 256, .global_stores = 256, .global_load_requests = 8, .global_store_requests = 8,
                 .global_load_sectors = 32, .global_store_sectors = 256},
                elements / (8 * kWarp)};
    return on;
}

/// A tile of a transpose has neither halo nor ghost elements.
std::optional<Diagnosis> about_tile(const Finding& f)
{
    if (f.space == Space::global && outside_of_array(f) && f.outside == Outside::past_end) return Diagnosis{Mistake::no_output_here};
    if (f.space != Space::shared) return {};
    const bool gap = f.kind == FindingKind::uninitialised && f.index.size() == 2 && f.shape.size() == 2;
    const std::int64_t rows = f.block_shape.y, columns = f.block_shape.x;
    if (gap && columns < rows && columns < f.shape[1] && f.index[1] >= columns) return Diagnosis{Mistake::block_too_narrow, {.tile = columns}};
    const bool turned = gap && std::int64_t(f.thread.x) == f.index[0];      // as a read should be: else rows and columns are exchanged
    if (turned && rows < f.shape[0] && f.index[0] >= rows) return Diagnosis{Mistake::tile_rows_missing, {.tile = rows}};
    if (f.kind == FindingKind::uninitialised) return Diagnosis{Mistake::tile_gap};
    const bool flat = f.shape.size() == 1;      // perhaps sized by the launch
    if (f.kind == FindingKind::out_of_bounds && flat && f.access == Access::write && f.outside == Outside::past_end) return Diagnosis{Mistake::shared_too_small};
    const bool later_block = f.block.x > 0 || f.block.y > 0;        // the first one has all its elements, and stayed inside
    if (f.kind == FindingKind::out_of_bounds) return Diagnosis{later_block ? Mistake::tile_index_of_matrix : Mistake::tile_index, {.array = f.array}};
    return {};
}

}  // namespace

Inputs Transpose::make_inputs(const Size& size, std::uint64_t seed) const { return matrix(size, seed); }
Expected Transpose::solve(const Inputs& inputs) const { return solve_as(task_of(*this, inputs)); }

std::string Transpose::describe(const Size& size) const
{
    return fmt::format("matrix of {} and {}", counted(size.height, "row"), counted(size.width, "column"));
}

Output Transpose::output(const Size& size) const { return {.shape = {size.width, size.height}}; }

Geometry Transpose::geometry(const Size& size) const
{
    return {.tile = tile, .in = {size.height, size.width},
            .matrices = {{.rows = size.width, .row = size.height, .transposed = true, .name = "out"},
                         {.rows = size.height, .row = size.width, .name = "in"}},
            .any_kernel = any_kernel};
}

std::optional<TapQuestion> Transpose::question(const Size&) const { return {}; }     // no two values of the input are the same
std::optional<Diagnosis> Transpose::diagnose(const WrongResult& wrong) const { return diagnose_as(task_of(*this, wrong.inputs), wrong); }
Words Transpose::words() const { return kMatrixWords; }
Mistake Transpose::unexplained() const { return Mistake::unexplained_move; }
std::optional<Diagnosis> Transpose::advice(const Finding& finding, const Size&) const { return about_tile(finding); }
std::optional<OnCard> Transpose::on_card(const Size&) const { return square(Size{.width = 448, .height = 224}, {.width = 16384, .height = 16384}); }

Inputs TransposeInPlace::make_inputs(const Size& size, std::uint64_t seed) const { return matrix(size, seed); }

Expected TransposeInPlace::solve(const Inputs& inputs) const
{
    Expected e = solve_as(task_of(*this, inputs));
    e.already_right = std::size_t(inputs.size.as<Size>().width);             // the diagonal
    return e;
}

std::string TransposeInPlace::describe(const Size& size) const { return fmt::format("{0} x {0} matrix", size.width); }

Output TransposeInPlace::output(const Size& size) const
{
    return {.name = "d_data", .array = "data", .shape = {size.width, size.width}, .in_place = true};
}

Geometry TransposeInPlace::geometry(const Size& size) const
{
    return {.tile = tile, .in = {size.width, size.width}, .matrices = {{.rows = size.width, .row = size.width}}};
}

std::optional<TapQuestion> TransposeInPlace::question(const Size&) const { return {}; }     // no two values of the input are the same
std::optional<Diagnosis> TransposeInPlace::diagnose(const WrongResult& wrong) const
{
    return diagnose_as(task_of(*this, wrong.inputs), wrong);
}

Words TransposeInPlace::words() const { return kMatrixInPlaceWords; }
Mistake TransposeInPlace::unexplained() const { return Mistake::unexplained_move; }
std::optional<Diagnosis> TransposeInPlace::advice(const Finding& finding, const Size&) const { return about_tile(finding); }
std::optional<OnCard> TransposeInPlace::on_card(const Size&) const { return square(Size{.width = 448}, {.width = 16384}); }

}  // namespace halo::lab
