import AuthDomain
import DomainKit
import FeatureAPI
import Nacre

/// How a repeat of a request gets the first answer: from the events, or as it was kept.
struct Idempotency: Sendable {
    // API-26: Answers to commands without events are kept for 24 hours, as secrets.

    private static let lifetime = Duration.seconds(24 * 3_600)

    /// The largest answer that is kept, in bytes; the answers of today's routes are far smaller.
    private static let largestAnswer = 16 << 10

    /// The ids of the request's events.
    let eventIDs: EventIDs

    private let request: RepeatableRequest
    private let answers: any AnswerStore
    private let time: any TimeSource

    /// Creates the value.
    ///
    /// - Parameters:
    ///   - identity: The identity of the request.
    ///   - body: The body of the request.
    ///   - answers: Keeps answers.
    ///   - time: The clock.
    init(of identity: RequestIdentity, body: [UInt8], answers: any AnswerStore, time: any TimeSource) {
        eventIDs = identity.eventIDs
        request = RepeatableRequest(identity: identity.text, body: body)
        self.answers = answers
        self.time = time
    }

    /// The first answer, as it was kept; `nil` if none is.
    ///
    /// - Throws: A `Problem` if it is that of a request with another body; errors of the storage.
    func keptAnswer() async throws -> APIResponse? {
        switch try await answers.answer(to: request, at: time.now()) {
        case .answer(let bytes): try StoredResponse(bytes).response
        case .otherRequest: throw Failure.otherRequest.problem
        case nil: nil
        }
    }

    /// Keeps an answer, before it is sent.
    ///
    /// - Parameters:
    ///   - answer: The answer to a command that was carried out.
    ///   - account: The account that it says something of; `nil` if there is none.
    /// - Throws: Errors of the storage.
    func keep(_ answer: APIResponse, of account: AccountID?) async throws {
        let bytes = try StoredResponse(answer).bytes
        guard bytes.count <= Self.largestAnswer else { return }
        let expiry = time.now().advanced(by: Self.lifetime)
        // The command was carried out: a client that has gone does not leave its answer unkept.
        try await Task { [answers, request] in
            try await answers.keep(bytes, to: request, of: account, until: expiry)
        }.value
    }
}
