import Foundation
import Nacre
import NacreLMDB
import NacreRuntime
import Shell
import Synchronization

/// The application with both of its projections running continuously.
struct ProjectedStore: AppendTarget {
    let application: Application

    private var runtime: Runtime { application.runtime }

    /// With this many waiting events, a transaction is worth its sync without a further pause.
    private static let fullBatch: UInt64 = 2_000

    init(
        _ folder: URL, durability: Durability, mapSize: Int, usesJournal: Bool = true,
        observer: (any ProjectionObserver)? = nil
    ) async throws {
        let engine = LMDBEngine(
            at: folder.path,
            options: .init(
                durability: durability == .full ? .full : .unsynced, mapSize: mapSize,
                derivedMapSize: mapSize, usesJournal: usesJournal))
        var storage = try await engine.open(for: .writing)
        storage.observer = observer ?? storage.observer
        application = try Application(on: storage)
    }

    /// Opens the application, runs a body, and closes the application in every case.
    static func with<Result: Sendable>(
        _ folder: URL, durability: Durability, mapSize: Int, usesJournal: Bool = true,
        observer: (any ProjectionObserver)? = nil,
        _ body: (ProjectedStore) async throws -> Result
    ) async throws -> Result {
        let store = try await ProjectedStore(
            folder, durability: durability, mapSize: mapSize, usesJournal: usesJournal, observer: observer)
        return try await closing(store.application.close) { try await body(store) }
    }

    func append(_ commit: Commit) async throws -> AppendResult { try await runtime.store.append(commit) }

    func head() async throws -> Position { try await runtime.store.head() }

    /// Runs a body while the projections catch up repeatedly, until they have reached its end too.
    ///
    /// `lag` is their lag when the body ended. The seconds include the time until they had caught up: a store does not
    /// sustain a rate at which they fall ever further behind.
    func projecting<Result: Sendable>(
        _ body: @Sendable () async -> Result
    ) async throws -> (Result, lag: UInt64, seconds: Double) {
        // Cancelling would end a projection in the middle of a batch.
        let isOver = StopSign()
        let hasEnded = StopSign()
        let projected = Mutex<Position>(0)
        let catchingUp = Task { [self] in
            // The wait for projections must end when the projections end, for any reason.
            defer { hasEnded.raise() }
            while !isOver.isRaised {
                let target = try await head()
                let halts = try await runtime.catchUp()
                if let halt = halts.first { throw halt }
                projected.withLock { $0 = target }
                // Each transaction of a read model is a sync of its file. Without a pause there would be one after
                // every few events, and the disk would be busy with syncs that can be shared.
                if try await head() - target < Self.fullBatch { try await Task.sleep(for: .milliseconds(10)) }
            }
        }
        let start = monotonicNanoseconds()
        let result = await body()
        let lag: UInt64
        do {
            lag = try await runtime.projections().map(\.lag).max() ?? 0
            let head = try await head()
            while !hasEnded.isRaised, projected.withLock(\.self) < head {
                try await Task.sleep(for: .microseconds(200))
            }
        } catch {
            isOver.raise()
            try await catchingUp.value
            throw error
        }
        let seconds = Double(monotonicNanoseconds() - start) / 1e9
        isOver.raise()
        try await catchingUp.value
        return (result, lag, seconds)
    }
    /// The positions of everything that follows the log.
    private final class Followed: Sendable {
        private let state: Mutex<(positions: [Position], failure: (any Error)?)>

        init(from positions: [Position]) {
            state = Mutex((positions, nil))
        }

        func advance(_ index: Int, to position: Position) {
            state.withLock { $0.positions[index] = position }
        }

        func end(by error: any Error) {
            state.withLock { $0.failure = $0.failure ?? error }
        }

        /// Whether all have reached a position; throws the error of one that ended before it.
        func haveCome(to position: Position) throws -> Bool {
            let (positions, failure) = state.withLock { $0 }
            if positions.allSatisfy({ $0 >= position }) { return true }
            if let failure { throw failure }
            return false
        }
    }

    /// Runs a body while everything that follows the log runs, as in a program, until all have reached the body's end
    /// too.
    func following<Result: Sendable>(_ body: @Sendable () async -> Result) async throws -> Result {
        let followed = Followed(from: try await runtime.projections().map(\.position))
        return try await withThrowingTaskGroup(of: Void.self) { group in
            for (index, follower) in runtime.followers.enumerated() {
                group.addTask {
                    do {
                        try await follower.run { followed.advance(index, to: $0) }
                    } catch {
                        followed.end(by: error)
                    }
                }
            }
            let result = await body()
            let head = try await head()
            // Waiting for a projection would make it catch up at once, unlike in a program.
            while try !followed.haveCome(to: head) { try await Task.sleep(for: .milliseconds(5)) }
            group.cancelAll()
            return result
        }
    }
}
