import Foundation
import Nacre

/// An event as an engine reads it back, in a value of its own.
struct LoggedRecord: Hashable, Sendable {
    var position: Position
    var version: StreamVersion

    /// The bytes of its stream's name.
    var stream: [UInt8]

    var payload: [UInt8]

    /// The bytes of its type's name.
    var type: [UInt8]

    /// The schema number of its data.
    var schema = 1

    var metadata: [UInt8] = []

    /// Its id, where the auditor wants labels.
    var id: EventID?

    /// Its tags, where the auditor wants labels.
    var tags: [Tag] = []
}

extension BenchmarkEngine {
    /// Opens a store anew and hands out its whole log in order, with ids and tags where they are wanted.
    func readBack(
        _ folder: URL, wantsLabels: Bool = false, _ take: @escaping @Sendable (LoggedRecord) -> Void
    ) async throws {
        _ = try await readBack(folder, into: LogAuditor(wantsLabels: wantsLabels, handingOutTo: take))
    }
}
