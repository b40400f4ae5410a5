extension EventStore {
    /// The maximum number of events read backward, because all of them are in memory at once.
    private var maxRecentEvents: StreamVersion { 1_024 }

    /// The events of a stream after a version, if there are only a few.
    ///
    /// They are read backward from the newest event, in time proportional to their number. To start in the middle of
    /// a long stream, a store may have to count from its beginning.
    ///
    /// - Parameters:
    ///   - stream: The stream.
    ///   - version: The events after this version are returned.
    /// - Returns: The events in ascending order; `nil` if there are too many.
    /// - Throws: Errors of the store.
    func recentEvents(of stream: StreamName, after version: StreamVersion) async throws -> [RecordedEvent]? {
        let newest = try await self.version(of: stream)
        guard newest >= version, newest - version <= maxRecentEvents else { return nil }
        guard newest > version else { return [] }
        return try await read(stream, .backward(from: newest), limit: Int(newest - version)).collect().reversed()
    }
}
