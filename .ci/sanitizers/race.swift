import Foundation

/// A variable that two threads change without a lock.
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
