package import Foundation
package import Nacre

/// An event as an engine reads it back, as a self-contained value.
package struct LoggedRecord: Hashable, Sendable {
    package var position: Position
    package var version: StreamVersion

    /// The bytes of its stream's name.
    package var stream: [UInt8]

    package var payload: [UInt8]

    /// The bytes of its type's name.
    package var type: [UInt8]

    /// The schema number of its data.
    var schema = 1

    var metadata: [UInt8] = []

    /// Its id, if the auditor requests labels.
    package var id: EventID?

    /// Its tags, if the auditor requests labels.
    package var tags: [Tag] = []
}

extension BenchmarkEngine {
    /// Reopens a store and passes on its whole log in order, with ids and tags if requested.
    package func readBack(
        _ folder: URL, wantsLabels: Bool = false, _ take: @escaping @Sendable (LoggedRecord) -> Void
    ) async throws {
        _ = try await readBack(folder, into: LogHandout(wantsLabels: wantsLabels, take: take))
    }
}

/// Passes every event of a log on, and checks none.
private struct LogHandout: LogObserver {
    let wantsLabels: Bool
    let take: @Sendable (LoggedRecord) -> Void

    func observe(
        position: Position, version: StreamVersion, stream: RawSpan, payload: RawSpan, type: RawSpan, schema: Int,
        metadata: RawSpan, id: EventID?, tags: [Tag]
    ) {
        take(
            LoggedRecord(
                position: position, version: version, stream: stream.copied, payload: payload.copied,
                type: type.copied, schema: schema, metadata: metadata.copied, id: id, tags: tags))
    }
}
