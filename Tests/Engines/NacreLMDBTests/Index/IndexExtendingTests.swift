import LMDB
import Nacre
import TestRandomness
import TestTraits
import Testing

@testable import NacreLMDB

@Suite("Extending the index", .fewAtOnce)
struct IndexExtendingTests {
    @Test("A batch that is applied twice changes nothing")
    func twice() throws {
        let folder = try IndexFolder()
        let index = try folder.open()
        defer { index.close() }
        var oracle = IndexOracle(seed: 21, hashes: 5)
        try index.extend(&oracle, by: 20, in: folder)
        let batch = oracle.batch(of: 20, in: folder)
        #expect(try index.extend { _ in batch } == batch.end)
        let before = try index.read { $0.manifest }
        #expect(try index.extend { _ in batch } == batch.end)
        #expect(try index.read { $0.manifest } == before)
        try index.read { try oracle.check($0) }
    }

    @Test("Only the new postings of an overlapping batch are added")
    func overlap() throws {
        let folder = try IndexFolder()
        let index = try folder.open()
        defer { index.close() }
        let postings = (1...30).map { Posting(hash: 9, position: $0) }
        _ = try index.extend { _ in
            IndexBatch(streams: Array(postings[..<20]), ids: [], end: folder.checkpoint(20))
        }
        _ = try index.extend { _ in IndexBatch(streams: postings, ids: [], end: folder.checkpoint(30)) }
        #expect(try index.read { try $0.ascending(.stream, 9) } == Array(1...30))
        #expect(try index.statistics().entries == [.stream: 30])
    }

    @Test("The batch is requested behind the current checkpoint")
    func checkpoint() throws {
        let folder = try IndexFolder()
        let users = [try folder.open(), try folder.open()]
        defer { for user in users { user.close() } }
        var asked: [Position] = []
        for (turn, end) in [3, 8, 9].enumerated() {
            _ = try users[turn % 2].extend { checkpoint in
                asked.append(checkpoint.position)
                return IndexBatch(streams: [], ids: [], end: folder.checkpoint(Position(end)))
            }
        }
        #expect(asked == [0, 3, 8])
        #expect(try users[0].read { $0.checkpoint } == folder.checkpoint(9))
    }

    @Test("Without a batch the checkpoint is unchanged and returned")
    func nothing() throws {
        let folder = try IndexFolder()
        let index = try folder.open()
        defer { index.close() }
        var oracle = IndexOracle(seed: 22, hashes: 5)
        try index.extend(&oracle, by: 20, in: folder)
        let before = try index.environment.read { $0.id }
        #expect(try index.extend { _ in nil } == folder.checkpoint(20))
        #expect(try index.environment.read { $0.id } == before)
    }

    @Test("Unordered and repeated postings are each found once")
    func disorder() throws {
        let folder = try IndexFolder()
        let index = try folder.open()
        defer { index.close() }
        var oracle = IndexOracle(seed: 23, hashes: 5)
        var batch = oracle.batch(of: 100, in: folder)
        var generator = SeededGenerator(seed: 23)
        batch.streams = (batch.streams + batch.streams.prefix(30)).shuffled(using: &generator)
        _ = try index.extend { _ in batch }
        try index.read { try oracle.check($0) }
    }

    @Test("A posting beyond the end of its batch is refused, and nothing is written")
    func beyond() throws {
        let folder = try IndexFolder()
        let index = try folder.open()
        defer { index.close() }
        let error = try #require(throws: EventStoreError.self) {
            _ = try index.extend { _ in
                IndexBatch(streams: [Posting(hash: 1, position: 6)], ids: [], end: folder.checkpoint(5))
            }
        }
        #expect(error.code == .invalidArgument)
        #expect(error.message.contains("up to position 5 has a posting of position 6"))
        #expect(try index.read { $0.checkpoint.position } == 0)
    }

    @Test("A batch that would dirty too many pages is refused")
    func tooLarge() throws {
        let folder = try IndexFolder()
        let index = try folder.open(IndexLimits(segmentsPerBatch: 10, postingsPerSegment: 4))
        defer { index.close() }
        #expect(index.maxBatch == 8)
        let postings = (1...9).map { Posting(hash: 1, position: $0) }
        let error = try #require(throws: EventStoreError.self) {
            _ = try index.extend { _ in IndexBatch(streams: postings, ids: [], end: folder.checkpoint(9)) }
        }
        #expect(error.code == .invalidArgument)
        #expect(error.message.contains("9 postings, but the limit is 8"))
    }

    @Test("A batch of the tail fits the limit")
    func largeEnough() throws {
        let folder = try IndexFolder()
        let index = try folder.open(IndexLimits())
        defer { index.close() }
        // A generation may be overfilled by what is appended to it at once.
        let limits = TailLimits()
        #expect(index.maxBatch > limits.postingsPerBatch)
        #expect(index.maxBatch > limits.postingsPerGeneration + 2 * TailPostings.maxCount)
    }

    @Test("Another store's batch is refused")
    func otherStore() throws {
        let folder = try IndexFolder()
        let index = try folder.open()
        defer { index.close() }
        let other = Checkpoint(storeID: StoreID(EventID(high: 1, low: 2)), position: 5, fingerprint: 0)
        let error = try #require(throws: EventStoreError.self) {
            _ = try index.extend { _ in IndexBatch(streams: [], ids: [], end: other) }
        }
        #expect(error.code == .invalidArgument)
    }

    @Test("An error of collecting is rethrown, and nothing is written")
    func collectThrows() throws {
        struct Mine: Error {}
        let folder = try IndexFolder()
        let index = try folder.open()
        defer { index.close() }
        #expect(throws: Mine.self) { _ = try index.extend { _ in throw Mine() } }
        #expect(try index.read { $0.checkpoint.position } == 0)
    }

    @Test("A map that is too small grows, and the batch is added")
    func mapGrows() throws {
        let folder = try IndexFolder()
        let index = try folder.open(IndexLimits(), mapSize: 1 << 20)
        defer { index.close() }
        var generator = SeededGenerator(seed: 24)
        let postings = (1...100_000).map { Posting(hash: generator.next(), position: $0) }
        _ = try index.extend { _ in IndexBatch(streams: postings, ids: [], end: folder.checkpoint(100_000)) }
        #expect(index.environment.mapSize > 1 << 20)
        #expect(try index.statistics().entries == [.stream: 100_000])
        for posting in [postings[0], postings[50_000], postings[99_999]] {
            #expect(try index.read { try $0.ascending(.stream, posting.hash) } == [posting.position])
        }
    }

    @Test("After a reset the index is empty, and can be filled again")
    func reset() throws {
        let folder = try IndexFolder()
        let index = try folder.open()
        defer { index.close() }
        var oracle = IndexOracle(seed: 25, hashes: 5)
        for _ in 0..<9 { try index.extend(&oracle, by: 20, in: folder) }
        _ = try index.maintain()
        try index.reset()
        try index.read { try IndexOracle(seed: 25, hashes: 5).check($0) }
        oracle = IndexOracle(seed: 26, hashes: 5)
        for _ in 0..<9 { try index.extend(&oracle, by: 20, in: folder) }
        try index.maintainAll()
        try index.read { try oracle.check($0) }
    }

    @Test("A closed index reports that it is closed, and can be closed twice")
    func closed() throws {
        let index = try IndexFolder().open()
        index.close()
        index.close()
        let error = try #require(throws: EventStoreError.self) { try index.read { _ in } }
        #expect(error.code == .closed)
    }
}
