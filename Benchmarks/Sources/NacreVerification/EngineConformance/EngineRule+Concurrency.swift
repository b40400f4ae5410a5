import Foundation
import Nacre

extension EngineRule {
    /// Rules for concurrent appends.
    static let concurrency = [
        EngineRule("positions are gapless and versions contiguous under concurrent writers") { trial in
            let load = AppendLoad(writers: 8, eventsPerAppend: 3, streams: 24, payloadBytes: 64, seed: 5)
            let slice = try await trial.engine.append(
                load, within: SliceBudget(seconds: nil, events: 480), eventsPerCommit: nil, in: trial.folder)
            try trial.expect(slice.events >= 480, "\(slice.events) of 480 events were acknowledged")
            try await trial.audit(slice.records, of: load)
        },
        EngineRule("of concurrent appends that expect the same version, one is accepted", of: .openStore) { trial in
            let load = AppendLoad(writers: 8, eventsPerAppend: 1, streams: 8, payloadBytes: 40, seed: 4)
            var writers = (0..<load.writers).map { TrialWriter(load, number: $0) }
            try await trial.withSession { session in
                for round in 0..<5 {
                    let commits = writers.map { $0.commit(to: [0], expecting: [0: .exact(StreamVersion(round))]) }
                    let results = try await trial.results(of: commits, on: session)
                    let winners = results.indices.filter { results[$0] != nil }
                    try trial.expect(
                        winners.count == 1, "\(winners.count) of 8 appends at version \(round) were accepted")
                    for winner in winners {
                        if let result = results[winner] { try writers[winner].note(result, of: [0]) }
                    }
                }
            }
            try await trial.audit(writers.map(\.record), of: load)
        },
        EngineRule("every read that begins after an answer sees the append", of: .openStore) { trial in
            try await trial.withSession { session in
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for number in 0..<4 {
                        group.addTask {
                            let stream = AppendLoad.streamName(number)
                            for version in 1...10 as ClosedRange<StreamVersion> {
                                let event = EventData(type: "Noted", data: [UInt8(number)])
                                let result = try await session.append(Commit([event], to: stream))
                                let head = try await session.head()
                                try trial.expect(
                                    head >= result.lastPosition,
                                    "the head is \(head) after \(result.lastPosition) was acknowledged")
                                let events = try await session.load(stream).events
                                try trial.expect(
                                    events == version, "loading finds \(events) of \(version) acknowledged events")
                            }
                        }
                    }
                    try await group.waitForAll()
                }
            }
        },
        EngineRule("processes share a store", of: [.openStore, .sharing]) { trial in
            guard let makeWorker = trial.makeWorker else { return }
            let load = AppendLoad(writers: 4, eventsPerAppend: 2, streams: 12, payloadBytes: 48, seed: 6)
            var records: [WriterRecord] = []
            var crew = WorkerCrew()
            do {
                for process in 0..<2 {
                    var task = WorkerTask(
                        engine: trial.engine.name, durability: trial.engine.durability, mapSize: 64 << 20,
                        store: trial.folder.path, load: load)
                    task.load.ownWriters = process * 2..<process * 2 + 2
                    try await crew.add(makeWorker(task))
                }
                let budget = SliceBudget(seconds: nil, events: 80)
                _ = try await crew.perform([.append(budget, untilIndexed: false), .append(budget, untilIndexed: false)])
                // Recorded beside the store, not in it: an engine must find only its own files in its folder.
                let workspace = try Workspace(below: trial.folder.deletingLastPathComponent())
                records = try await crew.finish(in: workspace)
                try workspace.remove()
            } catch {
                await crew.dismiss()
                throw error
            }
            try await trial.audit(records, of: load)
        },
    ]
}

extension EngineTrial {
    /// Appends commits concurrently; `nil` for each conflict.
    func results(of commits: [Commit], on session: any EngineSession) async throws -> [AppendResult?] {
        try await withThrowingTaskGroup(of: (Int, AppendResult?).self) { group in
            for (index, commit) in commits.enumerated() {
                group.addTask {
                    do {
                        return (index, try await session.append(commit))
                    } catch let error as EventStoreError where error.code == .conflict {
                        return (index, nil)
                    }
                }
            }
            var results = [AppendResult?](repeating: nil, count: commits.count)
            for try await (index, result) in group { results[index] = result }
            return results
        }
    }
}
