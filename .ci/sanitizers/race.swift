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
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            for _ in 0..<10_000 { counter.value += 1 }
        }
        print(counter.value)
    }
}
