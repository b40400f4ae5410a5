public import ItemsDomain
public import Nacre

/// The codec for snapshots of items; `Docs/FileFormat.md` describes the bytes.
public struct ItemSnapshotCodec: SnapshotCodec {
    private static let isCompleted: UInt8 = 4

    /// Increased whenever the bytes change, or the state that `ItemDecider` folds from the same events.
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
        case .present(let name, let isCompleted):
            row.byte(1 | (isCompleted ? Self.isCompleted : 0))
            row.text(name)
        case .deleted(let name, let isCompleted):
            row.byte(2 | (isCompleted ? Self.isCompleted : 0))
            row.text(name)
        }
        return row.bytes
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
        try row.end()
        let isCompleted = kind & Self.isCompleted != 0
        switch kind & ~Self.isCompleted {
        // Other flags are never written, so they are damage.
        case 0 where !isCompleted: return .none
        case 1: return .present(name: name, isCompleted: isCompleted)
        case 2: return .deleted(name: name, isCompleted: isCompleted)
        default: throw EventStoreError.damagedReadModel("a snapshot of an item is of kind \(kind)")
        }
    }
}
