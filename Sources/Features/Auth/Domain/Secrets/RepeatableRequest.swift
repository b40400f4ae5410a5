public import DomainKit

/// A request that may be made again, and gets the first answer then.
///
/// A description does not show it: the body may hold a password.
public struct RepeatableRequest: Sendable, Undisclosed {
    /// Who asks for what, under which key; a repeat has the same identity.
    public let identity: String

    /// The body; a request with the same identity and another body is no repeat.
    public let body: [UInt8]

    /// Creates the value.
    ///
    /// - Parameters:
    ///   - identity: Who asks for what, under which key.
    ///   - body: The body.
    public init(identity: String, body: [UInt8]) {
        self.identity = identity
        self.body = body
    }
}

/// What is kept under the identity of a request.
public enum KeptAnswer: Sendable, Hashable, Undisclosed {
    /// The answer to the request.
    case answer([UInt8])

    /// An answer to a request with another body.
    case otherRequest
}
