import Nacre
import TestFolders
import TestRandomness
import TestTraits
import Testing

@testable import NacreLMDB

@Suite(.fewAtOnce) struct BlockDamageTests {
    /// A block with several streams, types, tags and metadata, and its events.
    private func block() async throws -> (bytes: [UInt8], events: [RecordedEvent]) {
        let folder = try TemporaryFolder()
        let store = try await LMDBEventStore.open(at: folder.store, options: .unsynced())
        var generator = CommitGenerator(seed: 3)
        generator.streams = 3
        generator.dataBytes = 20
        try await store.append(generator.commit(events: 7...7))
        let events = try await store.readLog().collect()
        let bytes = try #require(try RawLog(store: folder.store).blocks().first?.bytes)
        await store.close()
        return (bytes, events)
    }

    /// The results of reading all records: each an event or an error.
    private func read(_ bytes: [UInt8], count: Int) -> [Result<RecordedEvent, EventStoreError>] {
        bytes.withUnsafeBytes { bytes in
            (0..<count).map { index in
                Result { () throws(EventStoreError) in
                    let block = try Block(bytes, at: 1)
                    guard index < block.header.count else { throw .damagedBlock(at: 1, "too short") }
                    return try block.record(at: index).recordedEvent()
                }
            }
        }
    }

    @Test func `a change of any byte of a block is detected, and in a record affects only that one`()
        async throws
    {
        let (bytes, events) = try await block()
        let firstRecord = bytes.recordOffset(0)
        for offset in bytes.indices {
            for mask: UInt8 in [0x01, 0x80, 0xFF] {
                var changed = bytes
                changed[offset] ^= mask
                let results = read(changed, count: events.count)
                var damaged = 0
                for (result, event) in zip(results, events) {
                    switch result {
                    case .success(let read): #expect(read == event, "byte \(offset)")
                    case .failure(let error):
                        damaged += 1
                        #expect(error.code == .damaged)
                        #expect(error.position == (offset < firstRecord ? 1 : event.position))
                    }
                }
                #expect(damaged == (offset < firstRecord ? events.count : 1), "byte \(offset)")
            }
        }
    }

    @Test func `a truncated or extended block is damaged`() async throws {
        let (bytes, events) = try await block()
        for count in 0..<bytes.count {
            for result in read(Array(bytes[..<count]), count: events.count) {
                #expect(throws: EventStoreError.self) { try result.get() }
            }
        }
        for result in read(bytes + [0], count: events.count) {
            #expect(throws: EventStoreError.self) { try result.get() }
        }
    }

    @Test func `random bytes and random changes of many bytes are damage, never a crash`() async throws {
        let (bytes, events) = try await block()
        var random = SeededGenerator(seed: 11)
        for _ in 0..<4_000 {
            var changed = bytes
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                changed[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            for (result, event) in zip(read(changed, count: events.count), events) {
                guard case .success(let read) = result else { continue }
                #expect(read == event)
            }
        }
    }

    @Test func `invalid lengths and indices with valid checksums are damage, never a crash`()
        async throws
    {
        let (bytes, events) = try await block()
        var random = SeededGenerator(seed: 13)
        let count = events.count
        let places = bytes.recordOffsetPlace(0, events: count)
        for _ in 0..<4_000 {
            var changed = bytes
            // Anything but the header's sizes, which are compared with the block's own.
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                changed[Int.random(in: places..<bytes.count, using: &random)] =
                    UInt8.random(in: 0...255, using: &random)
            }
            changed.seal()
            for result in read(changed, count: count) {
                guard case .failure(let error) = result else { continue }
                #expect(error.code == .damaged)
            }
        }
        var whole = bytes
        whole.seal()
        #expect(whole == bytes)
        #expect(bytes.recordOffset(0) > places)
    }

    @Test func `a block under another key is damaged`() async throws {
        let (bytes, _) = try await block()
        #expect {
            try bytes.withUnsafeBytes { _ = try Block($0, at: 2) }
        } throws: {
            ($0 as? EventStoreError)?.position == 2
        }
    }
}
