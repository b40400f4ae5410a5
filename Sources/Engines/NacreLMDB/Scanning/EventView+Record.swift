import Nacre

extension EventView {
    /// A view of an event in the mapped file, valid as long as the record, and so the transaction.
    @_lifetime(borrow record)
    init(_ record: borrowing Record) {
        let view = unsafe EventView(
            position: record.position, version: record.version, id: record.id, schema: record.schema,
            time: (record.nanoseconds, record.decimals),
            recordedAt: (record.block.header.recordedAt, Record.clockDecimals),
            isLastOfCommit: record.isLastOfCommit,
            streamName: Span(_unsafeBytes: record.streamName), typeName: Span(_unsafeBytes: record.typeName),
            tags: Span(_unsafeBytes: record.packedTags), metadata: Span(_unsafeBytes: record.metadata),
            data: Span(_unsafeBytes: record.data))
        self = unsafe _overrideLifetime(view, borrowing: record)
    }
}
