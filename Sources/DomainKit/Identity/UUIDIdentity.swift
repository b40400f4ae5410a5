#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// An identity that is a UUID, written in lower case.
///
/// Conforming types store two numbers: copying values that contain Foundation's `UUID` goes through its type metadata,
/// which costs time for every row.
public protocol UUIDIdentity: Sendable, Hashable, CustomStringConvertible {
    /// The first 8 bytes of the UUID, the first byte the most significant.
    var high: UInt64 { get }

    /// The last 8 bytes.
    var low: UInt64 { get }

    /// Creates an identity from the two halves of a UUID.
    ///
    /// - Parameters:
    ///   - high: The first 8 bytes, the first byte the most significant.
    ///   - low: The last 8 bytes.
    init(high: UInt64, low: UInt64)
}

extension UUIDIdentity {
    /// Parses an identity; upper case is accepted too.
    ///
    /// - Parameters:
    ///   - text: Five groups of hexadecimal digits: `4a07d6c8-0f5e-4e0c-9b1a-2f7c1d3e5a6b`.
    ///   - field: The name of the field in the error.
    /// - Throws: `ValidationError` for the field, with the text, if it has another form.
    public init(parsing text: String, field: String = "id") throws(ValidationError) {
        guard hasForm(text), let uuid = UUID(uuidString: text) else {
            throw ValidationError(
                ValidationFailure(
                    field: field, value: text,
                    message: "is not a UUID: give 8, 4, 4, 4 and 12 hexadecimal digits with hyphens between them"))
        }
        self.init(uuid)
    }

    /// Creates an identity.
    ///
    /// - Parameter uuid: The identity as a UUID.
    public init(_ uuid: UUID) {
        func half(_ bytes: [UInt8]) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
        let bytes = uuid.uuid
        self.init(
            high: half([bytes.0, bytes.1, bytes.2, bytes.3, bytes.4, bytes.5, bytes.6, bytes.7]),
            low: half([bytes.8, bytes.9, bytes.10, bytes.11, bytes.12, bytes.13, bytes.14, bytes.15]))
    }

    /// The identity as a UUID.
    public var uuid: UUID { UUID(high: high, low: low) }

    /// The identity in lower case: `4a07d6c8-0f5e-4e0c-9b1a-2f7c1d3e5a6b`.
    public var description: String { UUID.text(high: high, low: low) }
}

/// Whether a text has digits and hyphens at the right places.
///
/// Foundation's parser also accepts blanks before a group, short groups, and trailing text.
private func hasForm(_ text: String) -> Bool {
    guard text.utf8.count == 36 else { return false }
    return text.utf8.enumerated().allSatisfy { index, byte in
        switch index {
        case 8, 13, 18, 23: byte == UInt8(ascii: "-")
        default: Character(Unicode.Scalar(byte)).isHexDigit
        }
    }
}
