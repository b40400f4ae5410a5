public import DomainKit

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// What names an item: a UUID, written in lower case.
public struct ItemID: Sendable, Hashable {
    /// The identity as a UUID.
    public let uuid: UUID

    /// Creates an identity.
    ///
    /// - Parameter uuid: The identity as a UUID.
    public init(_ uuid: UUID) {
        self.uuid = uuid
    }

    /// Reads an identity from its text; capital letters are read too.
    ///
    /// - Parameter text: Five groups of hexadecimal digits: `4a07d6c8-0f5e-4e0c-9b1a-2f7c1d3e5a6b`.
    /// - Throws: ``ValidationError`` for the field `id`, naming the text, where it is anything else.
    public init(parsing text: String) throws(ValidationError) {
        // Foundation's parser takes what begins with a UUID; the length keeps it to the whole text.
        guard text.utf8.count == 36, let uuid = UUID(uuidString: text) else {
            throw ValidationError(
                ValidationFailure(
                    field: "id", value: text,
                    message: "is not a UUID: give 8, 4, 4, 4 and 12 hexadecimal digits with hyphens between them"))
        }
        self.uuid = uuid
    }
}

extension ItemID: CustomStringConvertible {
    /// The identity in lower case: `4a07d6c8-0f5e-4e0c-9b1a-2f7c1d3e5a6b`.
    public var description: String { uuid.uuidString.lowercased() }
}
