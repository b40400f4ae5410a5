import DomainKit
import Foundation
import LMDB
import Nacre

@testable import NacreLMDB

extension MicroBenchmark {
    /// Blocks: encoding and decoding of events.
    static let blocks = [blockEncoding, blockDecoding, eventCopying, logScanning]

    private static let events = 1_000
    private static let sample = SampleEvents(streams: 50)

    /// One commit of many events: checked, encoded into blocks and put into the log's tree, but never committed.
    private static let blockEncoding = MicroBenchmark("block.encode", per: "event") { folder in
        let store = try await SampleStore.open(folder)
        let prepared = PreparedCommit(sample.commit(0..<events), now: SampleEvents.moment)
        var writer = GroupWriter(store)
        return MicroWork(units: events, end: { await store.close() }) {
            let request = AppendRequest(prepared)
            let written = try store.environment.write { (transaction: consuming WriteTransaction) in
                var log = try LogSnapshot(in: transaction)
                return try writer.write([request], behind: &log, to: transaction).events
            }
            writer.invalidateCaches()
            return written
        }
    }

    /// The records of blocks, read in place, with every checksum verified.
    private static let blockDecoding = MicroBenchmark("block.decode", per: "event") { folder in
        let blocks = try await storedBlocks(folder)
        return MicroWork(units: events) {
            try blocks.reduce(0) { found, stored in
                try found
                    + stored.read { block in
                        var whole = 0
                        for index in 0..<block.header.count {
                            let record = try block.record(at: index)
                            if record.data.count == sample.dataBytes, record.version > 0 { whole += 1 }
                        }
                        return whole
                    }
            }
        }
    }

    /// Copies of events as self-contained values, from records that are already verified.
    private static let eventCopying = MicroBenchmark("event.copy", per: "event") { folder in
        let blocks = try await storedBlocks(folder)
        return MicroWork(units: events) {
            try blocks.reduce(0) { found, stored in
                try found
                    + stored.read { block in
                        var whole = 0
                        for index in 0..<block.header.count {
                            let event = try block.record(at: index).recordedEvent()
                            if event.data.count == sample.dataBytes, event.tags.count == 1 { whole += 1 }
                        }
                        return whole
                    }
            }
        }
    }

    /// A whole log from its file, event by event, without copying.
    private static let logScanning = MicroBenchmark("log.scan", per: "event") { folder in
        let store = try await SampleStore.filled(folder, with: sample, events: 10 * events)
        return MicroWork(units: 10 * events, end: { await store.close() }) {
            var whole = 0
            try store.scan { event in
                if event.data.count == sample.dataBytes { whole += 1 }
            }
            return whole
        }
    }

    /// A block's bytes, outside of any transaction.
    private struct StoredBlock {
        let position: Position
        let bytes: [UInt64]
        let byteCount: Int

        /// Verifies header, table and names, and passes the block to `body`.
        func read(_ body: (Block) throws -> Int) throws -> Int {
            try bytes.withUnsafeBytes { buffer in
                try body(Block(UnsafeRawBufferPointer(rebasing: buffer[..<byteCount]), at: position))
            }
        }
    }

    private static func storedBlocks(_ folder: URL) async throws -> [StoredBlock] {
        let store = try await SampleStore.filled(folder, with: sample, events: events)
        let blocks = try await store.pool.run {
            try store.reading { (log) in
                var blocks: [StoredBlock] = []
                var next = try log.block(containing: 1) as Block?
                while let block = next {
                    // In words, aligned as in the memory map: alignment affects the reading speed.
                    var words = [UInt64](repeating: 0, count: (block.bytes.count + 7) / 8)
                    words.withUnsafeMutableBytes { $0.copyMemory(from: block.bytes) }
                    blocks.append(
                        StoredBlock(
                            position: block.header.firstPosition, bytes: words, byteCount: block.bytes.count))
                    next = try log.nextBlock(after: block)
                }
                return blocks
            }
        }
        await store.close()
        return blocks
    }
}

extension GroupWriter {
    /// A group writer on a store without other writers.
    init(_ store: LMDBEventStore) {
        self.init(
            lookup: store.lookup, header: store.header, timeSource: store.timeSource,
            pageSize: store.environment.pageSize)
    }
}
