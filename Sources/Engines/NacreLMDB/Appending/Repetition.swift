import Nacre

/// Determines whether a commit whose events carry ids is already recorded (idempotency).
struct Repetition {
    private let prepared: PreparedCommit
    private var positions: [Position] = []
    private var versions: [StreamVersion]
    private var recorded: [EventID] = []
    private var differing: [EventID] = []

    init(of prepared: PreparedCommit) {
        self.prepared = prepared
        versions = [StreamVersion](repeating: 0, count: prepared.writtenStreams)
    }

    /// Notes the record found under the id of event number `index`; `nil` if there is none.
    mutating func note(_ record: Record?, for index: Int) {
        guard let record else { return }
        recorded.append(prepared.ids[index])
        let stream = Int(prepared.records[index].stream)
        // Metadata and time may differ: a retry builds them again, and they do not identify the event.
        guard record.isOf(prepared.streams[stream].key.name), isSame(record, index) else {
            differing.append(prepared.ids[index])
            return
        }
        positions.append(record.position)
        versions[stream] = max(versions[stream], record.version)
    }

    /// The answer for a commit that is recorded completely; `nil` if none of its events is.
    ///
    /// - Throws: `idempotencyMismatch` in all other cases.
    func answer() throws(EventStoreError) -> AppendResult? {
        if recorded.isEmpty { return nil }
        guard positions.count == prepared.ids.count else {
            throw .idempotencyMismatch(recorded: recorded, differing: differing, of: prepared.ids.count)
        }
        return AppendResult(
            alreadyCommittedAt: positions,
            streams: versions.enumerated().map {
                AppendResult.StreamState(stream: prepared.streams[$0.offset].key.name, version: $0.element)
            })
    }

    /// Whether type and data are equal.
    ///
    /// The caller compares the stream.
    private func isSame(_ record: Record, _ index: Int) -> Bool {
        let type = prepared.types[Int(prepared.records[index].type)].type
        guard unsafe record.typeName.isEqual(to: type.text) else { return false }
        return unsafe prepared.withData(of: index) { unsafe record.data.elementsEqual($0) }
    }
}

extension PreparedCommit {
    /// Calls `body` with the data of a record.
    func withData<Result>(of index: Int, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        unsafe bytes.withUnsafeBytes { buffer in
            let record = unsafe buffer.part(from: start(of: index), to: records[index].end)
            var offset = RecordLayout.headBytes
            var metadataBytes = 0
            if unsafe record[RecordLayout.flagsOffset] & RecordFlags.hasMetadata != 0 {
                metadataBytes = unsafe Int(record.integer(at: offset, as: UInt32.self))
                offset += RecordLayout.metadataLengthBytes
            }
            for _ in unsafe 0..<record[RecordLayout.tagCountOffset] {
                unsafe offset += RecordLayout.tagLengthBytes + Int(record[offset])
            }
            return unsafe body(record.part(from: offset + metadataBytes, to: record.count))
        }
    }
}
