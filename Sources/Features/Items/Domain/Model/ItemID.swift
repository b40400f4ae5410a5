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
    /// - Throws: `ValidationError` for the field `id`, naming the text, where it is anything else.
    public init(parsing text: String) throws(ValidationError) {
        guard Self.hasForm(text), let uuid = UUID(uuidString: text) else {
            throw ValidationError(
                ValidationFailure(
                    field: "id", value: text,
                    message: "is not a UUID: give 8, 4, 4, 4 and 12 hexadecimal digits with hyphens between them"))
        }
        self.uuid = uuid
    }

    /// Whether a text has its digits and hyphens where they belong.
    ///
    /// Foundation's own parser also takes blanks before a group, groups that are too short, and anything after them.
    private static func hasForm(_ text: String) -> Bool {
        guard text.utf8.count == 36 else { return false }
        return text.utf8.enumerated().allSatisfy { index, byte in
            switch index {
            case 8, 13, 18, 23: byte == UInt8(ascii: "-")
            default: Character(Unicode.Scalar(byte)).isHexDigit
            }
        }
    }
}

extension ItemID: CustomStringConvertible {
    /// The identity in lower case: `4a07d6c8-0f5e-4e0c-9b1a-2f7c1d3e5a6b`.
    public var description: String { uuid.uuidString.lowercased() }
}
