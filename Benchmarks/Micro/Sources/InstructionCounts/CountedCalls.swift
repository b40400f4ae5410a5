import CMeasured
import MicroBenchmarks

/// Calls that are counted: made inside of the C function that callgrind is told to look at.
final class CountedCalls {
    private let work: MicroWork
    private var count = 0
    private var failure: (any Error)?

    init(_ work: MicroWork) {
        self.work = work
    }

    /// Makes the calls.
    ///
    /// - Parameter count: How many.
    /// - Throws: What the first one that fails throws; those behind it are not made.
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
