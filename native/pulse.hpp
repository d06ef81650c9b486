// Lets long work be interrupted: counts steps, and now and then asks whether to go on.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <utility>

namespace plyground {

using Clock = std::chrono::steady_clock;

// `asked_to_stop` is asked every 50 ms, by the thread that works; it may throw.
class Pulse {
public:
    explicit Pulse(std::function<bool()> asked_to_stop = {}) : asked_to_stop_(std::move(asked_to_stop)) {}

    void step() {
        if ((++steps_ & 0x3FF) == 0) look(Clock::now());
    }

    // Whether to stop, as far as it is time to ask again. Asking Python can wait for another thread's turn,
    // so a deadline that is near goes first.
    bool look(Clock::time_point now, Clock::time_point deadline = Clock::time_point::max()) {
        if (now - last_ < interval || deadline - now < interval) return false;
        last_ = now;
        return asked_to_stop_ && asked_to_stop_();
    }

private:
    static constexpr auto interval = std::chrono::milliseconds(50);

    std::uint64_t steps_ = 0;
    Clock::time_point last_ = Clock::now();
    std::function<bool()> asked_to_stop_;
};

}  // namespace plyground
