/// The requests that the writer has taken and not yet answered, in order of arrival.
struct TakenGroup {
    private var requests: [AppendRequest]
    private var answered = 0

    /// - Parameter requests: The requests.
    init(_ requests: [AppendRequest] = []) {
        self.requests = requests
    }

    /// The unanswered requests.
    var rest: ArraySlice<AppendRequest> { requests[answered...] }

    /// Takes the waiting requests, if all earlier ones are answered.
    ///
    /// - Returns: Whether there are any.
    mutating func take(from queue: AppendQueue) -> Bool {
        answered = 0
        return queue.take(into: &requests)
    }

    /// Marks the next requests as answered.
    ///
    /// - Parameter count: The number of requests.
    /// - Returns: These requests.
    mutating func answer(_ count: Int) -> ArraySlice<AppendRequest> {
        defer { answered += count }
        return rest.prefix(count)
    }
}
