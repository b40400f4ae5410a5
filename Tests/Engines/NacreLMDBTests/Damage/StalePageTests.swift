import Foundation
import Nacre
import TestFolders
import Testing

@testable import NacreLMDB

/// A stale page in the log: a write that the disk acknowledged and never made.
struct StalePageTests {
    private static let pageSize = 4_096
    private static let commits = 1_200

    /// A log of single-event commits, and its file a number of commits before its end.
    private struct History {
        let folder: TemporaryFolder
        let before: Data
        let file: Data
        let events: [RecordedEvent]

        var path: URL { URL(fileURLWithPath: folder.store + "/log.mdb") }

        init(lag: Int, dataBytes: Int) async throws {
            folder = try TemporaryFolder()
            let store = try await LMDBEventStore.open(at: folder.store, options: .unsynced())
            let path = URL(fileURLWithPath: folder.store + "/log.mdb")
            var before = Data()
            for number in 1...commits {
                let event = EventData(
                    type: number.isMultiple(of: 3) ? "Third" : "Other", tags: ["n:\(number)"],
                    data: [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: dataBytes))
                try await store.append([event], to: StreamName("s-\(number % 7)"))
                if number == commits - lag { before = try Data(contentsOf: path) }
            }
            events = try await store.readLog().collect()
            await store.close()
            self.before = before
            file = try Data(contentsOf: path)
        }

        /// The pages that have changed since, except the meta pages.
        var changedPages: [Int] {
            (2..<before.count / pageSize).filter { page in
                let range = page * pageSize..<(page + 1) * pageSize
                return before[range] != file[range]
            }
        }

        /// Restores the old contents of one page.
        func putBack(_ page: Int) throws {
            var image = file
            let range = page * pageSize..<(page + 1) * pageSize
            image.replaceSubrange(range, with: before[range])
            try RawLog(store: folder.store).overwrite(with: image)
        }

        /// Opens the store without an index, so that everything is found in the log.
        func open() async throws -> LMDBEventStore {
            try DerivedFile.discard(at: folder.store + "/index.mdb")
            return try await LMDBEventStore.open(at: folder.store, options: .unsynced())
        }
    }

    /// The events that a read returned, and the position of the damage that ended it.
    private func collect(_ events: EventSequence) async throws -> (events: [RecordedEvent], damage: Position?) {
        var collected: [RecordedEvent] = []
        do {
            for try await event in events { collected.append(event) }
            return (collected, nil)
        } catch let error as EventStoreError where error.code == .damaged {
            let position: Position = try #require(error.position)
            return (collected, position)
        }
    }

    @Test(arguments: [(3, 60), (11, 60), (60, 200), (7, 3_000), (60, 9_000)])
    func `a stale page is an error with a position, never a wrong answer`(
        lag: Int, dataBytes: Int
    ) async throws {
        let history = try await History(lag: lag, dataBytes: dataBytes)
        var refusals = 0
        for page in history.changedPages {
            try history.putBack(page)
            let store: LMDBEventStore
            do {
                store = try await history.open()
            } catch let error as EventStoreError where error.code == .damaged {
                refusals += 1
                continue
            }
            let all = history.events
            do {
                let head = try await store.head()
                #expect(head == Position(all.count), "page \(page)")
            } catch let error as EventStoreError where error.code == .damaged {
                refusals += 1
            }
            let thirds: [RecordedEvent] = all.filter { $0.type == "Third" }
            let ofStream: [RecordedEvent] = all.filter { $0.stream == "s-3" }
            try await expect(store.readLog(), toGive: all, page)
            try await expect(store.readLog(.backward(from: nil)), toGive: all.reversed(), page, isForward: false)
            try await expect(store.readLog(matching: .types("Third")), toGive: thirds, page)
            try await expect(store.read("s-3"), toGive: ofStream, page)
            // A condition on a present tag must not be judged to hold.
            for number in [1, commits - lag, commits - lag + 1, commits - 1, commits] {
                try await expectRefusal(ofConditionOn: number, in: store, page)
            }
            // New events follow all acknowledged ones and destroy none of them.
            do {
                for round in 1...5 {
                    let result = try await store.append([EventData(type: "Later", data: [])], to: "later-1")
                    #expect(result.positions == [Position(all.count + round)])
                }
            } catch let error as EventStoreError {
                #expect(error.code == .damaged, "page \(page): \(error)")
            }
            for event in all.suffix(2 * lag) {
                do {
                    let found = try await store.event(at: event.position)
                    #expect(found == event, "page \(page)")
                } catch let error as EventStoreError where error.code == .damaged {
                    #expect(error.position == event.position || error.position == nil)
                }
            }
            await store.close()
        }
        #expect(refusals > 0, "no page mattered: \(history.changedPages)")
    }

    /// Expects a read to be correct as far as it goes, and to throw if anything is missing.
    private func expect(
        _ sequence: EventSequence, toGive expected: [RecordedEvent], _ page: Int, isForward: Bool = true
    ) async throws {
        let (found, damage) = try await collect(sequence)
        #expect(found == Array(expected.prefix(found.count)), "page \(page)")
        #expect(damage != nil || found.count == expected.count, "page \(page)")
        guard isForward, let damage, let last = found.last else { return }
        #expect(damage > last.position, "page \(page)")
    }

    private func expectRefusal(ofConditionOn number: Int, in store: LMDBEventStore, _ page: Int) async throws {
        var commit = Commit([EventData(type: "Never", data: [])], to: "never-1")
        commit.conditions = [AppendCondition(failIfEventsMatch: .tagged("n:\(number)"))]
        do {
            try await store.append(commit)
            Issue.record("page \(page): a condition on event \(number) was judged to hold")
        } catch let error as EventStoreError {
            #expect(error.code == .damaged || error.code == .conflict, "page \(page): \(error)")
        }
    }

    private var commits: Int { Self.commits }
}

private var commits: Int { 1_200 }
private var pageSize: Int { 4_096 }
