import Nacre
import Testing

@testable import NacreLMDB

/// Uses a store in every way; every thrown error must be a typed one with a position.
struct Questions {
    let events: [RecordedEvent]

    private static let queries: [Query] = [
        .all, .types("T", "Struck"), .types("Struck"), .categories("s"), .tagged("struck"), .tagged("none"),
    ]

    func ask(_ store: LMDBEventStore) async {
        await attempt { _ = try await store.head() }
        for position in [0, 1, events.count / 2, events.count, events.count + 1].map(Position.init) + [.max] {
            await attempt { _ = try await store.event(at: position) }
            await attempt { _ = try await store.checkpoint(at: position) }
        }
        for event in events {
            await attempt { _ = try await store.event(withID: event.id) }
        }
        for query in Self.queries {
            await attempt { _ = try await store.readLog(.forward(), matching: query).collect() }
            await attempt { _ = try await store.readLog(.backward(), matching: query).collect() }
            await attempt { try await follow(store.subscribe(after: 0, matching: query)) }
        }
        for stream in Set(events.map(\.stream)) + ["none"] {
            await attempt { _ = try await store.version(of: stream) }
            await attempt { _ = try await store.read(stream).collect() }
            await attempt { _ = try await store.read(stream, .backward()).collect() }
            await attempt { _ = try await store.read(stream, .forward(after: 5)).collect() }
            await attempt { _ = try await store.read(stream, .backward(from: 5)).collect() }
        }
        await attempt { try scan(store) }
        await attempt { _ = try await store.statistics() }
        await attempt { try await store.forEachStream(in: nil) { _ in } }
        await attempt { _ = try await store.verify(progress: { _, _ in }, finding: { _ in }) }
        await attempt { _ = try await store.position(at: events[events.count / 2].recordedAt) }
        await attempt {
            try await store.append([EventData(type: "T", data: [])], to: "s-0", expecting: .exact(3))
        }
        await attempt {
            var commit = Commit([EventData(type: "T", data: [])], to: "s-1")
            commit.conditions = [AppendCondition(failIfEventsMatch: .tagged("struck"))]
            try await store.append(commit)
        }
        if let event = events.first {
            await attempt {
                try await store.append(
                    [EventData(id: event.id, type: event.type, data: event.data)], to: event.stream)
            }
        }
    }

    private func scan(_ store: LMDBEventStore) throws {
        var bytes = 0
        try store.scan(after: 0) { event in
            bytes += event.recorded().data.count
            return true
        }
    }

    private func follow(_ subscription: Subscription) async throws {
        for try await message in subscription {
            if case .caughtUp = message { return }
        }
    }

    private func attempt(_ body: () async throws -> Void) async {
        do {
            try await body()
        } catch let error as EventStoreError {
            let known: [EventStoreError.Code] = [
                .damaged, .noSuchPosition, .conflict, .idempotencyMismatch, .invalidArgument,
            ]
            #expect(known.contains(error.code), "\(error)")
            #expect(error.code != .damaged || error.position != nil || error.message.contains(".mdb"), "\(error)")
        } catch {
            Issue.record("\(error) is no error of the store's")
        }
    }
}
