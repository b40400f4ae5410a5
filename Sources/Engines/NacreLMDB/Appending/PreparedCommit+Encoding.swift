import DomainKit
import Nacre

extension PreparedCommit {
    /// Encodes a validated commit.
    ///
    /// - Parameters:
    ///   - commit: The commit.
    ///   - now: The time of events that carry none.
    convenience init(_ commit: Commit, now: Instant) {
        // The span accesses entries in place; iterating the array would copy each entry and retain what it refers to.
        let entries = commit.entries.span
        var names = Names(of: entries[0])
        var tagHashes: [UInt64] = []
        var end = entries[0].event.recordBytes
        entries[0].event.appendTagHashes(to: &tagHashes)
        var hasMetadata = !entries[0].event.metadata.isEmpty
        var records = NonEmptyList(Record(end: end, tagsEnd: Int32(tagHashes.count), stream: 0, type: 0))
        records.reserveCapacity(entries.count)
        for index in 1..<entries.count {
            end += entries[index].event.recordBytes
            entries[index].event.appendTagHashes(to: &tagHashes)
            hasMetadata = hasMetadata || !entries[index].event.metadata.isEmpty
            records.append(
                Record(
                    end: end, tagsEnd: Int32(tagHashes.count), stream: names.index(of: entries[index].stream),
                    type: names.index(of: entries[index].event.type)))
        }
        let writtenStreams = names.streams.count
        for guarded in commit.expectations {
            names.streams[Int(names.index(of: guarded.stream))].expectation = guarded.expectation
        }
        for guarded in commit.checks {
            names.streams.append(
                Stream(key: StreamKey(guarded.stream), expectation: guarded.expectation, isChecked: true))
        }
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: end) { buffer, count in
            let target = UnsafeMutableRawBufferPointer(buffer)
            var start = 0
            for index in entries.indices {
                let part = unsafe UnsafeMutableRawBufferPointer(rebasing: target[start..<records[index].end])
                unsafe entries[index].event.encode(into: part, isLast: index == entries.count - 1, now: now)
                start = records[index].end
            }
            count = end
        }
        self.init(
            bytes: bytes, records: records, streams: names.streams, types: names.types, writtenStreams: writtenStreams,
            tagHashes: tagHashes, contexts: hasMetadata ? Self.contexts(of: entries) : [],
            ids: entries[0].event.id == nil ? [] : commit.entries.compactMap(\.event.id))
    }

    /// The hashes of each event's context; empty if no event has one.
    private static func contexts(of entries: Span<Commit.Entry>) -> [ContextHashes] {
        var contexts: [ContextHashes] = []
        for index in entries.indices where !entries[index].event.metadata.isEmpty {
            let context = ContextHashes(of: entries[index].event.metadata.span)
            guard !context.isEmpty else { continue }
            if contexts.isEmpty { contexts = [ContextHashes](repeating: ContextHashes(), count: entries.count) }
            contexts[index] = context
        }
        return contexts
    }

    /// Collects the distinct streams and types of a commit.
    private struct Names {
        var streams: NonEmptyList<Stream>
        private(set) var types: NonEmptyList<TypeName>
        private var streamIndices: [StreamName: Int32] = [:]
        private var typeIndices: [EventType: Int32] = [:]

        init(of entry: Commit.Entry) {
            streams = NonEmptyList(Stream(key: StreamKey(entry.stream)))
            types = NonEmptyList(TypeName(entry.event.type))
        }

        // Neighbouring events nearly always share their names; the dictionaries serve commits that mix them.
        mutating func index(of stream: StreamName) -> Int32 {
            let next = Int32(streams.count)
            if streams[Int(next) - 1].key.name.text.hasSameBytes(as: stream.text) { return next - 1 }
            if next == 1 { streamIndices[streams[0].key.name] = 0 }
            if let index = streamIndices[stream] { return index }
            streams.append(Stream(key: StreamKey(stream)))
            streamIndices[stream] = next
            return next
        }

        mutating func index(of type: EventType) -> Int32 {
            let next = Int32(types.count)
            if types[Int(next) - 1].type.text.hasSameBytes(as: type.text) { return next - 1 }
            if next == 1 { typeIndices[types[0].type] = 0 }
            if let index = typeIndices[type] { return index }
            types.append(TypeName(type))
            typeIndices[type] = next
            return next
        }
    }
}

extension EventData {
    /// The encoded size of the event's record.
    @inline(__always)
    var recordBytes: Int {
        RecordLayout.headBytes + (metadata.isEmpty ? 0 : RecordLayout.metadataLengthBytes + metadata.count) + data.count
            + (tags.isEmpty ? 0 : tags.reduce(0) { $0 + RecordLayout.tagLengthBytes + $1.text.utf8.count })
    }

    @inline(__always)
    fileprivate func appendTagHashes(to hashes: inout [UInt64]) {
        for tag in tags { hashes.append(Checksum.of(tag.text)) }
    }

    /// Encodes the record; the writer adds the version, the name indices and a generated id.
    @inline(__always)
    fileprivate func encode(into record: UnsafeMutableRawBufferPointer, isLast: Bool, now: Instant) {
        let time = time ?? now
        var flags = time.decimals << RecordFlags.decimalsShift
        if isLast { flags |= RecordFlags.lastOfCommit }
        if !metadata.isEmpty { flags |= RecordFlags.hasMetadata }
        unsafe record.store(flags, at: RecordLayout.flagsOffset)
        unsafe record.store(UInt8(tags.count), at: RecordLayout.tagCountOffset)
        unsafe record.store(UInt16(0), at: RecordLayout.streamOffset)
        unsafe record.store(UInt16(0), at: RecordLayout.typeOffset)
        unsafe record.store(UInt16(schema), at: RecordLayout.schemaOffset)
        unsafe record.store(UInt64(0), at: RecordLayout.versionOffset)
        unsafe record.store(time.nanosecondsSince1970, at: RecordLayout.timeOffset)
        // The writer makes an id only when the event's position is known, because the id contains it (FMT-09).
        unsafe (id ?? EventID(high: 0, low: 0)).store(at: RecordLayout.idOffset, in: record)
        var offset = RecordLayout.headBytes
        if !metadata.isEmpty {
            unsafe record.store(UInt32(metadata.count), at: offset)
            offset += RecordLayout.metadataLengthBytes
        }
        for tag in tags {
            var text = tag.text
            text.withUTF8 { name in
                unsafe record.store(UInt8(name.count), at: offset)
                offset += RecordLayout.tagLengthBytes
                unsafe record.copy(UnsafeRawBufferPointer(name), at: offset)
                offset += name.count
            }
        }
        unsafe metadata.withUnsafeBytes { unsafe record.copy($0, at: offset) }
        offset += metadata.count
        unsafe data.withUnsafeBytes { unsafe record.copy($0, at: offset) }
    }
}
