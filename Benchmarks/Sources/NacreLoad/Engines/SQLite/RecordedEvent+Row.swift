import DomainKit
import GRDB
import Nacre

extension RecordedEvent {
    /// Makes an event from a row with all columns of ``SQLiteSchema/eventColumns``, each read by its index.
    init(_ row: Row, stream: StreamName, type: EventType) {
        let time: Int64 = row[5]
        let recordedAt: Int64 = row[6]
        let tags: SQLiteBytes = row[9]
        self.init(
            position: Position(bitPattern: row[0]), stream: stream, version: StreamVersion(bitPattern: row[2]),
            id: (row[4] as SQLiteEventID).id, type: type, schema: row[7],
            time: Instant(nanosecondsSince1970: time, decimals: 9),
            recordedAt: Instant(nanosecondsSince1970: recordedAt, decimals: 9), tags: TagLines.decode(tags.bytes),
            data: (row[11] as SQLiteBytes).bytes, metadata: (row[10] as SQLiteBytes).bytes, isLastOfCommit: row[8])
    }
}
