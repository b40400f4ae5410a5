import FeatureAPI

/// Keeps the answers to requests with an idempotency key, so that a repeat gets the first answer.
///
/// For commands without events there is no other trace of the first request. Answers to commands with events are
/// rebuilt from those, also when the answer is no longer kept.
protocol AnswerStore: Sendable {
    /// The first answer to a request; runs the request if there is none.
    ///
    /// Of equal requests at the same time one runs, and the others wait. Only successful answers are kept: after a
    /// failure, the next request runs again.
    ///
    /// - Parameters:
    ///   - identity: The identity of the request.
    ///   - body: The body, of which a keyed hash is kept.
    ///   - run: Runs the request.
    /// - Returns: The answer.
    /// - Throws: A ``Problem`` if the first request had another body; the errors of `run`; `CancellationError` if the
    ///   task is cancelled while it waits.
    func answer(
        to identity: RequestIdentity, body: [UInt8], _ run: @Sendable () async throws -> APIResponse
    ) async throws -> APIResponse
}
