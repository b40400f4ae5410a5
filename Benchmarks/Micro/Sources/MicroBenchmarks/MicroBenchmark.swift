public import Foundation

/// A piece of the store's work that must not get dearer.
public struct MicroBenchmark: Sendable {
    /// What it is called: the part, a point, and what is done with it.
    public let name: String

    /// What one unit of it is, such as `event`.
    public let unit: String

    private let prepare: @Sendable (URL) async throws -> MicroWork

    init(_ name: String, per unit: String, prepare: @escaping @Sendable (URL) async throws -> MicroWork) {
        self.name = name
        self.unit = unit
        self.prepare = prepare
    }

    /// Makes what the work needs.
    ///
    /// - Parameter folder: A folder of its own, empty, for a store.
    /// - Returns: The work; whoever asked for it closes it.
    /// - Throws: Where a store cannot be made or filled.
    public func prepared(in folder: URL) async throws -> MicroWork { try await prepare(folder) }
}

extension MicroBenchmark {
    /// All there are, in the order in which they are told.
    public static let all: [MicroBenchmark] =
        [calibration] + blocks + appending + lookups + json
}
