import DomainKit
import FeatureAPI
import Synchronization

/// Keeps answers in memory for 24 hours; they do not outlive the process.
///
/// An answer to signing in contains a token, which is a secret: it is never written to a file.
final class InMemoryAnswerStore: AnswerStore {
    // API-05: Answers to commands without events are kept in memory for 24 hours.

    fileprivate struct Entry {
        let hash: [UInt8]
        let finished: WaitableValue<Bool>
        let beganAt: Instant
        var answer: APIResponse?
    }

    fileprivate struct State {
        var entries: [RequestIdentity: Entry] = [:]

        /// The identities in order of their entries, oldest first; the entries of some may be gone.
        var order: [RequestIdentity] = []
    }

    /// What a request finds.
    private enum Turn {
        case run
        case wait(WaitableValue<Bool>)
        case answer(APIResponse)
        case otherBody
    }

    private static let lifetime: Int64 = 24 * 3600 * 1_000_000_000

    private let capacity: Int
    private let time: any TimeSource

    /// Without it, a password could be guessed from the hash of a body.
    private let hashKey: [UInt8]

    private let state = Mutex(State())

    /// Creates a store.
    ///
    /// - Parameters:
    ///   - time: The clock.
    ///   - capacity: The largest number of answers; the oldest are forgotten.
    init(time: any TimeSource, capacity: Int = 20_000) {
        self.time = time
        self.capacity = capacity
        var generator = SystemRandomNumberGenerator()
        hashKey = (0..<64).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    }

    func answer(
        to identity: RequestIdentity, body: [UInt8], _ run: @Sendable () async throws -> APIResponse
    ) async throws -> APIResponse {
        let hash = SHA1.digest(of: hashKey + body)
        while true {
            switch turn(of: identity, hash: hash) {
            case .run: return try await self.run(identity, run)
            case .wait(let finished): try await finished.wait { $0 }
            case .answer(let answer): return answer
            case .otherBody: throw Failure.otherRequest.problem
            }
        }
    }

    /// What a request does next; one that runs has its entry afterwards.
    private func turn(of identity: RequestIdentity, hash: [UInt8]) -> Turn {
        let now = time.now()
        return state.withLock { state in
            if let entry = state.entries[identity] {
                let age = now.nanosecondsSince1970 - entry.beganAt.nanosecondsSince1970
                if entry.answer == nil || age < Self.lifetime {
                    guard entry.hash == hash else { return .otherBody }
                    return entry.answer.map(Turn.answer) ?? .wait(entry.finished)
                }
            }
            state.entries[identity] = Entry(hash: hash, finished: WaitableValue(false), beganAt: now)
            state.order.append(identity)
            if state.order.count > 2 * capacity { state.forgetOldest(keeping: capacity) }
            return .run
        }
    }

    private func run(
        _ identity: RequestIdentity, _ run: @Sendable () async throws -> APIResponse
    ) async throws -> APIResponse {
        var kept: APIResponse?
        defer { finish(identity, keeping: kept) }
        let answer = try await run()
        if answer.status < 300 { kept = answer }
        return answer
    }

    private func finish(_ identity: RequestIdentity, keeping answer: APIResponse?) {
        let finished = state.withLock { state in
            let finished = state.entries[identity]?.finished
            if let answer { state.entries[identity]?.answer = answer } else { state.entries[identity] = nil }
            return finished
        }
        // After the lock is released: those who wait ask for their turn at once.
        finished?.change { $0 = true }
    }
}

extension InMemoryAnswerStore.State {
    /// Forgets the oldest answers; requests that run are kept, and there are few of them.
    fileprivate mutating func forgetOldest(keeping capacity: Int) {
        var seen: Set<RequestIdentity> = []
        var kept: [RequestIdentity] = []
        // An identity that was forgotten and came again counts once, from its last entry.
        for identity in order.reversed() where entries[identity] != nil && seen.insert(identity).inserted {
            guard kept.count >= capacity, entries[identity]?.answer != nil else {
                kept.append(identity)
                continue
            }
            entries[identity] = nil
        }
        order = kept.reversed()
    }
}
