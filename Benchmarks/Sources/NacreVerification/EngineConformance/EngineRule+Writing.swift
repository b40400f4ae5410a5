import Foundation
import Nacre
import Synchronization

extension EngineRule {
    /// Rules for what an acknowledgement contains, and that it stays true.
    static let writing = [
        EngineRule("an acknowledged append is there after closing and reopening", of: .openStore) { trial in
            var writer = TrialWriter(trial.load)
            try await trial.withSession { session in
                for _ in 0..<3 { try await writer.append(to: [0], on: session) }
            }
            let contents = try await trial.audit([writer.record])
            try await trial.withSession { session in
                let head = try await session.head()
                try trial.expect(head == 3, "the head is \(head) after three events")
                let loaded = try await session.load(AppendLoad.streamName(0))
                try trial.expect(loaded == contents, "loading finds \(loaded), the whole log holds \(contents)")
                try await writer.append(to: [0], expecting: [0: .exact(3)], on: session)
            }
            try await trial.audit([writer.record])
        },
        EngineRule("an answer carries the position and version of every event", of: .openStore) { trial in
            var writer = TrialWriter(trial.load)
            try await trial.withSession { session in
                for streams in [[0], [1, 0, 1], [2], [0, 3, 3, 3, 2]] {
                    try await writer.append(to: streams, on: session)
                }
            }
            try await trial.audit([writer.record])
        },
        EngineRule("the head is the position of the last event", of: .openStore) { trial in
            try await trial.withSession { session in
                var writer = TrialWriter(trial.load)
                for count in 0..<4 {
                    let head = try await session.head()
                    try trial.expect(head == Position(count), "the head is \(head) after \(count) events")
                    try await writer.append(to: [count], on: session)
                }
            }
        },
        EngineRule("payloads of every size are read back unchanged") { trial in
            for bytes in [16, 17, 255, 4_080, 30_001] {
                let load = AppendLoad(writers: 1, eventsPerAppend: 2, streams: 2, payloadBytes: bytes, seed: 8)
                let sized = try trial.below("bytes-\(bytes)")
                let slice = try await sized.engine.append(
                    load, within: SliceBudget(seconds: nil, events: 4), eventsPerCommit: nil, in: sized.folder)
                try await sized.audit(slice.records, of: load)
            }
        },
        EngineRule("every byte that a payload can hold is read back", of: .openStore) { trial in
            let payloads: [[UInt8]] = [
                [], [0], [UInt8](0...255), [0, 0, 92, 39, 0], [UInt8](repeating: 0, count: 16),
                [UInt8](repeating: 0xA5, count: 1_048_577),
            ]
            try await trial.withSession { session in
                for (number, payload) in payloads.enumerated() {
                    let stream = AppendLoad.streamName(number)
                    _ = try await session.append(Commit([EventData(type: "Bytes", data: payload)], to: stream))
                    var expected = LogContents()
                    expected.add(payload)
                    let found = try await session.load(stream)
                    try trial.expect(found == expected, "of \(payload.count) bytes, \(found) comes back")
                    guard trial.engine.abilities.contains(.requests) else { continue }
                    let read = try await session.read(.stream(stream, .forward(), limit: nil)).map(\.data)
                    try trial.expectPayloads(read, [payload], by: "reading \(stream)")
                }
            }
            // Sums of words do not distinguish trailing zeros from none, nor one order of words from another.
            let log = Mutex<[[UInt8]]>([])
            try await trial.engine.readBack(trial.folder) { event in log.withLock { $0.append(event.payload) } }
            try trial.expectPayloads(log.withLock(\.self), payloads, by: "reading the log back")
        },
        EngineRule("names that differ only in their bytes are different streams", of: .openStore) { trial in
            try await trial.withSession { session in
                for name: StreamName in ["caf\u{E9}-1", "cafe\u{301}-1", "CAFE-1", "cafe-1 "] {
                    let result = try await session.append(
                        Commit([EventData(type: "Named", data: [1])], to: name, expecting: .noStream))
                    try trial.expect(result.version(of: name) == 1, "\(name) is confused with another stream")
                }
            }
        },
        EngineRule("a commit without events is refused", of: .openStore) { trial in
            try await trial.withSession { session in
                try await trial.expectRefusal(.invalidArgument, of: "a commit without events") {
                    _ = try await session.append(Commit(entries: []))
                }
            }
        },
        EngineRule("a closed store refuses appends", of: .openStore) { trial in
            let session = try await trial.engine.open(trial.folder)
            try await session.close()
            try await trial.expectRefusal(of: "an append to a closed store") {
                _ = try await session.append(TrialWriter(trial.load).commit(to: [0]))
            }
        },
    ]
}

extension EngineTrial {
    /// The same trial in a subfolder of its own.
    func below(_ name: String) throws -> EngineTrial {
        let folder = folder.appendingPathComponent(name, isDirectory: true)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        return EngineTrial(engine: engine, folder: folder, syncs: syncs, makeWorker: makeWorker)
    }

    /// Compares payloads with the appended ones, byte by byte.
    func expectPayloads(_ found: [[UInt8]], _ expected: [[UInt8]], by reading: String) throws {
        try expect(found.count == expected.count, "\(reading) finds \(found.count) of \(expected.count) payloads")
        for (found, expected) in zip(found, expected) where found != expected {
            let same = zip(found, expected).prefix { $0 == $1 }.count
            throw HarnessError(
                "\(reading) finds \(found.count) of \(expected.count) bytes, the first \(same) unchanged")
        }
    }
}
