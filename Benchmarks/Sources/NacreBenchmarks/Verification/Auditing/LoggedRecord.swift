import Foundation
import Nacre

/// An event as an engine reads it back, as a self-contained value.
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

    /// Its id, if the auditor requests labels.
    var id: EventID?

    /// Its tags, if the auditor requests labels.
    var tags: [Tag] = []
}

extension BenchmarkEngine {
    /// Reopens a store and passes on its whole log in order, with ids and tags if requested.
    func readBack(
        _ folder: URL, wantsLabels: Bool = false, _ take: @escaping @Sendable (LoggedRecord) -> Void
    ) async throws {
        _ = try await readBack(folder, into: LogAuditor(wantsLabels: wantsLabels, handingOutTo: take))
    }
}
