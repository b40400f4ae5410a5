import Nacre
import Synchronization

@testable import NacreLMDB
@testable package import NacreReplicated

/// A fault of a node, as if its code were wrong; planted between the node and its log.
package enum PlantedFault: String, CaseIterable, Sendable {
    case appendsWithoutExpectation = "append-without-expectation"
    case unknownTakenForFailure = "unknown-taken-for-failure"
    case skipsEntry = "skip-entry"
    case appliesEntryTwice = "apply-twice"
    case judgesAgain = "judge-again"
    case readsWithoutTail = "read-without-tail"

    /// A log through which a node has the fault.
    package func plant(in log: any ReplicatedLog) -> any ReplicatedLog {
        switch self {
        case .appendsWithoutExpectation:
            return WatchedLog(
                log,
                append: { bytes, sequence, log in
                    guard sequence > .zero else { return try await log.append(bytes, expecting: sequence) }
                    while true {
                        let outcome = try await log.append(bytes, expecting: try await log.bounds().tail)
                        if case .committed = outcome { return .committed(sequence.next) }
                        if case .unknown = outcome { return outcome }
                    }
                })
        case .unknownTakenForFailure:
            return WatchedLog(
                log,
                append: { bytes, sequence, log in
                    let outcome = try await log.append(bytes, expecting: sequence)
                    guard case .unknown(let error) = outcome, sequence > .zero else { return outcome }
                    throw ReplicatedLogError(.denied, "planted", cause: error)
                },
                entry: Self.late)
        case .skipsEntry: return WatchedLog(log, entry: { try Self.isChosen($0) ? Self.void($0) : $0 })
        case .appliesEntryTwice:
            let last = Mutex<[UInt8]>([])
            return WatchedLog(
                log,
                entry: { entry in
                    let before = last.withLock { last in
                        defer { last = entry.bytes }
                        return last
                    }
                    guard Self.isChosen(entry), !before.isEmpty else { return entry }
                    return SequencedEntry(sequence: entry.sequence, bytes: before)
                })
        case .judgesAgain: return WatchedLog(log, entry: { try Self.isChosen($0) ? Self.judgedAgain($0) : $0 })
        case .readsWithoutTail:
            return WatchedLog(
                log, bounds: { LogBounds(trimmed: $0.trimmed, tail: min($0.tail, LogSequence(1))) }, entry: Self.late)
        }
    }

    /// A node that follows slowly cannot make up for its fault by luck.
    private static let late: @Sendable (SequencedEntry) async throws -> SequencedEntry = {
        try await Task.sleep(for: .milliseconds(20))
        return $0
    }

    private static func isChosen(_ entry: SequencedEntry) -> Bool { entry.sequence.number % 7 == 6 }

    /// An entry that followers pass over.
    private static func void(_ entry: SequencedEntry) throws -> SequencedEntry {
        let decoded = try LogEntry(entry)
        let void = LogEntry(
            .commits, group: .random(), node: decoded.node, part: 1, of: 2, before: decoded.before, payload: [])
        return SequencedEntry(sequence: entry.sequence, bytes: void.encoded)
    }

    /// The same events in other blocks: recorded a little later.
    private static func judgedAgain(_ entry: SequencedEntry) throws -> SequencedEntry {
        let decoded = try LogEntry(entry)
        guard decoded.kind == .commits, decoded.partCount == 1 else { return entry }
        var blocks = Array(decoded.payload)
        var previous: UInt64?
        var start = 0
        while start < blocks.count {
            let size = Int(blocks.integer(at: start + BlockLayout.byteCountOffset, as: UInt32.self))
            var block = Array(blocks[start..<(start + size)])
            block.withUnsafeMutableBytes { bytes in
                let recorded: Int64 = UnsafeRawBufferPointer(bytes).integer(at: BlockLayout.recordedAtOffset)
                bytes.store(recorded + 1_000, at: BlockLayout.recordedAtOffset)
                if let previous { bytes.store(previous, at: BlockLayout.previousChecksumOffset) }
                guard let header = BlockHeader(UnsafeRawBufferPointer(bytes)) else { return }
                let first: UInt32 = UnsafeRawBufferPointer(bytes).integer(at: header.recordOffsetOffset(0))
                let checksum = BlockHeader.checksum(of: UnsafeRawBufferPointer(bytes), firstRecordOffset: Int(first))
                bytes.store(checksum, at: BlockLayout.checksumOffset)
                previous = checksum
            }
            blocks.replaceSubrange(start..<(start + size), with: block)
            start += size
        }
        let again = LogEntry(
            .commits, group: decoded.group, node: decoded.node, before: decoded.before, payload: blocks[...])
        return SequencedEntry(sequence: entry.sequence, bytes: again.encoded)
    }
}
