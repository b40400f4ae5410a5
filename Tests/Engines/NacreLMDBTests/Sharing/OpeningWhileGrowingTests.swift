import Foundation
import Nacre
import PeerMessages
import TestFolders
import TestTraits
import Testing

@testable import LMDB
@testable import NacreLMDB

/// Opens a store again and again while another process enlarges its map.
@Suite(.fewAtOnce, .timeLimit(.minutes(25)))
struct OpeningWhileGrowingTests {
    private static let events = 400
    private static let bytes = 60_000

    @Test func `a store opens while another process grows its map`() async throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/store"
        let options = LMDBEventStore.Options(
            durability: .unsynced, mapSize: 1 << 16, derivedMapSize: 1 << 20)
        let store = try await LMDBEventStore.open(at: path, options: options)
        await store.close()
        let peer = Peer(store: path, arguments: ["--map-size", "\(1 << 16)", "--unsynced"])
        async let filled: PeerAnswer = peer.run(.fill(stream: "s-1", events: Self.events, bytes: Self.bytes))
        // On a thread of its own: the tasks of other tests would let it open the store a few times only.
        let (opened, sizes) = try await SerialBlockingExecutor(named: "opening").run {
            try Self.open("\(path)/log.mdb", untilItHas: Self.events * Self.bytes)
        }
        #expect(try await filled.errorCode == nil)
        #expect(sizes.count > 3, "opened \(opened) times, with maps of \(sizes.sorted()) bytes")
    }

    /// Opens the log again and again until the file has a size.
    ///
    /// - Returns: How often it was opened, and the sizes of its maps.
    private static func open(_ log: String, untilItHas bytes: Int) throws -> (opened: Int, sizes: Set<Int>) {
        var (opened, sizes) = (0, Set<Int>())
        while (try? FileManager.default.attributesOfItem(atPath: log)[.size] as? Int) ?? 0 < bytes {
            let environment = try Environment.open(at: log, options: .init(mapSize: 1 << 16))
            sizes.insert(environment.mapSize)
            environment.close()
            opened += 1
        }
        return (opened, sizes)
    }
}
