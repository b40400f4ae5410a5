/// Work that is ready to be done, over and over, on one thread.
public final class MicroWork {
    /// How many units one call does.
    public let units: Int

    private let body: () throws -> Int
    private let end: () async -> Void

    /// Makes work.
    ///
    /// - Parameters:
    ///   - units: How many units one call has to do.
    ///   - end: Closes what the work uses.
    ///   - body: One call; gives how many units it did, by what it found and not by how often it looked.
    init(units: Int, end: @escaping () async -> Void = {}, body: @escaping () throws -> Int) {
        self.units = units
        self.body = body
        self.end = end
    }

    /// Does the work once.
    ///
    /// - Throws: What it throws; ``MicroBenchmarkError`` where it did not do all that it should: cheap work that does
    ///   less must not pass for fast.
    public func call() throws {
        let done = try body()
        guard done == units else {
            throw MicroBenchmarkError("the work did \(done) units where \(units) were due: its figures mean nothing")
        }
    }

    /// Closes what the work uses.
    public func close() async { await end() }
}

/// What is wrong with a micro-benchmark itself.
public struct MicroBenchmarkError: Error, CustomStringConvertible {
    /// What it is, and what to do.
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}
