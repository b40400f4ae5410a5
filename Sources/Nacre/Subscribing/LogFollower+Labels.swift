extension Collection<any LogFollower> {
    /// Makes sure that no two have one label, and so none keeps its checkpoint under another one's name.
    ///
    /// Call it where a program's projections and process managers are put together.
    ///
    /// - Throws: ``EventStoreError`` with code ``EventStoreError/Code/invalidArgument``, which names the label that occurs
    ///   twice.
    public func requireDistinctLabels() throws(EventStoreError) {
        var seen: Set<[UInt8]> = []
        for follower in self where !seen.insert([UInt8](follower.label.utf8)).inserted {
            throw .invalid(
                """
                there are two of \(quoted(follower.label)), which would share one checkpoint: give every projection, and \
                every process manager, a name of its own
                """)
        }
    }
}
