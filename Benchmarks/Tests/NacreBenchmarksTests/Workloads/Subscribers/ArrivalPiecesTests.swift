import Foundation
import Nacre
import Testing

@testable import NacreBenchmarks
@testable import NacreLoad

@Suite struct ArrivalPiecesTests {
    @Test func `pieces are equivalent to one draw`() {
        var pieces = ArrivalPieces(rate: 1_000, seconds: 0.5, seed: 3)
        #expect(pieces.next() == Arrivals(rate: 1_000).dues(seconds: 0.5, seed: 3))
        #expect(pieces.next() == nil)
    }

    @Test func `pieces follow each other in order, and cover the whole time`() {
        var pieces = ArrivalPieces(rate: 2_000, seconds: 5, seed: 7)
        var dues: [UInt64] = []
        var counts: [Int] = []
        while let piece = pieces.next() {
            dues += piece
            counts.append(piece.count)
            #expect(piece.allSatisfy { $0 < pieces.end })
        }
        #expect(counts.count == 3)
        #expect(dues == dues.sorted())
        #expect(pieces.end == 5_000_000_000)
        // Ten standard deviations of a Poisson number with mean 10,000.
        #expect((9_000...11_000).contains(dues.count))
        #expect(dues[..<counts[0]] != dues[counts[0]..<min(dues.count, 2 * counts[0])])
    }

    @Test(.timeLimit(.minutes(10)))
    func `arrivals after an early end are not drawn`() async {
        let stop = StopSign()
        let target = StoppingTarget(stop: stop, after: 20)
        let announcing = AnnouncingLoad(
            AppendLoad(writers: 3, eventsPerAppend: 1, streams: 9, payloadBytes: 27, seed: 5))
        // All at once would not fit in memory.
        let slice = AnnouncedSlice(seconds: 1e9, rate: 1_000)
        _ = await announcing.run(slice, on: target, until: stop)
        let answered = await announcing.drain().reduce(0) { $0 + $1.answered.count }
        #expect(answered >= 20)
    }

    /// Raises a stop sign after a number of answers.
    private struct StoppingTarget: AppendTarget {
        let stop: StopSign
        let after: UInt64
        let store = RecordingTarget()
        let answers = SlowReading.Counter()

        init(stop: StopSign, after: UInt64) {
            self.stop = stop
            self.after = after
        }

        func head() async throws -> Position { try await store.head() }

        func append(_ commit: Commit) async throws -> AppendResult {
            let result = try await store.append(commit)
            if answers.add() == after { stop.raise() }
            return result
        }
    }

    @Test func `a worker refuses a slice in which nothing is due`() async throws {
        try await withTemporaryFolder { folder in
            let load = AppendLoad(writers: 2, eventsPerAppend: 1, streams: 4, payloadBytes: 32, seed: 1)
            let task = WorkerTask(
                engine: .memory, durability: .memoryOnly, mapSize: smallMap, store: folder.path, load: load)
            let worker = try await SubscriberWorker(
                SubscriberTask(task: task), engine: EngineName.memory.engine(.memoryOnly, mapSize: smallMap))
            await #expect(throws: HarnessError.self) {
                try await worker.perform(.begin(AnnouncedSlice(seconds: 0.001, rate: 0.5)))
            }
            _ = try await worker.perform(.close)
        }
    }

    @Test func `a worker reports when the given number of appends is answered`() async throws {
        try await withTemporaryFolder { folder in
            let engine = NacreEngine(durability: .unsynced, mapSize: smallMap)
            let load = AppendLoad(writers: 2, eventsPerAppend: 1, streams: 4, payloadBytes: 32, seed: 1)
            let task = WorkerTask(
                engine: .nacre, durability: .unsynced, mapSize: smallMap, store: folder.path, load: load)
            let worker = try await SubscriberWorker(SubscriberTask(task: task), engine: engine)
            _ = try await worker.perform(.begin(AnnouncedSlice(seconds: 3_600, rate: 500)))
            _ = try await worker.perform(.untilAnswered(5))
            _ = try await worker.perform(.stop)
            let answers = try await AnnouncedAnswers.end(of: worker, writers: 2, in: Workspace(below: folder))
            #expect(answers.reply.events >= 5)
            _ = try await worker.perform(.close)
        }
    }
}
