import DomainKit
import Nacre

extension PreparedCommit {
    /// Lays a validated commit out.
    ///
    /// - Parameters:
    ///   - commit: The commit.
    ///   - now: The time of events that do not give their own.
    init(_ commit: Commit, now: Instant) {
        var names = Names()
        var records: [Record] = []
        records.reserveCapacity(commit.entries.count)
        var tagHashes: [UInt64] = []
        var end = 0
        for entry in commit.entries {
            end += entry.event.recordBytes
            for tag in entry.event.tags { tagHashes.append(Checksum.of(tag.text)) }
            records.append(
                Record(
                    end: end, tagsEnd: Int32(tagHashes.count), stream: names.index(of: entry.stream),
                    type: names.index(of: entry.event.type)))
        }
        self.records = records
        self.tagHashes = tagHashes
        let last = commit.entries.count - 1
        bytes = [UInt8](unsafeUninitializedCapacity: end) { buffer, count in
            let target = UnsafeMutableRawBufferPointer(buffer)
            var start = 0
            for (index, entry) in commit.entries.enumerated() {
                let part = UnsafeMutableRawBufferPointer(rebasing: target[start..<records[index].end])
                entry.event.encode(into: part, isLast: index == last, now: now)
                start = records[index].end
            }
            count = end
        }
        types = names.types
        writtenStreams = names.streams.count
        ids = commit.entries[0].event.id == nil ? [] : commit.entries.compactMap(\.event.id)
        var streams = names.streams.map { key in
            Stream(key: key, expectation: .any, isChecked: false)
        }
        for guarded in commit.expectations {
            let index = Int(names.index(of: guarded.stream))
            streams[index] = Stream(key: streams[index].key, expectation: guarded.expectation, isChecked: false)
        }
        for guarded in commit.checks {
            streams.append(Stream(key: StreamKey(guarded.stream), expectation: guarded.expectation, isChecked: true))
        }
        self.streams = streams
    }

    /// Collects the streams and types of a commit, each once.
    private struct Names {
        var streams: [StreamKey] = []
        var types: [TypeName] = []
        private var streamIndices: [StreamName: Int32] = [:]
        private var typeIndices: [EventType: Int32] = [:]

        // The names of neighbours are nearly always the same; the dictionaries are for commits that mix them.
        mutating func index(of stream: StreamName) -> Int32 {
            if let last = streams.last, last.name == stream { return Int32(streams.count - 1) }
            if streams.count > 1 || !streamIndices.isEmpty, let index = streamIndices[stream] { return index }
            if streams.count == 1 { streamIndices[streams[0].name] = 0 }
            let index = Int32(streams.count)
            streams.append(StreamKey(stream))
            if index > 0 { streamIndices[stream] = index }
            return index
        }

        mutating func index(of type: EventType) -> Int32 {
            if let last = types.last, last.type == type { return Int32(types.count - 1) }
            if types.count > 1, let index = typeIndices[type] { return index }
            if types.count == 1 {
                if types[0].type == type { return 0 }
                typeIndices[types[0].type] = 0
            }
            let index = Int32(types.count)
            types.append(TypeName(type: type, hash: Checksum.of(type.text)))
            if index > 0 { typeIndices[type] = index }
            return index
        }
    }
}

extension EventData {
    /// The size of the event's record.
    var recordBytes: Int {
        LogFormat.recordHeadBytes + (metadata.isEmpty ? 0 : 4 + metadata.count) + data.count
            + tags.reduce(0) { $0 + 1 + $1.text.utf8.count }
    }

    /// Writes the record, leaving the version, the indices of names and a missing id to the writer.
    fileprivate func encode(into record: UnsafeMutableRawBufferPointer, isLast: Bool, now: Instant) {
        let time = time ?? now
        var flags = time.decimals << RecordFlags.decimalsShift
        if isLast { flags |= RecordFlags.lastOfCommit }
        if !metadata.isEmpty { flags |= RecordFlags.hasMetadata }
        record.store(flags, at: 0)
        record.store(UInt8(tags.count), at: 1)
        record.store(UInt32(0), at: 2)
        record.store(UInt16(schema), at: 6)
        record.store(UInt64(0), at: 8)
        record.store(time.nanosecondsSince1970, at: 16)
        (id ?? EventID(high: 0, low: 0)).store(at: 24, in: record)
        var offset = LogFormat.recordHeadBytes
        if !metadata.isEmpty {
            record.store(UInt32(metadata.count), at: offset)
            offset += 4
        }
        for tag in tags {
            var text = tag.text
            text.withUTF8 { name in
                record.store(UInt8(name.count), at: offset)
                record.copy(UnsafeRawBufferPointer(name), at: offset + 1)
                offset += 1 + name.count
            }
        }
        metadata.withUnsafeBytes { record.copy($0, at: offset) }
        offset += metadata.count
        data.withUnsafeBytes { record.copy($0, at: offset) }
    }
}

extension UnsafeMutableRawBufferPointer {
    /// Copies bytes to an offset inside the buffer.
    @inline(__always)
    func copy(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
        guard !bytes.isEmpty else { return }
        UnsafeMutableRawBufferPointer(rebasing: self[offset..<(offset + bytes.count)]).copyMemory(from: bytes)
    }
}
