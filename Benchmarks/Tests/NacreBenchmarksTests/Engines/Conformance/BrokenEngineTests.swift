import Foundation
import Nacre
import Synchronization
import Testing

@testable import NacreBenchmarks

/// That the rules find an engine which breaks one of them.
@Suite struct BrokenEngineTests {
    @Test(arguments: Fault.allCases)
    func `an engine that breaks a rule is found out`(fault: Fault) async throws {
        var broken: [String] = []
        for rule in EngineRule.all {
            // Its own for each rule: stores in memory go with their engine.
            let tried = TriedEngine(BrokenEngine(fault: fault))
            guard rule.concerns(tried.engine) else { continue }
            do {
                try await Gate.stores.pass { try await tried.attempt(rule) }
            } catch {
                broken.append(rule.name)
            }
        }
        #expect(broken.contains { $0.contains(fault.rawValue) }, "broken: \(broken)")
    }
}

/// A way to be broken; its raw value is a part of the name of the rule that finds it.
enum Fault: String, CaseIterable, Sendable {
    case losesAnAppend = "there after closing and opening anew"
    case saysAnotherVersion = "carries the position and version of every event"
    case ignoresExpectations = "does not hold is a conflict"
    case writesAHalf = "written whole or not at all"
    case ignoresChecks = "a check of a stream"
    case acceptsBoth = "expect the same version at once"
    case changesAByte = "every byte that a payload can hold"
    case forgetsTags = "ids and tags come back"
    case makesIDsItself = "an id that is there already is refused"
    case ignoresConditions = "a condition is judged"
    case hidesAnEvent = "loading a stream sees each"
    case readsStaleHead = "is seen by every reading"
    case leavesOutTheLast = "every request is answered"
    case tellsOldVersions = "a stream's version is that of its last event"
    case skipsAPass = "a scan sees every event once"
    case goesOnWhenClosed = "takes no more"
    case riskyWhenAsked = "says what the harness says"
    case writesRepeats = "sent again is answered as recorded"
    case skipsWhatComes = "a subscription hands out every event"
    case findsFaults = "a sound store has no faults"
}

/// The engine memory with a fault.
private struct BrokenEngine: BenchmarkEngine {
    let fault: Fault
    let sound = MemoryEngine(stores: MemoryStores())

    var name: EngineName { sound.name }
    var durability: Durability { sound.durability }
    var abilities: EngineAbilities { sound.abilities }

    func open(_ folder: URL) async throws -> any EngineSession {
        BrokenSession(fault: fault, sound: try await sound.open(folder))
    }

    func replay(
        _ folder: URL, by path: ReplayPath, seconds: Double, opened: @escaping @Sendable () throws -> Void
    ) async throws -> ReplaySlice {
        var slice = try await sound.replay(folder, by: path, seconds: seconds, opened: opened)
        if fault == .skipsAPass { slice.contents[0].events -= min(1, slice.contents[0].events) }
        return slice
    }

    func faults(in folder: URL) async throws -> [String] { fault == .findsFaults ? ["a page is damaged"] : [] }

    func readBack(_ folder: URL, into auditor: LogAuditor) async throws -> LogAuditor {
        try await sound.readBack(folder, into: auditor)
    }
}

private final class BrokenSession: EngineSession {
    private let fault: Fault
    private let sound: any EngineSession
    private let appends = Mutex(0)

    init(fault: Fault, sound: any EngineSession) {
        self.fault = fault
        self.sound = sound
    }

    func append(_ commit: Commit) async throws -> AppendResult {
        var commit = commit
        switch fault {
        case .losesAnAppend where count() == 3:
            let head = try await sound.head() + 1
            let stream = commit.entries[0].stream
            return AppendResult(firstPosition: head, lastPosition: head, streams: [.init(stream: stream, version: 3)])
        case .ignoresExpectations: commit.expectations = []
        case .acceptsBoth where commit.expectations.first?.expectation == .exact(0): commit.expectations = []
        case .ignoresChecks: commit.checks = []
        case .ignoresConditions: commit.conditions = []
        case .writesAHalf where commit.entries.count == 3:
            do {
                return try await sound.append(commit)
            } catch {
                _ = try await sound.append(Commit(entries: [commit.entries[0]]))
                throw error
            }
        case .changesAByte:
            for index in commit.entries.indices where commit.entries[index].event.data.count == 256 {
                commit.entries[index].event.data[255] = 7
            }
        case .forgetsTags:
            for index in commit.entries.indices { commit.entries[index].event.tags = [] }
        case .makesIDsItself:
            for index in commit.entries.indices { commit.entries[index].event.id = .random() }
        case .goesOnWhenClosed where (try? await sound.head()) == nil:
            return AppendResult(firstPosition: 1, lastPosition: 1, streams: [])
        case .writesRepeats:
            let head = try await sound.head()
            let result = try await sound.append(commit)
            guard result.wasAlreadyCommitted else { return result }
            return AppendResult(firstPosition: head + 1, lastPosition: head + 2, streams: result.streams)
        default: break
        }
        let result = try await sound.append(commit)
        guard fault == .saysAnotherVersion else { return result }
        return AppendResult(
            firstPosition: result.positions[0], lastPosition: result.lastPosition,
            streams: result.streams.map { .init(stream: $0.stream, version: $0.version + 1) })
    }

    func read(_ request: ReadRequest) async throws -> [RecordedEvent] {
        let events = try await sound.read(request)
        return fault == .leavesOutTheLast && events.count > 3 ? events.dropLast() : events
    }

    func subscribe(after position: Position, matching query: Query) throws -> Subscription {
        try sound.subscribe(after: fault == .skipsWhatComes && position > 0 ? position + 1 : position, matching: query)
    }

    func version(of stream: StreamName) async throws -> StreamVersion {
        let version = try await sound.version(of: stream)
        return fault == .tellsOldVersions ? max(version, 1) - 1 : version
    }

    private func count() -> Int {
        appends.withLock { appends in
            appends += 1
            return appends
        }
    }

    func head() async throws -> Position {
        let head = try await sound.head()
        return fault == .readsStaleHead && head > 5 ? head - 1 : head
    }

    func load(_ stream: StreamName) async throws -> LogContents {
        var contents = try await sound.load(stream)
        if fault == .hidesAnEvent, contents.events > 20 { contents.events -= 1 }
        return contents
    }

    func answeredDurability() async throws -> Durability? {
        fault == .riskyWhenAsked ? .riskingTheWholeStore : try await sound.answeredDurability()
    }

    func close() async throws { try await sound.close() }
}
