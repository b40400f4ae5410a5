import CLMDBCeiling
import Foundation

/// Reads a log, or the end of one in a journal, in C, implemented from the format's description alone.
struct CeilingReader: ~Copyable {
    private let handle: OpaquePointer

    init(path: String, mapSize: Int) throws {
        var failure = ceiling_failure()
        guard let made = ceiling_reader_open(path, mapSize, &failure) else { throw CeilingError(failure) }
        handle = made
    }

    /// Opens the frames that a journal holds, and verifies them.
    init(journal path: String) throws {
        var failure = ceiling_failure()
        guard let made = ceiling_reader_open_journal(path, &failure) else { throw CeilingError(failure) }
        handle = made
    }

    deinit { ceiling_reader_close(handle) }

    /// One pass over the log: verifies every checksum and touches every payload byte.
    borrowing func replay() throws -> LogContents {
        var failure = ceiling_failure()
        var pass = ceiling_pass()
        guard ceiling_reader_replay(handle, &pass, &failure) == 0 else { throw CeilingError(failure) }
        return LogContents(events: pass.events, payloadSum: pass.payload_sum)
    }

    /// One pass over the log that passes on every event.
    ///
    /// The bytes of an event are valid until `body` returns.
    borrowing func readAll(
        _ body: (
            _ event: ceiling_event, _ stream: RawSpan, _ type: RawSpan, _ metadata: RawSpan, _ data: RawSpan
        ) throws -> Void
    ) throws {
        var failure = ceiling_failure()
        var event = ceiling_event()
        while true {
            switch ceiling_reader_next(handle, &event, &failure) {
            case 1:
                // The C side has checked that all bytes lie within their block, which stays mapped until the next call.
                let stream = UnsafeRawBufferPointer(start: event.stream, count: Int(event.stream_bytes))
                let data = UnsafeRawBufferPointer(start: event.data, count: Int(event.data_bytes))
                let type = UnsafeRawBufferPointer(start: event.type, count: Int(event.type_bytes))
                let metadata = UnsafeRawBufferPointer(start: event.metadata, count: Int(event.metadata_bytes))
                try body(event, stream.bytes, type.bytes, metadata.bytes, data.bytes)
            case 0: return
            default: throw CeilingError(failure)
            }
        }
    }

    /// One pass over the log that passes every event to an observer.
    borrowing func readBack<Observer: LogObserver>(into observer: Observer) throws -> Observer {
        var observer = observer
        try readAll { event, stream, type, metadata, data in
            observer.observe(
                position: event.position, version: event.version, stream: stream, payload: data, type: type,
                schema: Int(event.schema), metadata: metadata, id: nil, tags: [])
        }
        return observer
    }
}
