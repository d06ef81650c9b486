// Giving memory back takes a system longer than a deadline allows (100 ms a gigabyte), so what is large is
// taken apart by a thread of its own while the answer is already out.
#pragma once

#include <atomic>
#include <chrono>
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
#include <pthread.h>
#include <signal.h>
#include <unistd.h>
#endif

namespace plyground {

// The thread that lets go: started when there is something for it to do, and gone when there is nothing for a
// second, so that a process that forks has seldom more than one.
class LettingGo {
public:
    static void later(std::function<void()> let_go) noexcept {
        try {
            mine().add(let_go);
        } catch (const std::exception&) {  // no thread or no memory to be had: it is done here and now
            let_go();
        }
    }

private:
    // A forked process has none of its parent's threads, and locks that nobody will ever open: it makes its own.
    static LettingGo& mine() {
        static std::atomic<LettingGo*> only{nullptr};
        LettingGo* known = only.load();
        if (known && known->process_ == this_process()) return *known;
        auto made = std::make_unique<LettingGo>();
        if (only.compare_exchange_strong(known, made.get())) return *made.release();
        return *known;  // another thread was first
    }

    void add(std::function<void()>& let_go) {
        const std::lock_guard locked(mutex_);
        if (!running_) {
            start();
            running_ = true;
        }
        waiting_.push_back(std::move(let_go));  // moved: or who asked might be the last to hold it
        some_.notify_one();
    }

    // Signals are for the threads of the program, so this one is born deaf to them.
    void start() {
#if !defined(_WIN32)
        sigset_t all, before;
        sigfillset(&all);
        pthread_sigmask(SIG_SETMASK, &all, &before);
        try {
            std::thread([this] { work(); }).detach();
        } catch (...) {
            pthread_sigmask(SIG_SETMASK, &before, nullptr);
            throw;
        }
        pthread_sigmask(SIG_SETMASK, &before, nullptr);
#else
        std::thread([this] { work(); }).detach();
#endif
    }

    void work() {
        while (true) {
            std::vector<std::function<void()>> taken;
            {
                std::unique_lock locked(mutex_);
                if (!some_.wait_for(locked, std::chrono::seconds(1), [&] { return !waiting_.empty(); })) {
                    running_ = false;
                    return;
                }
                taken.swap(waiting_);
            }
            for (auto& let_go : taken) let_go();
        }
    }

    static long this_process() {
#if defined(_WIN32)
        return 1;
#else
        return getpid();
#endif
    }

    const long process_ = this_process();
    std::mutex mutex_;
    std::condition_variable some_;
    std::vector<std::function<void()>> waiting_;
    bool running_ = false;
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
