public import DomainKit

/// Why something that was wanted of an item is refused.
public struct ItemError: Error, Sendable {
    /// The kinds of refusal; more may be added.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        /// The code's name.
        public let description: String

        /// There is no such item.
        public static let notFound = Code(description: "notFound")

        /// There is an item of that identity already.
        public static let alreadyExists = Code(description: "alreadyExists")

        /// The item was deleted, which is for good.
        public static let deleted = Code(description: "deleted")

        /// What was wanted of the item is recorded, but the read model does not show it yet.
        public static let notShown = Code(description: "notShown")
    }

    /// What kind of refusal it is.
    public let code: Code

    /// The item; `nil` where the decider speaks, which knows no identities.
    public let id: ItemID?

    /// The version at which the item is recorded, where only showing it failed.
    public let version: UInt64?

    /// What went wrong underneath, where something did.
    public let cause: (any Error)?

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - code: What kind of refusal it is.
    ///   - id: The item, where it is known.
    ///   - version: The version at which the item is recorded, where only showing it failed.
    ///   - cause: What went wrong underneath, where something did.
    public init(code: Code, id: ItemID? = nil, version: UInt64? = nil, cause: (any Error)? = nil) {
        self.code = code
        self.id = id
        self.version = version
        self.cause = cause
    }

    /// The same error, naming the item.
    func about(_ id: ItemID) -> ItemError {
        ItemError(code: code, id: id, version: version, cause: cause)
    }
}

extension ItemError: DescribedError {
    /// Which item it is about, what is the matter with it, and what to do.
    public var message: String {
        let item = id.map { "item \($0)" } ?? "the item"
        return switch code {
        case .notFound: "\(item) does not exist: check its id, or create it"
        case .alreadyExists: "\(item) exists already: rename it, or create one with another id"
        case .deleted: "\(item) was deleted, which is for good: create another one"
        case .notShown:
            "\(item) was recorded\(version.map { " at version \($0)" } ?? ""); the read model does not show it yet: "
                + (cause.map { "\($0)" } ?? "replay the read model")
        default: "\(item): \(code)"
        }
    }

    /// The message.
    public var description: String { message }
}
