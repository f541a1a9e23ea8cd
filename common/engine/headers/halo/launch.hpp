#pragma once
// The functions to which `kernel<<<grid, block, shared, stream>>>(args)` is translated.

#include <type_traits>

#include "api.hpp"
#include "parameters.hpp"

namespace halo_engine {

struct LaunchConfig {
    dim3 grid, block;
    size_t shared_bytes;
    const char* kernel = "";
    const char* file = "";
    int line = 0;
    const void* pointer = nullptr;   ///< to the kernel, if it is launched through one
    bool cooperative = false;    ///< blocks may wait for each other: grid.sync()
    bool returns_error = false;  ///< to who asks: cudaLaunchKernel

    LaunchConfig(dim3 grid_, dim3 block_, size_t shared = 0, cudaStream_t = nullptr)
        : grid(grid_), block(block_), shared_bytes(shared)
    {
    }
    LaunchConfig& named(const char* kernel_, const char* file_, int line_)
    {
        kernel = kernel_;
        file = file_;
        line = line_;
        return *this;
    }
};

/// Reports a __constant__ or __device__ variable among the arguments in `closure`: in host code its name is not a device address.
void check_arguments(const LaunchConfig& config, const void* closure, size_t bytes);

/// Runs `body(argument)` once for every CUDA thread of the grid. Errors are returned by cudaGetLastError().
void run_grid(const LaunchConfig& config, void (*body)(void* argument), void* argument);

template <class Closure>
[[gnu::no_sanitize("thread")]] void call_closure(void* closure)
{
    (*static_cast<Closure*>(closure))();
}

/// Calls the kernel for one CUDA thread, which gets its own copy of the parameters' bits.
template <class... Parameters>
HALO_PASSING void call_kernel(void (*kernel)(Parameters...), Parameters&... of_launch)
{
    static_assert((std::size_t(0) + ... + sizeof(Parameters)) <= kMostParameterBytes,
                  "a kernel's parameters have at most 32764 bytes: copy a larger struct to the device, and pass a pointer");
    if constexpr ((is_only_bits<Parameters> && ...)) kernel(Parameter<Parameters>{of_launch}.pass()...);
    else called_as<void (*)(typename Parameter<Parameters>::Passed...)>(reinterpret_cast<void (*)()>(kernel))(Parameter<Parameters>{of_launch}.pass()...);
}

template <class... Parameters>
[[gnu::no_sanitize("thread")]] void run_kernel(const LaunchConfig& config, void (*kernel)(Parameters...), Parameters&... of_launch)
{
    (check_arguments(config, __builtin_addressof(of_launch), sizeof of_launch), ...);
    auto thread = [&]() __attribute__((no_sanitize("thread"), always_inline)) { call_kernel<Parameters...>(kernel, of_launch...); };
    run_grid(config, call_closure<decltype(thread)>, &thread);
}

/// The name of the kernel at this address; valid until the program ends. Empty if none is known.
const char* kernel_name(const void* kernel);

class Launch;
/// The launch whose arguments are evaluated next; launches in its arguments come first.
void await_arguments(Launch& launch);
Launch& launch_with_arguments();

/// One launch, as long as the expression in which it is.
class Launch {
public:
    explicit Launch(const LaunchConfig& config);      // not inline: each launch of a program would be longer to compile
    Launch(const Launch&) = delete;
    Launch& operator=(const Launch&) = delete;
    ~Launch();

    /// A kernel of known type: returns what is called with the arguments instead. So they are converted as in a plain call, once,
    /// by the host.
    template <class... Parameters>
    auto of(void (*kernel)(Parameters...)) -> void (*)(Parameters...)
    {
        kernel_ = reinterpret_cast<void (*)()>(kernel);
        name_by_address();
        await_arguments(*this);
        return run_pointer<Parameters...>;
    }
#if __cplusplus >= 201703L
    /// Likewise, where it is known which kernel: that is called directly, so that whoever reads the object file sees what runs on the
    /// device.
    template <auto kernel>
    auto of()
    {
        return of_known<kernel>(kernel);
    }
#endif

    /// Any other: `body(arguments...)` makes the call for one thread.
    template <class Body, class... Arguments>
    [[gnu::no_sanitize("thread")]] void launched_by(Body&& body, Arguments&&... arguments)
    {
        check_arguments(config_, __builtin_addressof(body), sizeof body);
        if constexpr (sizeof...(arguments) == 0) {
            run_grid(config_, call_closure<std::remove_reference_t<Body>>, &body);
        } else {
            (check_arguments(config_, __builtin_addressof(arguments), sizeof arguments), ...);
            auto thread = [&]() __attribute__((no_sanitize("thread"))) { body(arguments...); };
            run_grid(config_, call_closure<decltype(thread)>, &thread);
        }
    }

    /// Likewise, where only the preprocessor knows the arguments: launched_by(body, …) with those that the result is called with.
    template <class Body>
    struct Taking {
        Launch& launch;
        Body body;

        template <class... Args>
        [[gnu::no_sanitize("thread")]] void operator()(Args&&... args)
        {
            launch.launched_by(body, argument(static_cast<Args&&>(args))...);
        }
    };
    template <class Body>
    Taking<Body> taking(Body body)
    {
        return {*this, body};
    }

private:
    friend void await_arguments(Launch&);
    friend Launch& launch_with_arguments();
    void withdraw();
    void name_by_address();

    template <class... Parameters>
    [[gnu::no_sanitize("thread")]] static void run_pointer(Parameters... parameters)
    {
        Launch& launch = launch_with_arguments();
        run_kernel<Parameters...>(launch.config_, reinterpret_cast<void (*)(Parameters...)>(launch.kernel_), parameters...);
    }
#if __cplusplus >= 201703L
    template <auto kernel, class... Parameters>
    auto of_known(void (*)(Parameters...)) -> void (*)(Parameters...)
    {
        await_arguments(*this);
        return run<kernel, Parameters...>;
    }
    template <auto kernel, class... Parameters>
    [[gnu::no_sanitize("thread")]] static void run(Parameters... parameters)
    {
        const LaunchConfig& config = launch_with_arguments().config_;
        (check_arguments(config, __builtin_addressof(parameters), sizeof parameters), ...);
        auto thread = [&]() __attribute__((no_sanitize("thread"), always_inline)) { call_kernel<Parameters...>(kernel, parameters...); };
        run_grid(config, call_closure<decltype(thread)>, &thread);
    }
#endif

    LaunchConfig config_;
    void (*kernel_)() = nullptr;
    Launch* outer_ = nullptr;
    bool awaits_ = false;
};

/// `Launch(…).HALO_OF(kernel<float, 2>)(arguments)`
#if __cplusplus >= 201703L
#define HALO_OF(...) of<__VA_ARGS__>()
#else
#define HALO_OF(...) of(__VA_ARGS__)
#endif

}  // namespace halo_engine
