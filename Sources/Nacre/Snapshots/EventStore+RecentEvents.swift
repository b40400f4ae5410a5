extension EventStore {
    /// How many events are read backwards at most: they are all in memory at once.
    private var mostRecentEvents: StreamVersion { 1_024 }

    /// The events of a stream behind a version, where they are few.
    ///
    /// They are read from the newest one backwards, which takes as long as there are events to read. To begin in the
    /// middle of a long stream, a store may have to count from its beginning.
    ///
    /// - Parameters:
    ///   - stream: The stream.
    ///   - version: The version behind which they are.
    /// - Returns: The events in ascending order; `nil` where they are many.
    /// - Throws: What the store throws.
    func recentEvents(of stream: StreamName, behind version: StreamVersion) async throws -> [RecordedEvent]? {
        let newest = try await self.version(of: stream)
        guard newest >= version, newest - version <= mostRecentEvents else { return nil }
        guard newest > version else { return [] }
        return try await read(stream, .backward(from: newest), limit: Int(newest - version)).collect().reversed()
    }
}
