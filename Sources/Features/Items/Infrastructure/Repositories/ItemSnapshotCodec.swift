public import DomainKit
public import ItemsDomain
public import Nacre

/// The codec for snapshots of items; `Docs/FileFormat.md` describes the bytes.
public struct ItemSnapshotCodec: SnapshotCodec {
    private static let isCompleted: UInt8 = 4
    private static let isOwned: UInt8 = 8
    private static let isSealed: UInt8 = 16

    private let sealing: (any PersonalDataSealing)?

    /// Increased whenever the bytes of a state change, or the state that `ItemDecider` folds from the same events.
    ///
    /// An item without an owner has the bytes that it had before items had owners.
    public var schema: Int { 2 }

    /// Creates a codec.
    ///
    /// - Parameter sealing: Seals the names of items that have an owner, as in the events; without it, they are written
    ///   in clear.
    public init(sealing: (any PersonalDataSealing)? = nil) {
        self.sealing = sealing
    }

    /// Encodes a state.
    ///
    /// - Parameter state: The state.
    /// - Returns: Its bytes.
    /// - Throws: `PersonalDataError` `erased` if the owner has no key to seal with; errors of the storage of keys.
    public func encode(_ state: Item) throws -> [UInt8] {
        var row = RowWriter()
        switch state {
        case .none: row.byte(0)
        case .present(let name, let isCompleted, let owner): try write(1, name, isCompleted, owner, to: &row)
        case .deleted(let name, let isCompleted, let owner): try write(2, name, isCompleted, owner, to: &row)
        case .erased: row.byte(3)
        }
        return row.bytes
    }

    private func write(
        _ kind: UInt8, _ name: String, _ isCompleted: Bool, _ owner: ItemOwner?, to row: inout RowWriter
    ) throws {
        // FEAT-42: Rows and snapshots hold sealed fields.
        let sealed = try owner.flatMap { try sealing?.keyForSealing(of: $0.person).sealName(name) }
        row.byte(
            kind | (isCompleted ? Self.isCompleted : 0) | (owner == nil ? 0 : Self.isOwned)
                | (sealed == nil ? 0 : Self.isSealed))
        row.text(sealed ?? name)
        if let owner { row.id(owner.eventID) }
    }

    /// Decodes a state.
    ///
    /// - Parameter bytes: Its bytes.
    /// - Returns: The state.
    /// - Throws: `EventStoreError` with code `damaged` if the bytes are not a valid state; `PersonalDataError`
    ///   `unavailable` if the name is sealed and cannot be opened.
    public func decode(_ bytes: [UInt8]) throws -> Item {
        var row = RowReader(bytes.span)
        let kind = try row.byte()
        let isNamed = kind != 0 && kind != 3
        let name = isNamed ? try row.text() : ""
        let owner = kind & Self.isOwned == 0 ? nil : ItemOwner(bytes: try row.id())
        try row.end()
        let isCompleted = kind & Self.isCompleted != 0
        switch kind & ~(Self.isCompleted | Self.isOwned | Self.isSealed) {
        // Other flags are never written, so they are damage.
        case 0 where kind == 0: return .none
        case 1:
            guard let clear = try opened(kind, name, owner) else { return .erased }
            return .present(name: clear, isCompleted: isCompleted, owner: owner)
        case 2:
            guard let clear = try opened(kind, name, owner) else { return .erased }
            return .deleted(name: clear, isCompleted: isCompleted, owner: owner)
        case 3 where kind == 3: return .erased
        default: throw EventStoreError.damagedReadModel("a snapshot of an item is of kind \(kind)")
        }
    }

    private func opened(_ kind: UInt8, _ name: String, _ owner: ItemOwner?) throws -> String? {
        guard kind & Self.isSealed != 0 else { return name }
        guard let owner else { throw EventStoreError.damagedReadModel("a snapshot has a sealed name and no owner") }
        return try sealing.openedName(name, of: owner)
    }
}
