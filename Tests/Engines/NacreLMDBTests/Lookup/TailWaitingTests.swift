import LMDB
import Nacre
import Testing

@testable import NacreLMDB

/// What the indexing thread waits for.
@Suite struct TailWaitingTests {
    private static let store = StoreID(EventID(high: 1, low: 2))
    private let tail = Tail(from: checkpoint(0), limits: TailLimits(eventsPerGeneration: 10, maxCount: 30))

    private static func checkpoint(_ position: Position) -> Checkpoint {
        Checkpoint(storeID: store, position: position, fingerprint: 0)
    }

    private func append(upTo end: Position) {
        tail.append(TailPostings(after: tail.coverage.end, end: Self.checkpoint(end)))
    }

    /// Waits on another thread for a number of full generations, and returns how many are full.
    private func waited(for count: Int, while body: () -> Void) throws -> Int? {
        let full = Monitor<Int??>(nil)
        let thread = try DedicatedThread { [tail] in
            let found = tail.waitForFullGenerations(count)
            full.withLock { $0 = .some(found) }
        }
        body()
        thread.join()
        return try #require(full.withLock { $0 })
    }

    @Test func `waiting ends when a generation is full`() throws {
        let full = try waited(for: 1) {
            append(upTo: 5)
            append(upTo: 12)
        }
        #expect(full == 1)
        #expect(try waited(for: 1) {} == 1)
    }

    @Test func `waiting ends at the requested number of full generations`() throws {
        append(upTo: 10)
        #expect(try waited(for: 2) { append(upTo: 20) } == 2)
    }

    @Test func `waiting ends early if appends would have to wait`() throws {
        append(upTo: 10)
        append(upTo: 20)
        #expect(tail.hasRoom)
        let full = try waited(for: 9) {
            append(upTo: 29)
            append(upTo: 31)
        }
        #expect(full == 3)
        #expect(!tail.hasRoom)
    }

    @Test func `waiting ends when the tail is stopped`() throws {
        #expect(try waited(for: 1) { tail.stop() } == nil)
        append(upTo: 10)
        #expect(try waited(for: 1) {} == nil)
    }

    @Test func `waiting ends when a restarted tail lacks events`() throws {
        append(upTo: 25)
        tail.restart(from: Self.checkpoint(10))
        #expect(tail.lacksEvents)
        #expect(try waited(for: 1) {} == 0)
        append(upTo: 24)
        #expect(tail.lacksEvents)
        append(upTo: 25)
        #expect(!tail.lacksEvents)
    }

    @Test func `unreadable missing events are left to lookups until the tail ends elsewhere`() throws {
        let refused = TailPostings(after: 3, end: Self.checkpoint(5))
        #expect(!tail.append(refused))
        #expect(try waited(for: 1) {} == 0)
        tail.leaveGap(behind: tail.end)
        #expect(!tail.append(refused))
        #expect(!tail.lacksEvents)
        append(upTo: 2)
        #expect(tail.lacksEvents)
        #expect(try waited(for: 1) { append(upTo: 12) } != nil)
    }

    @Test func `a writer that waits for room can be interrupted, once`() throws {
        append(upTo: 31)
        #expect(!tail.hasRoom)
        for _ in 0..<2 {
            let isBack = Flag()
            let thread = try DedicatedThread { [tail] in
                tail.waitForRoom()
                isBack.raise()
            }
            #expect(!isBack.isRaised)
            tail.interruptWriter()
            thread.join()
        }
    }
}
