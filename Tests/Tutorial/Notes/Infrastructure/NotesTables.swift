import Nacre

/// The tables of the read model of notes.
enum NotesTables {
    /// The notes in the order in which they were written: under the position of the event.
    static let notes = Table<Position, NoteRow>(0, encode: { $0.bytes }, decode: NoteRow.init(bytes:))
        .indexed(by: byStream)

    /// The notes by their streams.
    static let byStream = TableIndex<Position, NoteRow, String>(1, isUnique: true) { [$0.stream] }
}

/// A row of the read model.
struct NoteRow {
    /// The name of its stream.
    let stream: String

    /// Its text.
    let text: String

    /// Its fields as bytes, one after the other.
    var bytes: [UInt8] {
        var row = RowWriter()
        row.text(stream)
        row.text(text)
        return row.bytes
    }
}

extension NoteRow {
    /// Reads the fields in the order in which they were written.
    init(bytes: [UInt8]) throws(EventStoreError) {
        var row = RowReader(bytes.span)
        stream = try row.text()
        text = try row.text()
        try row.end()
    }
}
