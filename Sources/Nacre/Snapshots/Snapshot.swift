/// A stored state of a stream; `Docs/FileFormat.md` describes the bytes.
struct Snapshot: Sendable {
    /// The stream, to detect a row under the wrong key.
    let stream: StreamName

    /// The schema number of the state.
    let schema: Int

    /// The checkpoint of the log at the last event that was folded.
    let checkpoint: Checkpoint

    /// The version of the stream.
    let version: StreamVersion

    /// The state's bytes.
    let state: [UInt8]
}

extension Snapshot {
    private static let format: UInt8 = 2

    /// The bytes of the row.
    var row: [UInt8] {
        var header = RowWriter()
        header.byte(Self.format)
        header.text(stream.text)
        header.number(UInt64(clamping: schema))
        header.id(checkpoint.storeID.uuid)
        header.number(checkpoint.position)
        header.number(checkpoint.fingerprint)
        header.number(version)
        return header.bytes + state
    }

    /// Decodes a row.
    init(row: [UInt8]) throws(EventStoreError) {
        var reader = RowReader(row.span)
        guard try reader.byte() == Self.format else {
            throw .damagedReadModel(
                "a snapshot does not have format \(Self.format), the only one that this program knows")
        }
        let stream = StreamName(try reader.text())
        let schema = Int(clamping: try reader.number())
        let storeID = StoreID(try reader.id())
        let position = try reader.number()
        let fingerprint = try reader.number()
        let version = try reader.number()
        // A stream has at most as many events as the log had then.
        guard version > 0, version <= position else {
            throw .damagedReadModel("a snapshot at position \(position) has the impossible version \(version)")
        }
        self.init(
            stream: stream, schema: schema,
            checkpoint: Checkpoint(storeID: storeID, position: position, fingerprint: fingerprint),
            version: version, state: reader.rest())
    }
}
