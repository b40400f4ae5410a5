import Nacre
import TestFolders
import TestTraits
import Testing

@testable import NacreLMDB

@Suite(.fewAtOnce, .timeLimit(.minutes(25))) struct SubscriptionPropertyTests {
    /// The start of a subscription and its messages.
    private struct Followed {
        let start: Position
        let query: Query
        let messages: [SubscriptionMessage]
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func `a subscription during appends returns what a scan returns, with its markers`(
        seed: UInt64
    ) async throws {
        let folder = try TemporaryFolder()
        let store = try await LMDBEventStore.open(at: folder.store, options: .unsynced())
        var generator = CommitGenerator(seed: seed)
        for _ in 0..<50 { try await store.append(generator.commit()) }
        let head = try await store.head()
        let writers = (0..<3).map { seed &* 100 &+ $0 }
        let followers = (0..<8).map { _ in
            (start: Position.random(in: 0...head, using: &generator.random), query: query(&generator))
        }

        let followed = try await withThrowingTaskGroup(of: Followed?.self) { group in
            for (number, follower) in followers.enumerated() {
                group.addTask {
                    let messages = try await follow(
                        store, after: follower.start, follower.query, isSlow: number % 3 == 0)
                    return Followed(start: follower.start, query: follower.query, messages: messages)
                }
            }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for seed in writers {
                    group.addTask {
                        var generator = CommitGenerator(seed: seed)
                        for _ in 0..<150 {
                            try await store.append(generator.commit())
                            if generator.chance(10) { try await Task.sleep(for: .milliseconds(2)) }
                        }
                    }
                }
                try await group.waitForAll()
            }
            try await store.append([EventData(type: Self.last, data: [])], to: "last-1")
            return try await group.reduce(into: []) { $0.append($1) }
        }

        #expect(followed.count == followers.count)
        for followed in followed.compactMap({ $0 }) {
            let scanned = try await store.readLog(.forward(after: followed.start)).collect()
                .filter { followed.query.matches($0) }
            #expect(followed.messages.compactMap(\.event) == scanned)
            expectMarkers(followed, scanned.map(\.position))
        }
        await store.close()
    }

    private static let last: EventType = "Last"

    private func query(_ generator: inout CommitGenerator) -> Query {
        let end = Query.Item(types: [Self.last])
        return switch Int.random(in: 0..<5, using: &generator.random) {
        case 0: .all
        case 1: Query([end, .init(types: ["Made", "Broken"])])
        case 2: Query([end, .init(tags: ["tag:1-x"])])
        case 3: Query([end, .init(types: ["Moved"], categories: ["thing"], tags: ["tag:0-ÿ"])])
        default: Query([end, .init(types: ["Nothing"])])
        }
    }

    /// The messages up to the marker after the last event, or up to that event if no marker follows.
    private func follow(
        _ store: LMDBEventStore, after start: Position, _ query: Query, isSlow: Bool
    ) async throws -> [SubscriptionMessage] {
        var messages: [SubscriptionMessage] = []
        var isMarked = false
        for try await message in store.subscribe(after: start, matching: query) {
            messages.append(message)
            if isSlow, messages.count % 64 == 0 { try await Task.sleep(for: .milliseconds(1)) }
            guard case .event(let event) = message else {
                isMarked = true
                if messages.dropLast().last?.event?.type == Self.last { break }
                continue
            }
            if isMarked, event.type == Self.last { break }
        }
        return messages
    }

    private func expectMarkers(_ followed: Followed, _ scanned: [Position]) {
        var handed = 0
        var handedAtMarker: Int?
        for message in followed.messages {
            guard case .caughtUp(let position) = message else {
                handed += 1
                continue
            }
            // Every match up to there has arrived, and none from beyond.
            #expect(scanned[..<handed].allSatisfy { $0 <= position } && scanned[handed...].allSatisfy { $0 > position })
            // Another marker only after more events than a batch holds.
            if let handedAtMarker { #expect(handed - handedAtMarker > Subscription.maxBatch) }
            handedAtMarker = handed
        }
        #expect(handedAtMarker != nil)
    }
}
