import Nacre
import Synchronization

extension EngineRule {
    /// Rules that reads return every event once, complete and in order.
    static let reading = [
        EngineRule("a scan sees every event once, and every byte") { trial in
            let contents = try await trial.fill()
            let passes = try await trial.engine.replay(trial.folder, by: .scan, seconds: 0).contents
            try trial.expect(passes == [contents], "the log holds \(contents), one pass found \(passes)")
        },
        EngineRule("a sequence sees every event once, and every byte", of: .sequence) { trial in
            let contents = try await trial.fill()
            let passes = try await trial.engine.replay(trial.folder, by: .sequence, seconds: 0).contents
            try trial.expect(passes == [contents], "the log holds \(contents), one pass found \(passes)")
        },
        EngineRule("a replay makes passes until its time is over, and reports once that the store is open") { trial in
            _ = try await trial.fill()
            let opened = Mutex(0)
            let slice = try await trial.engine.replay(trial.folder, by: .scan, seconds: 0.02) {
                opened.withLock { $0 += 1 }
            }
            let times = opened.withLock(\.self)
            try trial.expect(times == 1, "the engine reported \(times) times that the store is open")
            try trial.expect(
                slice.passes.count == slice.contents.count && Set(slice.contents).count == 1,
                "\(slice.passes.count) passes found \(Set(slice.contents))")
            try trial.expect(
                slice.passes.reduce(0, +) >= 20_000_000, "the passes ended after \(slice.passes.reduce(0, +)) ns")
        },
        EngineRule("loading a stream sees each of its events, and nothing else", of: .openStore) { trial in
            let whole = try await trial.fill()
            try await trial.withSession { session in
                var sum = LogContents()
                for stream in 0..<EngineTrial.filling.streams {
                    let found = try await session.load(AppendLoad.streamName(stream))
                    sum.events += found.events
                    sum.payloadSum &+= found.payloadSum
                }
                try trial.expect(sum == whole, "all streams hold \(sum), the log \(whole)")
                let nothing = try await session.load("load-absent")
                try trial.expect(nothing.events == 0, "a stream that is not there has \(nothing.events) events")
            }
        },
        EngineRule("a sound store has no faults") { trial in
            _ = try await trial.fill()
            let faults = try await trial.engine.faults(in: trial.folder)
            try trial.expect(faults.isEmpty, "faults are found: \(faults)")
        },
        EngineRule("an empty store has nothing to read", of: .openStore) { trial in
            try await trial.withSession { session in
                let head = try await session.head()
                try trial.expect(head == 0, "the head is \(head)")
            }
            let contents = try await trial.engine.replay(trial.folder, by: .scan, seconds: 0).contents
            try trial.expect(contents.map(\.events) == [0], "a pass found \(contents)")
        },
    ]
}

extension EngineTrial {
    /// The log for reads: more than one batch of any reader.
    static let filling = AppendLoad(writers: 4, eventsPerAppend: 5, streams: 40, payloadBytes: 50, seed: 7)

    /// Fills a log for reads, and audits it.
    func fill() async throws -> LogContents {
        let slice = try await engine.append(
            Self.filling, within: SliceBudget(seconds: nil, events: 2_000), eventsPerCommit: nil, in: folder)
        return try await audit(slice.records, of: Self.filling)
    }
}
