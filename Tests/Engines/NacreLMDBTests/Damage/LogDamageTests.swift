import Foundation
import Nacre
import TestFolders
import TestTraits
import Testing

@testable import NacreLMDB

@Suite(.fewAtOnce) struct LogDamageTests {
    struct Place: Sendable, CustomTestStringConvertible {
        let part: DamagedStore.Part
        let block: Int
        var testDescription: String { "\(part) of block \(block)" }

        /// First, middle and last, in leaves (0, 5, 8) and with pages of their own (1, 4).
        static let all = [0, 1, 4, 5, 8].flatMap { block in
            DamagedStore.Part.allCases.map { Place(part: $0, block: block) }
        }
    }

    @Test
    func `damage is reported with its position by verification and by the reads of it only`()
        async throws
    {
        let damaged = try await DamagedStore()
        for place in Place.all {
            let (lost, named) = try damaged.damage(place.part, ofBlock: place.block)
            let store = try await LMDBEventStore.open(at: damaged.folder.store, options: .unsynced())
            try await expectVerification(of: store, toFind: named, place)
            try await expectReads(of: store, toMiss: lost, named: named, damaged.events, place)
            await store.close()
            try damaged.mend()
        }
        let store = try await LMDBEventStore.open(at: damaged.folder.store, options: .unsynced())
        #expect(try await store.readLog().collect() == damaged.events)
        await store.close()
    }

    private func expectVerification(of store: LMDBEventStore, toFind named: Position, _ place: Place) async throws {
        let findings = Notices()
        let summary = try await store.verify(
            progress: { _, _ in }, finding: { findings.add("\($0.position ?? 0)") })
        #expect(findings.all == ["\(named)"], "\(place)")
        #expect(summary.findings == 1)
        #expect(summary.blocks == (place.part == .record ? 9 : 8))
    }

    private func expectReads(
        of store: LMDBEventStore, toMiss lost: ClosedRange<Position>, named: Position, _ events: [RecordedEvent],
        _ place: Place
    ) async throws {
        for event in events {
            let found = try await EventStoreError.damage {
                let read = try await store.event(at: event.position)
                #expect(read == event)
            }
            #expect(found == (lost.contains(event.position) ? named : nil), "\(place), position \(event.position)")
        }
        // All events before the damage, in both directions, then the damage, never an end.
        for order in [ReadOrder.forward(), .backward()] {
            let isForward = order == .forward()
            var read: [RecordedEvent] = []
            let found = try await EventStoreError.damage {
                for try await event in store.readLog(order) { read.append(event) }
            }
            #expect(found == named, "\(place)")
            let expected =
                isForward
                ? events.filter { $0.position < lost.lowerBound }
                : events.reversed().filter {
                    $0.position > lost.upperBound
                }
            #expect(read == expected, "\(place)")
        }
        for position in lost {
            // An error never looks like the end.
            let after = try await EventStoreError.damage {
                try await store.readLog(.forward(after: position - 1)).collect()
            }
            #expect(after == named, "\(place)")
            let from = try await EventStoreError.damage { try await store.readLog(.backward(from: position)).collect() }
            #expect(from == named, "\(place)")
        }
        if lost.upperBound == events.last?.position, place.part != .record {
            let behind = try await EventStoreError.damage {
                try await store.readLog(.forward(after: lost.upperBound)).collect()
            }
            #expect(behind == named, "\(place): how much the last block holds is not known")
        }
    }

    @Test func `a foreign key does not affect the blocks around it`() async throws {
        let damaged = try await DamagedStore()
        try RawLog(store: damaged.folder.store).putLongKey(before: damaged.blocks[3].position)
        let store = try await LMDBEventStore.open(at: damaged.folder.store, options: .unsynced())
        for event in damaged.events {
            #expect(try await store.event(at: event.position) == event)
        }
        await store.close()
    }

