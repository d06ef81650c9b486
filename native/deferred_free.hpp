// Frees large memory in a background thread, so that the answer need not wait for it: the system takes 100 ms a
// gigabyte, longer than a deadline allows.
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

#include "attributes.hpp"

#if PLYGROUND_THREADS && !defined(_WIN32)
#include <pthread.h>
#include <signal.h>
#include <unistd.h>
#endif

namespace plyground {

#if PLYGROUND_THREADS
// The background thread. It starts with the first task and ends after a second without one, so that a process
// that forks seldom has it running.
class BackgroundFree {
public:
    static void later(std::function<void()> free) noexcept {
        try {
            of_this_process().add(free);
        } catch (const std::exception&) {  // there is no thread or no memory: do it here and now
            free();
        }
    }

private:
    // A forked process has none of its parent's threads, and its locks may stay locked for ever: it makes its own.
    static BackgroundFree& of_this_process() {
        static std::atomic<BackgroundFree*> only{nullptr};
        BackgroundFree* known = only.load();
        if (known && known->process_ == this_process()) return *known;
        auto made = std::make_unique<BackgroundFree>();
        if (only.compare_exchange_strong(known, made.get())) return *made.release();
        return *known;  // another thread was first
    }

    void add(std::function<void()>& free) {
        const std::lock_guard locked(mutex_);
        if (!running_) {
            start();
            running_ = true;
        }
        tasks_.push_back(std::move(free));  // moved: a copy here might be the last owner and free at once
        has_tasks_.notify_one();
    }

    // Block all signals here: the program's own threads handle them.
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
                if (!has_tasks_.wait_for(locked, std::chrono::seconds(1), [&] { return !tasks_.empty(); })) {
                    running_ = false;
                    return;
                }
                taken.swap(tasks_);
            }
            for (auto& free : taken) free();
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
    std::condition_variable has_tasks_;
    std::vector<std::function<void()>> tasks_;
    bool running_ = false;
};
#else
// Without threads: at once.
class BackgroundFree {
public:
    static void later(const std::function<void()>& free) noexcept { free(); }
};
#endif

// Owns a search, and frees it in the background if it has become large.
template <class Search>
class FreedLater {
public:
    template <class... Arguments>
    explicit FreedLater(Arguments&&... arguments)
        : search_(std::make_shared<Search>(std::forward<Arguments>(arguments)...)) {}
    ~FreedLater() {
        if (!search_ || !search_->is_large()) return;
        try {
            BackgroundFree::later([last = std::move(search_)]() mutable { last.reset(); });
        } catch (const std::bad_alloc&) {  // then it has been freed already
        }
    }
    FreedLater(FreedLater&&) = default;
    FreedLater& operator=(FreedLater&&) = default;

    Search* operator->() const { return search_.get(); }

private:
    std::shared_ptr<Search> search_;  // has one owner; shared because a std::function must be copyable
};

}  // namespace plyground
