public import ItemsDomain
public import Nacre

/// The codec for snapshots of items; `Docs/FileFormat.md` describes the bytes.
public struct ItemSnapshotCodec: SnapshotCodec {
    private static let isCompleted: UInt8 = 4
    private static let isOwned: UInt8 = 8

    /// Increased whenever the bytes of a state change, or the state that `ItemDecider` folds from the same events.
    ///
    /// An item without an owner has the bytes that it had before items had owners.
    public var schema: Int { 1 }

    /// Creates a codec.
    public init() {}

    /// Encodes a state.
    ///
    /// - Parameter state: The state.
    /// - Returns: Its bytes.
    public func encode(_ state: Item) -> [UInt8] {
        var row = RowWriter()
        switch state {
        case .none: row.byte(0)
        case .present(let name, let isCompleted, let owner):
            Self.write(1, name, isCompleted, owner, to: &row)
        case .deleted(let name, let isCompleted, let owner):
            Self.write(2, name, isCompleted, owner, to: &row)
        }
        return row.bytes
    }

    private static func write(
        _ kind: UInt8, _ name: String, _ isCompleted: Bool, _ owner: ItemOwner?, to row: inout RowWriter
    ) {
        row.byte(kind | (isCompleted ? Self.isCompleted : 0) | (owner == nil ? 0 : isOwned))
        row.text(name)
        if let owner { row.id(owner.eventID) }
    }

    /// Decodes a state.
    ///
    /// - Parameter bytes: Its bytes.
    /// - Returns: The state.
    /// - Throws: `EventStoreError` with code `damaged` if the bytes are not a valid state.
    public func decode(_ bytes: [UInt8]) throws -> Item {
        var row = RowReader(bytes.span)
        let kind = try row.byte()
        let name = kind == 0 ? "" : try row.text()
        let owner = kind & Self.isOwned == 0 ? nil : ItemOwner(bytes: try row.id())
        try row.end()
        let isCompleted = kind & Self.isCompleted != 0
        switch kind & ~(Self.isCompleted | Self.isOwned) {
        // Other flags are never written, so they are damage.
        case 0 where kind == 0: return .none
        case 1: return .present(name: name, isCompleted: isCompleted, owner: owner)
        case 2: return .deleted(name: name, isCompleted: isCompleted, owner: owner)
        default: throw EventStoreError.damagedReadModel("a snapshot of an item is of kind \(kind)")
        }
    }
}
