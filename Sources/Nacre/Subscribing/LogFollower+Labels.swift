extension Collection<any LogFollower> {
    /// Throws if two followers have the same label, which would make them share a checkpoint.
    ///
    /// Call it where the program assembles its projections and process managers.
    ///
    /// - Throws: ``EventStoreError`` with code ``EventStoreError/Code/invalidArgument``, naming the duplicate label.
    public func requireDistinctLabels() throws(EventStoreError) {
        var seen: Set<[UInt8]> = []
        for follower in self where !seen.insert([UInt8](follower.label.utf8)).inserted {
            throw .invalid(
                """
                there are two followers named \(quoted(follower.label)), which would share one checkpoint: give every \
                projection and every process manager its own name
                """)
        }
    }
}
