import CMeasured
import MicroBenchmarks

/// Counted calls: they are made inside the C function that callgrind observes.
final class CountedCalls {
    private let work: MicroWork
    private var count = 0
    private var failure: (any Error)?

    init(_ work: MicroWork) {
        self.work = work
    }

    /// Makes the calls.
    ///
    /// - Parameter count: The number of calls.
    /// - Throws: The error of the first call that fails; later calls are not made.
    func run(_ count: Int) throws {
        self.count = count
        nacre_micro_measured(
            { context in
                guard let context else { return }
                Unmanaged<CountedCalls>.fromOpaque(context).takeUnretainedValue().makeCalls()
            }, Unmanaged.passUnretained(self).toOpaque())
        if let failure { throw failure }
    }

    private func makeCalls() {
        do {
            for _ in 0..<count { try work.call() }
        } catch {
            failure = error
        }
    }
}
