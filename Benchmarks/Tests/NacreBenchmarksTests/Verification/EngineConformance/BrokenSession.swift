import Foundation
import Nacre
import Synchronization

@testable import NacreLoad
@testable import NacreVerification

/// An open store of a sound engine, with a planted fault.
final class BrokenSession: EngineSession {
    let fault: Fault
    let sound: any EngineSession
    private let appends = Mutex(0)
    private let asked = Mutex<[Query: Position]>([:])

    init(fault: Fault, sound: any EngineSession) {
        self.fault = fault
        self.sound = sound
    }

    /// The number of an append.
    func count() -> Int {
        appends.withLock { appends in
            appends += 1
            return appends
        }
    }

    func head() async throws -> Position {
        let head = try await sound.head()
        return switch fault {
        case .readsStaleHead where head > 5: head - 1
        case .tellsHeadTooHigh where head > 0: head + 1
        default: head
        }
    }

    func load(_ stream: StreamName) async throws -> LogContents {
        var contents = try await sound.load(stream)
        if fault == .hidesAnEvent, contents.events > 20 { contents.events -= 1 }
        return contents
    }

    func read(_ request: ReadRequest) async throws -> [RecordedEvent] {
        do {
            let events = try await sound.read(request)
            switch (fault, request) {
            case (.leavesOutTheLast, _): return events.count > 3 ? events.dropLast() : events
            case (.keepsToItsFirstAnswer, .log(_, let query, _)):
                let head = try await sound.head()
                let known = asked.withLock { asked in
                    asked[query] = asked[query] ?? head
                    return asked[query] ?? head
                }
                return events.filter { $0.position <= known }
            default: return events
            }
        } catch let error as EventStoreError
            where fault == .findsNothingBeyondTheHead && error.code == .noSuchPosition
        {
            return []
        }
    }

    func version(of stream: StreamName) async throws -> StreamVersion {
        let version = try await sound.version(of: stream)
        return fault == .tellsOldVersions ? max(version, 1) - 1 : version
    }

    func subscribe(after position: Position, matching query: Query) throws -> Subscription {
        try sound.subscribe(after: fault == .handsOutAgain && position > 0 ? position - 1 : position, matching: query)
    }

    func answeredDurability() async throws -> Durability? {
        fault == .riskyWhenAsked ? .unsynced : try await sound.answeredDurability()
    }

    func close() async throws { try await sound.close() }
}

extension BrokenSession: MaintainedSession {
    private var maintained: any MaintainedSession {
        get throws {
            guard let session = sound as? any MaintainedSession else {
                throw HarnessError("the sound store is not looked after")
            }
            return session
        }
    }

    func backUp(to folder: URL) async throws -> BackupSummary { try await maintained.backUp(to: folder) }

    func verify() async throws -> (events: Int, faults: [String]) {
        let (events, faults) = try await maintained.verify()
        return (fault == .verifiesLess ? events - 1 : events, faults)
    }

    func read(_ path: ReplayPath, while body: @escaping @Sendable () -> Bool) async throws {
        try await maintained.read(path, while: body)
    }
}
