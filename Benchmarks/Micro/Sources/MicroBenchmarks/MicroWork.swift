/// Prepared work that can be repeated on one thread.
public final class MicroWork {
    /// The number of units in one call.
    public let units: Int

    private let body: () throws -> Int
    private let end: () async -> Void

    /// Makes work.
    ///
    /// - Parameters:
    ///   - units: The number of units that one call must do.
    ///   - end: Closes the work's resources.
    ///   - body: One call; returns the number of units done, counted from what it found, not from its lookups.
    init(units: Int, end: @escaping () async -> Void = {}, body: @escaping () throws -> Int) {
        self.units = units
        self.body = body
        self.end = end
    }

    /// Does the work once.
    ///
    /// - Throws: Errors of the work; ``MicroBenchmarkError`` if it did fewer units than required: incomplete work must
    ///   not pass for fast work.
    public func call() throws {
        let done = try body()
        guard done == units else {
            throw MicroBenchmarkError("the work did \(done) units where \(units) were due: its figures mean nothing")
        }
    }

    /// Closes the work's resources.
    public func close() async { await end() }
}

/// A fault in a micro-benchmark itself.
public struct MicroBenchmarkError: Error, CustomStringConvertible {
    /// The fault, and its remedy.
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}
