public import AuthDomain
import Synchronization

/// A sender that keeps the messages, and fails on request.
public final class MailBox: MailSender {
    private struct State {
        var messages: [MailMessage] = []
        var failure: (any Error)?
    }

    private let state = Mutex(State())

    /// Creates an empty box.
    public init() {}

    /// The messages sent so far.
    public var messages: [MailMessage] { state.withLock { $0.messages } }

    /// Lets all that follows fail, or succeed again.
    ///
    /// - Parameter failure: The error; `nil` to succeed.
    public func fail(with failure: (any Error)?) {
        state.withLock { $0.failure = failure }
    }

    /// Keeps a message.
    public func send(_ message: MailMessage) async throws {
        let failure = state.withLock { state in
            if state.failure == nil { state.messages.append(message) }
            return state.failure
        }
        if let failure { throw failure }
    }

    /// The token in the last message.
    public var lastToken: Token? { messages.last.flatMap(Self.token) }

    /// The token in a message.
    ///
    /// - Parameter message: The message.
    /// - Returns: The token; `nil` if there is none.
    public static func token(in message: MailMessage) -> Token? {
        message.text.split(separator: "\n").lazy
            .compactMap { $0.hasPrefix(prefix) ? Token(String($0.dropFirst(prefix.count))) : nil }
            .first
    }

    private static let prefix = "token: "

    /// Texts whose links are found by ``lastToken``.
    public static let texts = MailTexts(service: "Nacre") { _, token in prefix + token.text }
}
