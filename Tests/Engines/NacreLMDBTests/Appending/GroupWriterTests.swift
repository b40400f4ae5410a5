import DomainKit
import LMDB
import Nacre
import TestFolders
import TestTraits
import Testing

@testable import NacreLMDB

/// The outcome of the requests of one group, written without any other appends.
@Suite(.fewAtOnce) struct GroupWriterTests {
    /// A group writer on a store whose own writer is idle.
    private struct Writing {
        let store: LMDBEventStore
        var writer: GroupWriter

        init(_ folder: TemporaryFolder) async throws {
            var options = LMDBEventStore.Options.unsynced()
            options.tailLimits = TailLimits(eventsPerGeneration: 32, maxCount: 1_024)
            store = try await LMDBEventStore.open(at: folder.store, options: options)
            writer = GroupWriter(
                lookup: store.lookup, header: store.header, timeSource: store.timeSource,
                pageSize: store.environment.pageSize)
        }

        /// Writes the first of some commits, as many as make one group.
        ///
        /// - Returns: The requests that were judged.
        mutating func write(_ commits: some Collection<Commit>) throws -> [AppendRequest] {
            let requests = commits.map {
                AppendRequest(
                    PreparedCommit($0, now: store.timeSource.now()), conditions: ConditionVerdicts($0.conditions))
            }
            let outcome = try store.environment.write { (transaction: consuming WriteTransaction) in
                try writer.checkFreePages(in: transaction)
                var log = try LogSnapshot(in: transaction)
                let outcome = try writer.write(requests[...], behind: &log, to: transaction)
                try transaction.commit()
                return outcome
            }
            for postings in outcome.postings { store.lookup.tail.append(postings) }
            return Array(requests[..<outcome.judged])
        }
    }

    private static func commit(_ ids: [EventID], to stream: StreamName, _ expectation: Nacre.Expectation = .any)
        -> Commit
    {
        Commit(ids.map { EventData(id: $0, type: "T", data: Array("\($0)".utf8)) }, to: stream, expecting: expectation)
    }

    private static func ids(_ count: Int) -> [EventID] { (0..<count).map { _ in .random() } }

    /// The expected outcome of a request.
    private enum Fate {
        case appended
        case repeated([Position])
        case conflict
        case mismatch([EventID])
    }

    @Test func `each request of a large group is judged by its own ids`()
        async throws
    {
        let folder = try TemporaryFolder()
        var writing = try await Writing(folder)
        let old = (0..<61).map { Self.commit(Self.ids(1 + $0 % 5), to: StreamName("old-\($0)")) }
        var places: [[Position]] = []
        for commit in old { places += try writing.write([commit]).map { try $0.result().positions } }
        let head = try await writing.store.head()

        var commits: [(Commit, Fate)] = (0..<300).map { number in
            let stream = StreamName("new-\(number % 7)")
            let earlier = number / 5
            switch number % 5 {
            case 0: return (Commit([EventData(type: "T", data: [])], to: stream), .appended)
            case 1: return (Self.commit(Self.ids(1 + number % 3), to: stream), .appended)
            case 2: return (old[earlier], .repeated(places[earlier]))
            case 3: return (Self.commit(Self.ids(2), to: stream), .appended)
            default: return (Self.commit(Self.ids(3), to: "old-\(earlier)", .noStream), .conflict)
            }
        }
        let known = try #require(old[60].entries[0].event.id)
        commits[203] = (Self.commit(Self.ids(1) + [known], to: "mixed-1"), .mismatch([known]))
        // The same as one before it in the group.
        commits[251] = (commits[1].0, .repeated([]))

        var judged = try writing.write(commits.map(\.0))
        #expect(judged.count == 251)
        judged += try writing.write(commits[251...].map(\.0))
        #expect(judged.count == 300)
        let first = try judged[1].result().positions
        commits[251].1 = .repeated(first)

        var written = 0
        for (request, (commit, fate)) in zip(judged, commits) {
            switch fate {
            case .appended:
                let result = try request.result()
                #expect(!result.wasAlreadyCommitted)
                #expect(result.positions.count == commit.entries.count)
                written += commit.entries.count
            case .repeated(let positions):
                let result = try request.result()
                #expect(result.wasAlreadyCommitted)
                #expect(result.positions == positions)
            case .conflict: #expect(code(of: request) == .conflict)
            case .mismatch(let ids):
                #expect(code(of: request) == .idempotencyMismatch)
                #expect(error(of: request)?.eventIDs == ids)
            }
        }
        #expect(try await writing.store.head() == head + Position(written))
        let events = try await writing.store.readLog().collect()
        #expect(Set(events.map(\.id)).count == events.count)
        await writing.store.close()
    }

    @Test func `a repeat whose events cannot be read is refused and not written again`() async throws {
        let folder = try TemporaryFolder()
        var writing = try await Writing(folder)
        let first = Self.commit(Self.ids(2), to: "s-1")
        let repeated = Self.commit(Self.ids(2), to: "s-1")
        _ = try writing.write([first])
        _ = try writing.write([repeated])
        let blocks = try RawLog(store: folder.store).blocks()
        // The writer knows the stream's version; for the ids it needs the tail, which must read the log again.
        try RawLog(store: folder.store).damage(blocks[0].bytes, at: [UInt8].headerByte)
        writing.store.lookup.tail.restart(from: Checkpoint(storeID: writing.store.id, position: 0, fingerprint: 0))
        let judged = try writing.write([repeated])
        #expect(judged.map(code) == [EventStoreError.Code.damaged])
        #expect(try RawLog(store: folder.store).blocks().count == 2)
        await writing.store.close()
    }

    @Test func `the requests of a group are judged in order of arrival`() async throws {
        let folder = try TemporaryFolder()
        var writing = try await Writing(folder)
        let event = EventData(type: "T", data: [])
        let tagged = EventData(type: "Tagged", tags: ["t"], data: [])
        let untaken = AppendCondition(failIfEventsMatch: .tagged("t"))
        let judged = try writing.write([
            Commit([event], to: "s-1", expecting: .noStream),
            Commit([event], to: "s-1", expecting: .exact(1)),
            Commit([event], to: "s-1", expecting: .noStream),
            Commit([tagged], to: "s-2"),
            Commit {
                Append(event, to: "s-3")
                Condition(failIfEventsMatch: .tagged("t"))
            },
        ])
        #expect(judged.map { try? $0.result().positions } == [[1], [2], nil, [3], nil])
        #expect(error(of: judged[2])?.violations == [.expectation(stream: "s-1", expected: .noStream, actual: 2)])
        let conflict = ConflictingEvent(position: 3, type: "Tagged", tags: ["t"])
        #expect(error(of: judged[4])?.violations == [.condition(index: 0, condition: untaken, conflict: conflict)])
        await writing.store.close()
    }

    private func error(of request: AppendRequest) -> EventStoreError? {
        do {
            _ = try request.result()
            return nil
        } catch {
            return error as? EventStoreError
        }
    }

    private func code(of request: AppendRequest) -> EventStoreError.Code? { error(of: request)?.code }
}
