import Nacre

extension PreparedCommit {
    /// Whether an event of the commit matches an item of a query.
    func matches(_ item: Query.Item, at index: Int) -> Bool {
        let record = records[index]
        if !item.types.isEmpty, !item.types.contains(types[Int(record.type)].type) { return false }
        if !item.categories.isEmpty {
            let stream = streams[Int(record.stream)].key.name
            guard item.categories.contains(where: stream.isInCategory) else { return false }
        }
        let carriesTags = item.tags.allSatisfy { wanted in
            var exists = false
            unsafe forEachTag(of: index) { exists = unsafe exists || $0.isEqual(to: wanted.text) }
            return exists
        }
        return carriesTags && matchesContext(item, at: index)
    }

    private func matchesContext(_ item: Query.Item, at index: Int) -> Bool {
        guard item.namesContext else { return true }
        return unsafe bytes.withUnsafeBytes { buffer in
            let record = unsafe buffer.part(from: start(of: index), to: records[index].end)
            guard unsafe record[RecordLayout.flagsOffset] & RecordFlags.hasMetadata != 0 else {
                return item.matchesContext(in: Span())
            }
            let count = unsafe Int(record.integer(at: RecordLayout.headBytes, as: UInt32.self))
            var offset = RecordLayout.headBytes + RecordLayout.metadataLengthBytes
            for _ in unsafe 0..<record[RecordLayout.tagCountOffset] {
                unsafe offset += RecordLayout.tagLengthBytes + Int(record[offset])
            }
            return unsafe item.matchesContext(in: Span(_unsafeBytes: record.part(from: offset, to: offset + count)))
        }
    }

    /// An event of the commit, described as the conflict of another commit's condition.
    func conflictingEvent(at index: Int, position: Position) -> ConflictingEvent {
        var tags: [Tag] = []
        unsafe forEachTag(of: index) { unsafe tags.append(Tag(String(decoding: $0, as: UTF8.self))) }
        return ConflictingEvent(position: position, type: types[Int(records[index].type)].type, tags: tags)
    }

    /// Calls `body` with the bytes of each of an event's tags, in order.
    func forEachTag(of index: Int, _ body: (UnsafeRawBufferPointer) -> Void) {
        unsafe bytes.withUnsafeBytes { buffer in
            let record = unsafe buffer.part(from: start(of: index), to: records[index].end)
            var offset = RecordLayout.headBytes
            if unsafe record[RecordLayout.flagsOffset] & RecordFlags.hasMetadata != 0 {
                offset += RecordLayout.metadataLengthBytes
            }
            for _ in unsafe 0..<record[RecordLayout.tagCountOffset] {
                let start = offset + RecordLayout.tagLengthBytes
                let end = unsafe start + Int(record[offset])
                unsafe body(record.part(from: start, to: end))
                offset = end
            }
        }
    }
}
