public import Nacre

/// An event in the mapped file, without a copy: valid inside the closure that it was handed to, and the compiler sees
/// to it.
public struct EventView: ~Escapable {
    private let bytes: RawSpan
    private let streamBytes: RawSpan
    private let typeBytes: RawSpan
    private let dataOffset: Int
    private let metadataOffset: Int

    /// The 1-based ordinal in the whole log.
    public let position: Position

    /// The 1-based ordinal in its stream.
    public let version: StreamVersion

    /// Whether it is the last event of its commit.
    public let isLastOfCommit: Bool

    @_lifetime(borrow record)
    init(_ record: borrowing Record) {
        let bytes = RawSpan(_unsafeBytes: record.bytes)
        self.bytes = unsafe _overrideLifetime(bytes, borrowing: record)
        streamBytes = unsafe _overrideLifetime(RawSpan(_unsafeBytes: record.streamName), borrowing: record)
        typeBytes = unsafe _overrideLifetime(RawSpan(_unsafeBytes: record.typeName), borrowing: record)
        dataOffset = record.dataOffset
        metadataOffset = record.metadataOffset
        position = record.position
        version = record.version
        isLastOfCommit = record.isLastOfCommit
    }

    /// The payload.
    public var data: RawSpan {
        @_lifetime(copy self)
        get { bytes.extracting(dataOffset..<bytes.byteCount) }
    }

    /// The metadata.
    public var metadata: RawSpan {
        @_lifetime(copy self)
        get { bytes.extracting(metadataOffset..<dataOffset) }
    }

    /// The bytes of the stream's name.
    public var streamName: RawSpan {
        @_lifetime(copy self)
        get { streamBytes }
    }

    /// The bytes of the type.
    public var typeName: RawSpan {
        @_lifetime(copy self)
        get { typeBytes }
    }

    /// The id.
    public var id: EventID {
        EventID(
            high: UInt64(bigEndian: bytes.unsafeLoadUnaligned(fromByteOffset: 24, as: UInt64.self)),
            low: UInt64(bigEndian: bytes.unsafeLoadUnaligned(fromByteOffset: 32, as: UInt64.self)))
    }

    /// The schema number of the payload.
    public var schema: Int {
        Int(UInt16(littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: 6, as: UInt16.self)))
    }

    /// When it happened, in nanoseconds since 1970 UTC.
    public var nanosecondsSince1970: Int64 {
        Int64(littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: 16, as: Int64.self))
    }
}
