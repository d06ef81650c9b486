// Giving memory back takes a system longer than a deadline allows (100 ms a gigabyte), so what is large is
// taken apart by a thread of its own while the answer is already out.
#pragma once

#include <condition_variable>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <new>
#include <thread>
#include <utility>
#include <vector>

#if !defined(_WIN32)
#include <unistd.h>
#endif

namespace plyground {

// The thread that lets go, started when there is first something for it to do, and never ended: it holds
// nothing that anybody waits for.
class LettingGo {
public:
    static void later(std::function<void()> let_go) noexcept {
        try {
            static LettingGo* const only = new LettingGo;
            only->add(let_go);
        } catch (const std::exception&) {  // no thread or no memory to be had: it is done here and now
            let_go();
        }
    }

private:
    void add(const std::function<void()>& let_go) {
        const std::lock_guard locked(mutex_);
        if (started_in_ != process()) {
            std::thread([this] { work(); }).detach();
            started_in_ = process();
        }
        waiting_.push_back(let_go);
        some_.notify_one();
    }

    [[noreturn]] void work() {
        while (true) {
            std::vector<std::function<void()>> taken;
            {
                std::unique_lock locked(mutex_);
                some_.wait(locked, [&] { return !waiting_.empty(); });
                taken.swap(waiting_);
            }
            for (auto& let_go : taken) let_go();
        }
    }

    static long process() {  // a forked one has no threads but its first
#if defined(_WIN32)
        return 1;
#else
        return getpid();
#endif
    }

    std::mutex mutex_;
    std::condition_variable some_;
    std::vector<std::function<void()>> waiting_;
    long started_in_ = 0;
};

// A search that is let go of in the background if it has become large.
template <class Search>
class Held {
public:
    template <class... Arguments>
    explicit Held(Arguments&&... arguments)
        : search_(std::make_shared<Search>(std::forward<Arguments>(arguments)...)) {}
    ~Held() {
        if (!search_ || !search_->is_large()) return;
        try {
            LettingGo::later([last = std::move(search_)]() mutable { last.reset(); });
        } catch (const std::bad_alloc&) {  // then it has been let go of already
        }
    }
    Held(Held&&) = default;
    Held& operator=(Held&&) = default;

    Search* operator->() const { return search_.get(); }

private:
    std::shared_ptr<Search> search_;  // of one owner: shared only because a function object can be copied
};

}  // namespace plyground
