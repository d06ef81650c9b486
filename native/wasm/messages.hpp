// The messages that the core takes and gives in WebAssembly: whole numbers and reals of 8 bytes, the lowest first, and
// rows of bytes behind their length. src/plyground/ui/site/wasm_core.py writes and reads the same.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace plyground::wasm {

// Something that Python holds by a number, until it releases it.
struct Handle {
    virtual ~Handle() = default;
};

template <class Value>
struct Held : Handle {
    template <class... Arguments>
    explicit Held(Arguments&&... arguments) : value(std::forward<Arguments>(arguments)...) {}
    Value value;
};

// Reads the parts of a message in order.
class Request {
public:
    Request(const char* data, std::size_t size) : left_(data, size) {}

    std::uint64_t count() {
        std::uint64_t number;
        std::memcpy(&number, take(sizeof number).data(), sizeof number);
        return number;
    }
    int whole() { return static_cast<int>(static_cast<std::int64_t>(count())); }
    bool flag() { return count() != 0; }
    double real() {
        double number;
        std::memcpy(&number, take(sizeof number).data(), sizeof number);
        return number;
    }
    std::string_view bytes() { return take(static_cast<std::size_t>(count())); }
    std::string text() { return std::string(bytes()); }

    template <class Read>
    auto list(Read read) {
        std::vector<decltype(read())> found;
        for (std::uint64_t left = count(); left > 0; --left) found.push_back(read());
        return found;
    }
    std::vector<int> wholes() {
        return list([this] { return whole(); });
    }
    std::vector<std::vector<int>> rows() {
        return list([this] { return wholes(); });
    }

    // Something that may be missing: a flag goes before it.
    template <class Read>
    auto maybe(Read read) -> std::optional<decltype(read())> {
        if (!flag()) return std::nullopt;
        return read();
    }

    template <class Value>
    Value& held() {
        return static_cast<Held<Value>*>(handle())->value;
    }
    template <class Value>
    Value* maybe_held() {
        Handle* const found = handle();
        return found ? &static_cast<Held<Value>*>(found)->value : nullptr;
    }
    Handle* handle() { return reinterpret_cast<Handle*>(static_cast<std::uintptr_t>(count())); }

private:
    std::string_view take(std::size_t size) {
        if (size > left_.size()) throw std::invalid_argument("the message is cut short");
        const std::string_view taken = left_.substr(0, size);
        left_.remove_prefix(size);
        return taken;
    }

    std::string_view left_;
};

// Writes the parts of a message in order.
class Answer {
public:
    void count(std::uint64_t number) { append(&number, sizeof number); }
    void whole(std::int64_t number) { count(static_cast<std::uint64_t>(number)); }
    void flag(bool value) { count(value ? 1 : 0); }
    void real(double number) { append(&number, sizeof number); }
    void bytes(const void* data, std::size_t size) {
        count(size);
        append(data, size);
    }
    void text(std::string_view text) { bytes(text.data(), text.size()); }

    template <class List, class Write>
    void list(const List& items, Write write) {
        count(items.size());
        for (const auto& item : items) write(item);
    }

    // Something that may be missing: a flag goes before it.
    template <class Value, class Write>
    void maybe(const Value& value, Write write) {
        flag(static_cast<bool>(value));
        if (value) write(*value);
    }

    template <class Value, class... Arguments>
    void make(Arguments&&... arguments) {
        hold(std::make_unique<Held<Value>>(std::forward<Arguments>(arguments)...));
    }
    void hold(std::unique_ptr<Handle> made) { count(reinterpret_cast<std::uintptr_t>(made.release())); }

    const std::vector<char>& data() const { return data_; }

private:
    void append(const void* data, std::size_t size) {
        const char* const bytes = static_cast<const char*>(data);
        data_.insert(data_.end(), bytes, bytes + size);
    }

    std::vector<char> data_;
};

}  // namespace plyground::wasm
