import Foundation
import Nacre
import TestFolders

@testable import NacreLMDB

/// The answers of a store to every reading call, by the call.
struct StoreAnswers {
    private(set) var answers: [String: String] = [:]
    private static let queries: [Query] = [
        .types("Made"), .tagged("tag:0-x"), .types("Nothing"),
        Query([.init(types: ["Broken"], categories: ["thing"]), .init(tags: ["tag:1-ÿ"])]),
    ]

    /// Asks a store that holds these events.
    init(of store: LMDBEventStore, events: [RecordedEvent]) async throws {
        let head = Position(events.count)
        let starts = [0, head / 2, head - 2, head]
        note("head", try await store.head())
        for event in events {
            note("event \(event.position)", try await store.event(at: event.position))
            note("id of \(event.position)", try await store.event(withID: event.id))
            note("checkpoint \(event.position)", try await store.checkpoint(at: event.position))
        }
        for start in starts {
            note("log after \(start)", try await store.readLog(.forward(after: start)).collect())
            note("log from \(start)", try await store.readLog(.backward(from: start)).collect())
            note(
                "3 after \(start)", try await store.readLog(.forward(after: start), matching: .all, limit: 3).collect())
            note("3 from \(start)", try await store.readLog(.backward(from: start), matching: .all, limit: 3).collect())
            note("scan \(start)", try scan(store, after: start))
            note("followed \(start)", try await follow(store.subscribe(after: start, matching: .all)))
        }
        for (number, query) in Self.queries.enumerated() {
            for start in starts {
                note(
                    "\(number) after \(start)",
                    try await store.readLog(.forward(after: start), matching: query).collect())
                note(
                    "\(number) from \(start)",
                    try await store.readLog(.backward(from: start), matching: query).collect())
                note("\(number) followed \(start)", try await follow(store.subscribe(after: start, matching: query)))
            }
        }
        try await askForStreams(store, events)
        try await inspect(store)
    }

    private mutating func askForStreams(_ store: LMDBEventStore, _ events: [RecordedEvent]) async throws {
        for (stream, events) in Dictionary(grouping: events, by: \.stream) {
            let last = StreamVersion(events.count)
            note("version of \(stream)", try await store.version(of: stream))
            for version in [0, 1, last / 2, last - 1, last] {
                note("\(stream) after \(version)", try await store.read(stream, .forward(after: version)).collect())
                note("\(stream) from \(version)", try await store.read(stream, .backward(from: version)).collect())
                note(
                    "2 of \(stream) from \(version)",
                    try await store.read(stream, .backward(from: version), limit: 2).collect())
            }
        }
    }

    private mutating func inspect(_ store: LMDBEventStore) async throws {
        let statistics = try await store.statistics()
        note("statistics", [statistics.head, Position(statistics.blocks)])
        let streams = Notices()
        try await store.forEachStream(in: nil) { streams.add("\($0)") }
        note("streams", streams.all)
        let findings = Findings()
        note("verification", try await store.verify(progress: { _, _ in }, finding: { findings.add($0) }))
        note("findings", findings.all)
        let copy = store.path + "/../backup-\(UUID().uuidString)"
        let summary = try await store.backup(to: copy)
        note("backup", [summary.head, Position(summary.blocks)])
        note(
            "blocks of the backup",
            try RawLog(store: copy).blocks().map { [UInt64($0.bytes.count)] + $0.bytes.map(UInt64.init) })
    }

    /// The calls that another store answers differently.
    func differences(from other: StoreAnswers) -> [String] {
        Set(answers.keys).union(other.answers.keys).filter { answers[$0] != other.answers[$0] }.sorted()
    }

    private mutating func note(_ call: String, _ answer: some Any) {
        answers[call] = "\(answer)"
    }

    private func scan(_ store: LMDBEventStore, after position: Position) throws -> [RecordedEvent] {
        var events: [RecordedEvent] = []
        try store.scan(after: position) { event in
            events.append(event.recorded())
            return true
        }
        return events
    }

    /// The messages up to the first marker.
    private func follow(_ subscription: Subscription) async throws -> [SubscriptionMessage] {
        var messages: [SubscriptionMessage] = []
        for try await message in subscription {
            messages.append(message)
            if case .caughtUp = message { break }
        }
        return messages
    }
}