    @Test(arguments: DamagedStore.Part.allCases)
    func `a scan throws damage with its position after the events before it`(part: DamagedStore.Part) async throws {
        let damaged = try await DamagedStore()
        for block in [0, 4, 8] {
            let (lost, named) = try damaged.damage(part, ofBlock: block)
            let store = try await LMDBEventStore.open(at: damaged.folder.store, options: .unsynced())
            let (positions, error) = scan(store, after: 0)
            #expect(positions == Array(1..<lost.lowerBound))
            #expect(error?.code == .damaged)
            #expect(error?.position == named)
            #expect(scan(store, after: lost.lowerBound - 1).error?.position == named)
            if part != .record, block == 8 { #expect(scan(store, after: lost.lowerBound).error?.position == named) }
            await store.close()
            try damaged.mend()
        }
    }

    @Test func `a page damaged while the store is open ends a scan at its first event`() async throws {
        let folder = try TemporaryFolder()
        let store = try await LMDBEventStore.open(at: folder.store, options: .unsynced())
        for _ in 0..<200 { try await store.append([EventData(type: "T", data: [1])], to: "s-1") }
        let whole = try Data(contentsOf: URL(fileURLWithPath: folder.store + "/log.mdb"))
        let pageSize = 4_096
        var ends: Set<Position> = []
        for page in 2..<whole.count / pageSize {
            var image = whole
            image.replaceSubrange(page * pageSize..<(page + 1) * pageSize, with: Data(count: pageSize))
            try RawLog(store: folder.store).overwrite(with: image)
            let (positions, error) = scan(store, after: 0)
            try RawLog(store: folder.store).overwrite(with: whole)
            guard let error, let last = positions.last else { continue }
            #expect(error.position == last + 1, "page \(page)")
            ends.insert(last)
        }
        #expect(ends.count > 5)
        await store.close()
    }

    private func scan(_ store: LMDBEventStore, after: Position) -> (positions: [Position], error: EventStoreError?) {
        var positions: [Position] = []
        do {
            try store.scan(after: after) { positions.append($0.position) }
            return (positions, nil)
        } catch {
            return (positions, error as? EventStoreError)
        }
    }

    @Test func `appends that need damaged events are refused and write nothing`()
        async throws
    {
        let damaged = try await DamagedStore()
        let head = Position(damaged.events.count)
        for place in Place.all {
            let (_, named) = try damaged.damage(place.part, ofBlock: place.block)
            let store = try await LMDBEventStore.open(at: damaged.folder.store, options: .unsynced())
            for commit in [
                Commit([EventData(type: "T", data: [])], to: "s-0"),
                Commit([EventData(type: "T", data: [])], to: "new-1", expecting: .noStream),
                Commit([EventData(id: .random(), type: "T", data: [])], to: "s-1"),
            ] {
                await #expect("\(place)") {
                    try await store.append(commit)
                } throws: { error in
                    guard let error = error as? EventStoreError else { return false }
                    return error.code == .damaged && error.outcome == .notWritten && error.position == named
                }
            }
            let version = try await EventStoreError.damage { try await store.version(of: "s-0") }
            #expect(version == named)
            await store.close()
            try damaged.mend()
        }
        // Nothing was written, and appends continue once the damage is gone.
        let store = try await LMDBEventStore.open(at: damaged.folder.store, options: .unsynced())
        let result = try await store.append([EventData(type: "T", data: [])], to: "s-0", expecting: .exact(27))
        #expect(result.positions == [head + 1])
        await store.close()
    }

    @Test func `damage of indexed events does not stop appends and reads that do not need them`() async throws {
        var options = LMDBEventStore.Options.unsynced()
        options.tailLimits = TailLimits(eventsPerGeneration: 5, maxCount: 5)
        let damaged = try await DamagedStore(options: options)
        let indexed = try await LMDBEventStore.open(at: damaged.folder.store, options: options)
        #expect(try await indexed.statistics().indexedUpTo >= 40)
        await indexed.close()

        let (lost, named) = try damaged.damage(.table, ofBlock: 4)
        let store = try await LMDBEventStore.open(at: damaged.folder.store, options: options)
        #expect(try await store.version(of: "s-0") == 27)
        let result = try await store.append([EventData(type: "T", data: [])], to: "s-0", expecting: .exact(27))
        #expect(result.positions == [Position(damaged.events.count) + 1])
        // A stream is read up to the damage, and again from after it.
        var read: [RecordedEvent] = []
        let found = try await EventStoreError.damage {
            for try await event in store.read("s-0") { read.append(event) }
        }
        #expect(found == named)
        #expect(read == damaged.events.filter { $0.stream == "s-0" && $0.position < lost.lowerBound })
        let behind = try await store.read("s-0", .forward(after: 15)).collect()
        #expect(behind.map(\.version) == Array(16...28))
        let backward = try await store.read("s-0", .backward(), limit: 13).collect()
        #expect(backward.map(\.version) == (16...28).reversed())
        await store.close()
    }
}
