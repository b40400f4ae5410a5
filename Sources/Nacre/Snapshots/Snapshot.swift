/// A state of a stream as it is kept; `Docs/FileFormat.md` describes the bytes.
struct Snapshot: Sendable {
    /// What the bytes of the state mean.
    let schema: Int

    /// The log that the state was folded from, at the last event that was folded.
    let checkpoint: Checkpoint

    /// The version of the stream.
    let version: StreamVersion

    /// The state's bytes.
    let state: [UInt8]
}

extension Snapshot {
    private static let format: UInt8 = 1

    /// The bytes of the row.
    var row: [UInt8] {
        var header = RowWriter()
        header.byte(Self.format)
        header.number(UInt64(clamping: schema))
        header.id(checkpoint.storeID.uuid)
        header.number(checkpoint.position)
        header.number(checkpoint.fingerprint)
        header.number(version)
        return [UInt8(header.bytes.count)] + header.bytes + state
    }

    /// Reads a row.
    init(row: [UInt8]) throws(EventStoreError) {
        guard let count = row.first.map(Int.init), count > 0, row.count > count else {
            throw .damagedReadModel("a snapshot of \(row.count) bytes ends within its header")
        }
        var header = RowReader(row.span.extracting(1...count))
        let format = try header.byte()
        guard format == Self.format else {
            throw .damagedReadModel("a snapshot is of format \(format), this program knows \(Self.format)")
        }
        let schema = Int(clamping: try header.number())
        let storeID = StoreID(try header.id())
        let position = try header.number()
        let fingerprint = try header.number()
        let version = try header.number()
        try header.end()
        self.init(
            schema: schema,
            checkpoint: Checkpoint(storeID: storeID, position: position, fingerprint: fingerprint),
            version: version, state: Array(row[(count + 1)...]))
    }
}
