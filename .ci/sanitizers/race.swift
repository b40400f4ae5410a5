import Foundation

/// A variable that several threads change without a lock.
///
/// `@unchecked Sendable` is wrong here, and meant to be: the sanitizer must find the race that it hides from the compiler.
final class Counter: @unchecked Sendable {
    var value = 0
}

@main enum Race {
    static func main() {
        let counter = Counter()
        let done = DispatchSemaphore(value: 0)
        // Threads of their own: on a busy machine a queue may do everything on one.
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
