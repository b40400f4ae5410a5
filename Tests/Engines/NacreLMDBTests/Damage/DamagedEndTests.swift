import Foundation
import Nacre
import TestFolders
import Testing

@testable import LMDB
@testable import NacreLMDB

/// Damage of the log's end, or of the meta page that leads to it, while the store is open.
struct DamagedEndTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func event(_ number: Int, bytes: Int) -> EventData {
        EventData(type: "T", data: Array("event \(number) ".utf8) + [UInt8](repeating: 7, count: bytes))
    }

    private func isDamage(_ error: any Error, at position: Position) -> Bool {
        guard let error = error as? EventStoreError else { return false }
        return error.code == .damaged && error.position == position && error.outcome == .notWritten
    }

    /// Changes bytes of the file beneath an open store.
    private func overwrite(_ bytes: [UInt8], at offset: Int) throws {
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: folder.store + "/log.mdb"))
        try file.seek(toOffset: UInt64(offset))
        try file.write(contentsOf: Data(bytes))
        try file.close()
    }

    private func contents() throws -> Data {
        try Data(contentsOf: URL(fileURLWithPath: folder.store + "/log.mdb"))
    }

    @Test(arguments: ["event 20 ", "order-20"], [40, 30_000])
    func `nothing is appended after an event damaged on disk`(
        altered: String, dataBytes: Int
    ) async throws {
        let store = try await LMDBEventStore.open(at: folder.store, options: .unsynced())
        for number in 1...20 {
            try await store.append([event(number, bytes: dataBytes)], to: StreamName("order-\(number)"))
        }
        let file = try contents()
        // The name of the stream, which the block's own checksum covers, or the event's data.
        let place = try #require(file.range(of: Data(altered.utf8), options: .backwards)).lowerBound
        try overwrite([file[place] ^ 0x20], at: place)
        for _ in 1...2 {
            await #expect { try await store.append([event(21, bytes: 9)], to: "later-1") } throws: {
                isDamage($0, at: 20)
            }
        }
        #expect(try await store.event(at: 19).position == 19)
        // Appends continue once the disk returns the written bytes again.
        try overwrite([file[place]], at: place)
        let result = try await store.append([event(21, bytes: 9)], to: "later-1")
        #expect(result.positions == [21])
        #expect(try await store.readLog().collect().count == 21)
        await store.close()
    }

    @Test func `a log whose older meta page poses as the newer one is refused with the file's name`() async throws {
        let store = try await LMDBEventStore.open(at: folder.store, options: .unsynced())
        for number in 1...20 { try await store.append([event(number, bytes: 9)], to: "order-1") }
        await store.close()
        let file = try contents()
        func transaction(_ page: Int) -> UInt64 {
            file.withUnsafeBytes {
                $0.loadUnaligned(fromByteOffset: page * 4_096 + PageLayout.Meta.transaction, as: UInt64.self)
            }
        }
        let older = transaction(0) < transaction(1) ? 0 : 1
        // A bit of the transaction's number that makes it greater than any other.
        let place = older * 4_096 + PageLayout.Meta.transaction + 5
        try overwrite([file[place] ^ 0x04], at: place)
        await #expect { try await LMDBEventStore.open(at: folder.store, options: .unsynced()) } throws: {
            let error = $0 as? EventStoreError
            return error?.code == .damaged && "\($0)".contains("log.mdb") && "\($0)".contains("a write was lost")
        }
    }

    @Test func `a block count that differs from the last block's number is an error`() async throws {
        let store = try await LMDBEventStore.open(at: folder.store, options: .unsynced())
        for number in 1...20 { try await store.append([event(number, bytes: 9)], to: "order-1") }
        #expect(try await store.statistics().blocks == 20)
        let file = try contents()
        func transaction(_ page: Int) -> UInt64 {
            file.withUnsafeBytes {
                $0.loadUnaligned(fromByteOffset: page * 4_096 + PageLayout.Meta.transaction, as: UInt64.self)
            }
        }
        let newer = transaction(0) > transaction(1) ? 0 : 1
        // The number of entries: 21 becomes 5.
        let place = newer * 4_096 + PageLayout.Meta.mainTree + PageLayout.Tree.entries
        try overwrite([file[place] ^ 0x10], at: place)
        await #expect { try await store.statistics() } throws: {
            ($0 as? EventStoreError)?.code == .damaged && "\($0)".contains("counts 4 blocks")
        }
        await store.close()
    }
}
