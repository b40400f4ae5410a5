#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// The id of a note: a UUID.
public struct NoteID: Sendable, Hashable, CustomStringConvertible {
    /// The identity as a UUID.
    public let uuid: UUID

    /// Creates an identity.
    public init(_ uuid: UUID) {
        self.uuid = uuid
    }

    /// The identity in lower case.
    public var description: String { uuid.uuidString.lowercased() }
}
