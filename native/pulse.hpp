// Lets long work be interrupted: counts steps, and now and then asks whether to go on.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <stdexcept>
#include <utility>

namespace plyground {

using Clock = std::chrono::steady_clock;

// `asked_to_stop` is asked every 50 ms, by the thread that works; it may throw.
class Pulse {
public:
    explicit Pulse(std::function<bool()> asked_to_stop = {}, bool asked_already = false)
        : asked_to_stop_(std::move(asked_to_stop)), asked_already_(asked_already) {}

    void step() {
        if ((++steps_ & 0x3FF) == 0) stop_if_asked();
    }

    void stop_if_asked() {
        if (look(Clock::now())) throw std::runtime_error("stopped: the program is ending");
    }

    // Set once, when the program ends: whatever is still at work stops as soon as it looks.
    static std::atomic<bool>& closing() {
        static std::atomic<bool> is_closing{false};
        return is_closing;
    }

    // Whether to stop, as far as it is time to ask again. Asking Python can wait for another thread's turn,
    // so a deadline that is near goes first.
    bool look(Clock::time_point now, Clock::time_point deadline = Clock::time_point::max()) {
        if (asked_already_ || closing()) return true;
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
