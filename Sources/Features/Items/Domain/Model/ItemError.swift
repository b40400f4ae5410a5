public import DomainKit

/// Why a command on an item was refused.
public struct ItemError: Error, Sendable {
    /// The error codes; more may be added.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        /// The name of the code.
        public let description: String

        /// There is no such item.
        public static let notFound = Code(description: "notFound")

        /// An item with this id exists already.
        public static let alreadyExists = Code(description: "alreadyExists")

        /// The item was deleted: only restoring it is allowed.
        public static let deleted = Code(description: "deleted")

        /// The item was erased together with its owner's account.
        public static let erased = Code(description: "erased")

        /// The change is recorded, but the read model does not show it yet.
        public static let notShown = Code(description: "notShown")

        /// The server of the items cannot be reached; a change may have been made if its answer was lost.
        public static let networkUnreachable = Code(description: "networkUnreachable")

        /// The session with the server has ended.
        public static let sessionExpired = Code(description: "sessionExpired")

        /// The server reports an error: see ``ItemError/cause``.
        public static let serverError = Code(description: "serverError")
    }

    /// The error code.
    public let code: Code

    /// The item; `nil` in errors of the decider, which knows no identities.
    public let id: ItemID?

    /// For `notShown`, the version at which the item is recorded.
    public let version: UInt64?

    /// The underlying error, if there is one.
    public let cause: (any Error)?

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - code: The error code.
    ///   - id: The item, if known.
    ///   - version: For `notShown`, the version at which the item is recorded.
    ///   - cause: The underlying error, if there is one.
    public init(code: Code, id: ItemID? = nil, version: UInt64? = nil, cause: (any Error)? = nil) {
        self.code = code
        self.id = id
        self.version = version
        self.cause = cause
    }

    /// A copy of the error that names the item.
    func about(_ id: ItemID) -> ItemError {
        ItemError(code: code, id: id, version: version, cause: cause)
    }
}

extension ItemError: DescribedError {
    /// The item, what is wrong, and the remedy.
    public var message: String {
        let item = id.map { "item \($0)" } ?? "the item"
        return switch code {
        case .notFound: "\(item) does not exist: check its id, or create it"
        case .alreadyExists: "\(item) exists already: rename it, or create one with another id"
        case .erased: "\(item) was erased together with its owner's account: create another one"
        case .deleted: "\(item) was deleted: restore it first, or create another one"
        case .notShown:
            "\(item) was recorded\(version.map { " at version \($0)" } ?? ""); the read model does not show it yet: "
                + (cause.map { "\($0)" } ?? "replay the read model")
        case .networkUnreachable, .sessionExpired, .serverError: cause.map { "\($0)" } ?? "\(item): \(code)"
        default: "\(item): \(code)"
        }
    }

    /// The message.
    public var description: String { message }
}
