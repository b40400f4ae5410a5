import Foundation
import Nacre
import Synchronization

extension EngineRule {
    /// Rules for repeats, subscriptions and maintenance, for engines with these abilities.
    static let going = [
        EngineRule(
            "a repeated append is answered as recorded, and written once",
            of: [.openStore, .labels, .repeats]
        ) { trial in
            var load = trial.load
            load.labels = .idAndTags
            var writer = TrialWriter(load)
            let commit = writer.commit(to: [0, 1], expecting: [0: .noStream, 1: .noStream])
            for isReopened in [false, true] {
                try await trial.withSession { session in
                    if !isReopened { try writer.note(try await session.append(commit), of: [0, 1]) }
                    // A repeated append has the expectations of the first one.
                    let again = try await session.append(commit)
                    try trial.expect(
                        again.wasAlreadyCommitted && again.positions == [1, 2],
                        "a repeated append is answered with positions \(again.positions)"
                            + (again.wasAlreadyCommitted ? "" : ", as a new one"))
                    let versions = [0, 1].map { again.version(of: AppendLoad.streamName($0)) }
                    try trial.expect(versions == [1, 1], "a repeated append is answered with versions \(versions)")
                    var altered = commit
                    altered.entries[1].event.data.append(0)
                    try await trial.expectRefusal(.idempotencyMismatch, of: "another commit under recorded ids") {
                        _ = try await session.append(altered)
                    }
                }
            }
            try await trial.audit([writer.record], of: load)
        },
        EngineRule(
            "a subscription delivers every event once, existing and new ones",
            of: [.openStore, .labels, .subscriptions]
        ) { trial in
            var load = trial.load
            load.labels = .idAndTags
            var writer = TrialWriter(load)
            try await trial.withSession { session in
                for stream in [0, 1, 0] { try await writer.append(to: [stream], on: session) }
                let log = try await trial.messages(3, of: session.subscribe(after: 1, matching: .all))
                try trial.expect(log == [.event(2), .event(3), .caughtUp(3)], "after position 1 it delivers \(log)")
                let tag = EventMark(writer: 0, stream: 0, sequence: 2).uniqueTag
                let found = try await trial.messages(2, of: session.subscribe(after: 0, matching: .tagged(tag)))
                try trial.expect(found == [.event(3), .caughtUp(3)], "for one tag it delivers \(found)")

                // Started before the events that it must deliver exist.
                let coming = try session.subscribe(after: 3, matching: .all)
                async let handed = trial.events(3, of: coming)
                for stream in [1, 2, 0] { try await writer.append(to: [stream], on: session) }
                let live = try await handed
                try trial.expect(live == [4, 5, 6], "of new events it delivers \(live)")
            }
            try await trial.audit([writer.record], of: load)
        },
        EngineRule(
            "a store in use can be backed up, verified and read", of: [.openStore, .maintenance]
        ) { trial in
            var writer = TrialWriter(trial.load)
            let copy = trial.folder.deletingLastPathComponent()
                .appendingPathComponent("backup-\(UUID().uuidString)", isDirectory: true)
            defer { try? FileManager.default.removeItem(at: copy) }
            try await trial.withSession { session in
                guard let session = session as? any MaintainedSession else {
                    throw HarnessError("its sessions support neither backup nor verification")
                }
                for stream in [0, 1, 0] { try await writer.append(to: [stream], on: session) }
                let backedUp = writer.record
                _ = try await session.backUp(to: copy)
                try await writer.append(to: [1], on: session)
                try await EngineTrial(engine: trial.engine, folder: copy).audit([backedUp])

                let verified = try await session.verify()
                try trial.expect(
                    verified.events == 4 && verified.faults.isEmpty,
                    "verifying looks at \(verified.events) of 4 events, and finds \(verified.faults)")
                for path in [ReplayPath.scan, .sequence] {
                    for most in [2, 9] as [UInt64] {
                        let count = Mutex<UInt64>(0)
                        try await session.read(path) {
                            count.withLock { count in
                                count += 1
                                return count < most
                            }
                        }
                        let shown = count.withLock(\.self)
                        try trial.expect(
                            shown == min(4, most),
                            "a read by \(path.rawValue) that stops after \(most) events delivers \(shown)")
                    }
                }
            }
            try await trial.audit([writer.record])
        },
    ]
}

/// A message of a subscription, reduced to its position.
enum HandedOut: Hashable, Sendable {
    case event(Position)
    case caughtUp(Position)

    var event: Position? {
        if case .event(let position) = self { return position }
        return nil
    }
}

extension EngineTrial {
    /// The time in seconds after which a subscription that has not delivered enough fails.
    private static let patience = 30.0

    /// The positions of the first events that a subscription delivers, ignoring markers between them.
    func events(_ count: Int, of subscription: Subscription) async throws -> [Position] {
        try await messages(of: subscription) { $0.compactMap(\.event).count == count }.compactMap(\.event)
    }

    func messages(_ count: Int, of subscription: Subscription) async throws -> [HandedOut] {
        try await messages(of: subscription) { $0.count == count }
    }

    /// The first messages of a subscription.
    ///
    /// - Throws: The subscription's error; ``HarnessError`` if it delivers too few in time.
    private func messages(
        of subscription: Subscription, until isEnough: @escaping @Sendable ([HandedOut]) -> Bool
    ) async throws -> [HandedOut] {
        try await withThrowingTaskGroup(of: [HandedOut]?.self) { group in
            group.addTask {
                var messages: [HandedOut] = []
                for try await message in subscription {
                    switch message {
                    case .event(let event): messages.append(.event(event.position))
                    case .caughtUp(let position): messages.append(.caughtUp(position))
                    }
                    if isEnough(messages) { break }
                }
                return messages
            }
            group.addTask {
                try await Task.sleep(for: .seconds(Self.patience))
                return nil
            }
            defer { group.cancelAll() }
            guard let messages = try await group.next() ?? nil, isEnough(messages) else {
                throw HarnessError("a subscription delivers fewer messages than there are")
            }
            return messages
        }
    }
}
