/// The requests that the writer has taken and not answered yet, in order of arrival.
struct TakenGroup {
    private var requests: [AppendRequest] = []
    private var answered = 0

    /// Those that have no answer yet.
    var rest: ArraySlice<AppendRequest> { requests[answered...] }

    /// Takes those that wait, where all before them are answered.
    ///
    /// - Returns: Whether there are any.
    mutating func take(from queue: AppendQueue) -> Bool {
        answered = 0
        return queue.take(into: &requests)
    }

    /// Counts the next ones as answered.
    ///
    /// - Parameter count: How many.
    /// - Returns: These.
    mutating func answer(_ count: Int) -> ArraySlice<AppendRequest> {
        defer { answered += count }
        return rest.prefix(count)
    }
}
