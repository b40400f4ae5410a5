import Foundation

/// A variable that several threads change without a lock.
///
/// `@unchecked Sendable` is wrong here on purpose: the sanitizer must find the race that it hides from the compiler.
final class Counter: @unchecked Sendable {
    var value = 0
}

@main enum Race {
    static func main() {
        let counter = Counter()
        let done = DispatchSemaphore(value: 0)
        // Separate threads: on a busy machine a dispatch queue may run everything on one thread.
        for _ in 0..<2 {
            Thread {
                for _ in 0..<10_000 { counter.value += 1 }
                done.signal()
            }.start()
        }
        for _ in 0..<2 { done.wait() }
        print(counter.value)
    }
}
