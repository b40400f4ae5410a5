public import Foundation

/// A benchmark with an instruction budget.
public struct MicroBenchmark: Sendable {
    /// Its name: the component, a point, and the operation.
    public let name: String

    /// The name of one unit, such as `event`.
    public let unit: String

    private let prepare: @Sendable (URL) async throws -> MicroWork

    init(_ name: String, per unit: String, prepare: @escaping @Sendable (URL) async throws -> MicroWork) {
        self.name = name
        self.unit = unit
        self.prepare = prepare
    }

    /// Prepares the work.
    ///
    /// - Parameter folder: An empty folder for a store.
    /// - Returns: The work; the caller closes it.
    /// - Throws: If a store cannot be created or filled.
    public func prepared(in folder: URL) async throws -> MicroWork { try await prepare(folder) }
}

extension MicroBenchmark {
    /// All benchmarks, in reporting order.
    public static let all: [MicroBenchmark] =
        [calibration] + blocks + appending + contexts + lookups + json
}
