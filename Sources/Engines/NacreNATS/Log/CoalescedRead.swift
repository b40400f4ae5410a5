/// Shares a read among the callers that wait for it, and never gives a caller one that began before the call.
actor CoalescedRead<Value: Sendable> {
    private let read: @Sendable () async throws -> Value
    private var running: Task<Value, any Error>?
    private var next: Task<Value, any Error>?

    init(_ read: @escaping @Sendable () async throws -> Value) { self.read = read }

    /// The result of a read that begins after this call.
    func value() async throws -> Value {
        if let next { return try await next.value }
        let task = Task { [running] in
            // Only its end matters here; its failure is its callers'.
            _ = await running?.result
            begin()
            return try await read()
        }
        next = task
        return try await task.value
    }

    private func begin() {
        running = next
        next = nil
    }
}
