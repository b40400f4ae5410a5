import Foundation
import InMemoryLogging
import Logging
import Nacre
import NacreLMDB
import NacreTesting
import Synchronization
import Testing

@testable import NacreRuntime

/// States of read models that are kept for questions about the past.
@Suite struct KeptStatesTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "nacre-kept-\(UUID().uuidString)")
    private let log = InMemoryLogHandler()

    private var kept: URL { folder.appending(path: "kept") }

    private func withRuntime(
        _ tallies: Tallies = Tallies(), for purpose: StoragePurpose = .writing, _ body: (Runtime) async throws -> Void
    ) async throws {
        let engine = LMDBEngine(at: folder.path, options: .init(mapSize: 64 << 20, derivedMapSize: 32 << 20))
        let logger = Logger(label: "test", factory: { [log] _ in log })
        let runtime = try await Runtime.open(engine, for: purpose, options: .init(logger: logger)) {
            tallies
            Spending()
        }
        try await body(runtime)
        await runtime.close()
    }

    private func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: kept.path).sorted() }

    private func tallies(_ runtime: Runtime, at position: Position) async throws -> [String] {
        try await runtime.asOf(.position(position)) { try await $0.rows(of: "tallies").map(\.row) }
    }

    // MARK: Answers

    @Test(arguments: UInt64(0)..<20)
    func `an answer as of a position is that of a fold of the log, with kept states and without`(
        seed: UInt64
    ) async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        var random = SimulationRandom(seed: seed)
        var prefixes: [[String: Int]] = [[:]]
        try await withRuntime { runtime in
            while prefixes.count < 120 {
                var total = prefixes[prefixes.count - 1]
                let stream = StreamName("tally-\(Int.random(in: 0..<6, using: &random))")
                // Kept states may end within a commit.
                let events = (0..<Int.random(in: 1...5, using: &random)).map { _ in EventData(type: "T", data: []) }
                try await runtime.store.append(events, to: stream)
                for _ in events {
                    total["\(stream)", default: 0] += 1
                    prefixes.append(total)
                }
            }
            let interval = UInt64.random(in: 1...60, using: &random)
            try await runtime.keepStates(of: "tallies", every: interval)
            for _ in 0..<12 {
                let position = Int.random(in: 0..<prefixes.count, using: &random)
                let rows = try await tallies(runtime, at: Position(position))
                #expect(rows == Tallies.rows(prefixes[position]), "every \(interval), at \(position)")
            }
        }
        #expect(log.entries.isEmpty)
    }

    @Test func `a question starts at the nearest kept state`() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let counted = Tallies()
        try await withRuntime(counted) { runtime in
            try await runtime.fill(100)
            let (states, interval) = try await runtime.keepStates(of: "tallies", every: 30)
            #expect(interval == 30)
            #expect(states.map(\.position) == [30, 60, 90])
            // Each began with the one before it.
            #expect(counted.applied == 90)
            for (position, applied) in [(30, 0), (59, 29), (60, 0), (100, 10), (29, 29)] as [(Position, Int)] {
                counted.reset()
                _ = try await tallies(runtime, at: position)
                #expect(counted.applied == applied, "as of \(position)")
            }
            counted.reset()
            try await runtime.keepStates(of: "tallies", every: 30)
            #expect(counted.applied == 0)
        }
    }

    @Test func `a question about what had happened by a time does not use kept states`() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let counted = Tallies()
        try await withRuntime(counted) { runtime in
            try await runtime.fill(10)
            let event = try await runtime.store.event(at: 10)
            try await runtime.keepStates(of: "tallies", every: 5)
            counted.reset()
            let rows = try await runtime.asOf(.happened(by: event.time)) { try await $0.rows(of: "tallies").map(\.row) }
            #expect(rows == Tallies.rows(["tally-0": 4, "tally-1": 3, "tally-2": 3]))
            #expect(counted.applied == 10)
        }
    }

    // MARK: Unfit states

    @Test(arguments: UInt64(0)..<12)
    func `a damaged state changes no answer, and is removed with a notice`(seed: UInt64) async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        var random = SimulationRandom(seed: seed)
        try await withRuntime { runtime in
            try await runtime.fill(40)
            try await runtime.keepStates(of: "tallies", every: 20)
            let file = kept.appending(path: try #require(try names().first { $0.hasPrefix("tallies.1.40.") }))
            var bytes = try Data(contentsOf: file)
            if seed % 3 == 0 {
                bytes = bytes.prefix(Int.random(in: 0..<bytes.count, using: &random))
            } else {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            }
            try bytes.write(to: file)
            #expect(try await tallies(runtime, at: 40) == Tallies.rows(["tally-0": 14, "tally-1": 13, "tally-2": 13]))
            #expect(try await runtime.keptStates().map(\.position) == [20])
            #expect(log.entries.count == 1)
            #expect(log.entries.first?.message.description.contains("at position 40 is not used") == true)
            // Keeping replaces it.
            #expect(try await runtime.keepStates(of: "tallies", every: 20).states.map(\.position) == [20, 40])
        }
    }

    @Test func `keeping replaces damaged states`() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try await withRuntime { runtime in
            try await runtime.fill(40)
            try await runtime.keepStates(of: "tallies", every: 10)
            for name in try names() { try Data("damaged".utf8).write(to: kept.appending(path: name)) }
            let reports = Mutex<[String?]>([])
            try await runtime.verifyKeptStates { _, fault in reports.withLock { $0.append(fault) } }
            #expect(reports.withLock { $0.allSatisfy { $0 != nil } })
            #expect(try await runtime.keepStates(of: "tallies", every: 10).states.map(\.position) == [10, 20, 30, 40])
            reports.withLock { $0 = [] }
            try await runtime.verifyKeptStates { _, fault in reports.withLock { $0.append(fault) } }
            #expect(reports.withLock { $0 } == [nil, nil, nil, nil])
        }
    }

    @Test func `a state of another version is not used, and an older one is removed when states are kept`()
        async throws
    {
        defer { try? FileManager.default.removeItem(at: folder) }
        try await withRuntime { runtime in
            try await runtime.fill(20)
            try await runtime.keepStates(of: "tallies", every: 10)
        }
        let newer = Tallies(schemaVersion: 2, step: 10)
        try await withRuntime(newer) { runtime in
            #expect(try await tallies(runtime, at: 10) == Tallies.rows(["tally-0": 40, "tally-1": 30, "tally-2": 30]))
            #expect(newer.applied == 10)
            let states = try await runtime.keepStates(of: "tallies", every: 20).states
            #expect(states.map(\.schemaVersion) == [2])
        }
        try await withRuntime { runtime in
            try await runtime.keepStates(of: "tallies", every: 10)
            #expect(try await tallies(runtime, at: 20) == Tallies.rows(["tally-0": 7, "tally-1": 7, "tally-2": 6]))
            // A newer program's state is left to it.
            #expect(try await runtime.keptStates().map(\.schemaVersion) == [1, 1, 2])
        }
    }

    @Test func `a state of another log is not used`() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try await withRuntime { runtime in
            try await runtime.fill(20)
            try await runtime.keepStates(of: "tallies", every: 10)
        }
        for file in ["log.mdb", "index.mdb", "views.mdb", "journal"] {
            try? FileManager.default.removeItem(at: folder.appending(path: file))
            try? FileManager.default.removeItem(at: folder.appending(path: file + "-lock"))
        }
        try FileManager.default.moveItem(at: kept, to: folder.appending(path: ".kept"))
        try await withRuntime { runtime in
            try FileManager.default.moveItem(at: folder.appending(path: ".kept"), to: kept)
            for _ in 0..<20 { try await runtime.store.append([EventData(type: "T", data: [])], to: "tally-9") }
            #expect(try await tallies(runtime, at: 10) == Tallies.rows(["tally-9": 10]))
            #expect(try await runtime.keptStates().map(\.position) == [20])
            #expect(log.entries.count == 1)
        }
    }

    @Test func `an event that is skipped by a later decision is skipped in the past too`() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try await withRuntime { runtime in
            try await runtime.fill(10)
            try await runtime.keepStates(of: "tallies", every: 10)
        }
        // A program of the same definition that cannot apply the event.
        try await withRuntime(Tallies(refused: 4)) { runtime in
            try await runtime.catchUp(only: ["tallies"])
            try await runtime.skip(4, in: "tallies", reason: "a test")
        }
        try await withRuntime { runtime in
            #expect(try await tallies(runtime, at: 10) == Tallies.rows(["tally-0": 3, "tally-1": 3, "tally-2": 3]))
            try await runtime.keepStates(of: "tallies", every: 10)
            #expect(try await runtime.keptStates().map(\.skips) == [1])
            #expect(try await tallies(runtime, at: 10) == Tallies.rows(["tally-0": 3, "tally-1": 3, "tally-2": 3]))
        }
    }

    @Test func `a state that another process keeps meanwhile stays`() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try await withRuntime { runtime in
            try await runtime.fill(40)
            try await runtime.keepStates(of: "tallies", every: 20)
        }
        let logger = Logger(label: "test", factory: { [log] _ in log })
        let engine = LateStateEngine(path: folder.path, late: 40)
        let runtime = try await Runtime.open(engine, options: .init(logger: logger)) { Tallies() }
        #expect(try await runtime.keepStates(of: "tallies", every: 20).states.map(\.position) == [20, 40])
        await runtime.close()
        #expect(log.entries.isEmpty)
    }

    @Test func `what is no file is no kept state`() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try await withRuntime { runtime in
            try await runtime.fill(20)
            try await runtime.keepStates(of: "tallies", every: 20)
            let pipe = kept.appending(path: "tallies.1.10.0.0000000000000000.mdb")
            #expect(mkfifo(pipe.path, 0o600) == 0)
            let other = kept.appending(path: "tallies.1.11.0.0000000000000000.mdb")
            try FileManager.default.createDirectory(at: other, withIntermediateDirectories: false)
            #expect(try await runtime.keptStates().map(\.position) == [20])
            #expect(try await runtime.keepStates(of: "tallies", every: 10).states.map(\.position) == [10, 20])
        }
    }

    // MARK: Keeping

    @Test func `a halted projection keeps the states before its halt`() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try await withRuntime(Tallies(refused: 25)) { runtime in
            try await runtime.fill(40)
            let error = await #expect(throws: EventStoreError.self) {
                try await runtime.keepStates(of: "tallies", every: 10)
            }
            #expect(error?.code == .projectionHalted)
            #expect(try await runtime.keptStates().map(\.position) == [10, 20])
            #expect(try names().count == 2)
        }
    }

    @Test func `kept files can be read by their owner alone, and remains of a killed process are removed`()
        async throws
    {
        defer { try? FileManager.default.removeItem(at: folder) }
        try await withRuntime { runtime in
            try await runtime.fill(20)
            let draft = kept.appending(path: ".draft-1")
            try FileManager.default.createDirectory(at: draft, withIntermediateDirectories: true)
            try Data("half of a state".utf8).write(to: draft.appending(path: "views.mdb"))
            try await runtime.keepStates(of: "tallies", every: 10)
            let names = try names()
            #expect(names.count == 2 && names.allSatisfy { $0.hasSuffix(".mdb") }, "\(names)")
            for name in names {
                let file = try FileManager.default.attributesOfItem(atPath: kept.appending(path: name).path)
                #expect(file[.posixPermissions] as? Int == 0o600)
            }
        }
    }

    @Test func `states are removed by projection, or all`() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try await withRuntime { runtime in
            try await runtime.fill(20)
            for name in ["tallies", "spending"] { try await runtime.keepStates(of: name, every: 10) }
            // Of a process that was killed.
            let draft = kept.appending(path: ".draft-1")
            try FileManager.default.createDirectory(at: draft, withIntermediateDirectories: true)
            try Data("half of a state".utf8).write(to: draft.appending(path: "views.mdb"))
            #expect(try await runtime.removeKeptStates(of: "tallies").count == 2)
            #expect(try await runtime.keptStates().map(\.model) == ["spending", "spending"])
            #expect(try await runtime.removeKeptStates().count == 2)
            #expect(try names() == [])
        }
    }

    @Test func `a store in memory keeps nothing, and an interval of 0 is refused`() async throws {
        let runtime = try await Runtime.open(.inMemory) { Spending() }
        for interval in [0, 10] as [UInt64] {
            let error = await #expect(throws: EventStoreError.self) {
                try await runtime.keepStates(of: "spending", every: interval)
            }
            #expect(error?.code == .invalidArgument)
        }
        #expect(try await runtime.keptStates() == [])
        await runtime.close()
    }

    // MARK: Limits

    @Test func `an interval is lengthened where there would be too many states`() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try await withRuntime { runtime in
            try await runtime.fill(100)
            let kept = try await runtime.keepStates(of: "tallies", every: 5, limits: .init(states: 7))
            #expect(kept.interval == 15)
            #expect(kept.states.map(\.position) == [15, 30, 45, 60, 75, 90])
        }
        for states in 1...9 {
            for head in UInt64(0)...60 {
                for interval in UInt64(1)...7 {
                    let found = KeptStateLimits(states: states).interval(atLeast: interval, upTo: head)
                    #expect(found % interval == 0 && head / found <= states)
                    #expect(found == interval || head / (found - interval) > states)
                }
            }
        }
        #expect(KeptStateLimits().interval(atLeast: .max, upTo: 10) == .max)
    }

    @Test func `states that need too many bytes are removed, those with the closest neighbours first`() {
        let states = (1...16).map { state(at: $0 * 10, bytes: 100) }
        func rest(_ limits: KeptStateLimits, besides others: UInt64 = 0) -> [Position] {
            let excess = limits.excess(of: states, besides: others)
            return states.filter { !excess.contains($0) }.map(\.position)
        }
        #expect(rest(.init()) == states.map(\.position))
        #expect(rest(.init(states: 8)) == [20, 40, 60, 80, 100, 120, 140, 160])
        #expect(rest(.init(bytes: 800)) == [20, 40, 60, 80, 100, 120, 140, 160])
        #expect(rest(.init(bytes: 800), besides: 450) == [80, 120, 160])
        #expect(rest(.init(states: 1)) == [160])
        #expect(rest(.init(bytes: 99)) == [])
    }

    private func state(at position: Int, bytes: UInt64) -> KeptState {
        KeptState(model: "m", schemaVersion: 1, position: Position(position), skips: 0, bytes: bytes)
    }
}

extension Runtime {
    /// Appends events, one a commit, to three streams in turn.
    fileprivate func fill(_ count: Int) async throws {
        for number in 0..<count { try await store.append([EventData(type: "T", data: [])], to: "tally-\(number % 3)") }
    }
}
