import DomainKit

/// An event where it lies, without a copy: in the mapped file of a store, or in a ``RecordedEvent``.
///
/// It is valid inside the call that it was handed to, and the compiler sees to it. ``recorded()`` copies what is to be
/// kept.
public struct EventView: ~Escapable {
    /// The 1-based ordinal in the whole log.
    public let position: Position

    /// The 1-based ordinal in its stream.
    public let version: StreamVersion

    /// The id: the caller's, or one that the store made.
    public let id: EventID

    /// The schema number of `data`.
    public let schema: Int

    /// When it happened, in nanoseconds since 1970 UTC.
    public let nanosecondsSince1970: Int64

    /// When the store recorded it, in nanoseconds since 1970 UTC.
    public let recordedNanosecondsSince1970: Int64

    /// With how many decimals of a second the two times are shown.
    let decimals: (time: UInt8, recordedAt: UInt8)

    /// Whether it is the last event of its commit.
    public let isLastOfCommit: Bool

    /// The bytes of the stream's name.
    public let streamName: Span<UInt8>

    /// The bytes of the type.
    public let typeName: Span<UInt8>

    /// The payload.
    public let data: Span<UInt8>

    /// The metadata.
    public let metadata: Span<UInt8>

    /// The tags as a store keeps them, each behind a byte that holds its length; empty where they are listed.
    let packedTags: Span<UInt8>

    /// The tags one by one; empty where they are packed.
    let listedTags: Span<Tag>

    /// Makes a view of an event that a store keeps, for stores.
    ///
    /// - Parameters:
    ///   - position: The 1-based ordinal in the whole log.
    ///   - version: The 1-based ordinal in its stream.
    ///   - id: The id.
    ///   - schema: The schema number of `data`.
    ///   - time: When it happened: nanoseconds since 1970 UTC, and the decimals that it is shown with.
    ///   - recordedAt: When the store recorded it, likewise.
    ///   - isLastOfCommit: Whether it is the last event of its commit.
    ///   - streamName: The bytes of the stream's name.
    ///   - typeName: The bytes of the type.
    ///   - tags: The tags, each a byte that holds its length, then so many bytes of UTF-8.
    ///   - metadata: The metadata.
    ///   - data: The payload.
    @_lifetime(copy streamName, copy typeName, copy tags, copy metadata, copy data)
    public init(
        position: Position, version: StreamVersion, id: EventID, schema: Int,
        time: (nanoseconds: Int64, decimals: UInt8), recordedAt: (nanoseconds: Int64, decimals: UInt8),
        isLastOfCommit: Bool, streamName: Span<UInt8>, typeName: Span<UInt8>, tags: Span<UInt8>,
        metadata: Span<UInt8>, data: Span<UInt8>
    ) {
        self.position = position
        self.version = version
        self.id = id
        self.schema = schema
        nanosecondsSince1970 = time.nanoseconds
        recordedNanosecondsSince1970 = recordedAt.nanoseconds
        decimals = (time.decimals, recordedAt.decimals)
        self.isLastOfCommit = isLastOfCommit
        self.streamName = streamName
        self.typeName = typeName
        self.metadata = metadata
        self.data = data
        packedTags = tags
        listedTags = Span()
    }

    /// Makes a view of a recorded event.
    @_lifetime(borrow event)
    init(_ event: borrowing RecordedEvent) {
        position = event.position
        version = event.version
        id = event.id
        schema = event.schema
        nanosecondsSince1970 = event.time.nanosecondsSince1970
        recordedNanosecondsSince1970 = event.recordedAt.nanosecondsSince1970
        decimals = (event.time.decimals, event.recordedAt.decimals)
        isLastOfCommit = event.isLastOfCommit
        streamName = event.stream.text.utf8Span.span
        typeName = event.type.text.utf8Span.span
        metadata = event.metadata.span
        data = event.data.span
        packedTags = Span()
        listedTags = event.tags.span
    }

    /// Makes a view of the same event with what upcasting has made of its type, schema, tags and data.
    @_lifetime(copy event, borrow body)
    @usableFromInline
    init(_ event: EventView, upcastTo body: borrowing UpcastEvent) {
        position = event.position
        version = event.version
        id = event.id
        schema = body.schema
        nanosecondsSince1970 = event.nanosecondsSince1970
        recordedNanosecondsSince1970 = event.recordedNanosecondsSince1970
        decimals = event.decimals
        isLastOfCommit = event.isLastOfCommit
        streamName = event.streamName
        typeName = body.type.text.utf8Span.span
        metadata = event.metadata
        data = body.data.span
        packedTags = Span()
        listedTags = body.tags.span
    }
}
