// Lets long work be interrupted: counts steps, and asks now and then whether to stop.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <stdexcept>
#include <utility>

namespace plyground {

using Clock = std::chrono::steady_clock;

// `asked_to_stop` is called every 50 ms, in the thread that works; it may throw.
class Interrupt {
public:
    explicit Interrupt(std::function<bool()> asked_to_stop = {}, bool asked_already = false)
        : asked_to_stop_(std::move(asked_to_stop)), asked_already_(asked_already) {}

    void step() {
        if ((++steps_ & 0x3FF) == 0) stop_if_asked();
    }

    void stop_if_asked() {
        if (look(Clock::now())) throw std::runtime_error("stopped: the program is ending");
    }

    // Set once, when the program ends: all work stops when it looks next.
    static std::atomic<bool>& shutting_down() {
        static std::atomic<bool> is_shutting_down{false};
        return is_shutting_down;
    }

    // Whether to stop; asks only if it is time to. Asking Python may have to wait for another thread, so it does
    // not ask shortly before a deadline.
    bool look(Clock::time_point now, Clock::time_point deadline = Clock::time_point::max()) {
        if (asked_already_ || shutting_down()) return true;
        if (now - last_ < interval || deadline - now < interval) return false;
        last_ = now;
        return asked_to_stop_ && asked_to_stop_();
    }

private:
    static constexpr auto interval = std::chrono::milliseconds(50);

    std::uint64_t steps_ = 0;
    Clock::time_point last_ = Clock::now();
    std::function<bool()> asked_to_stop_;
    bool asked_already_;
};

}  // namespace plyground
