internal import DomainKit
internal import Nacre

extension ConformanceRule {
    /// A time in 2026, plus a number of seconds.
    private static func moment(_ seconds: Int64 = 0) -> Instant {
        Instant(nanosecondsSince1970: 1_780_000_000_123_456_000 + seconds * 1_000_000_000, decimals: 6)
    }

    /// The `time` of events and their `recordedAt`.
    static let times: [ConformanceRule] = [
        .core("an event's time is the caller's, to the nanosecond, with the given decimals") { store in
            let times = [
                Instant(nanosecondsSince1970: 0, decimals: 0),
                Instant(nanosecondsSince1970: 1_780_000_000_123_456_789, decimals: 9),
                Instant(nanosecondsSince1970: 1_780_000_000_120_000_000, decimals: 3),
                Instant(nanosecondsSince1970: 1_780_000_000_000_000_000, decimals: 7),
                // Before 1970, and the bounds of the type.
                Instant(nanosecondsSince1970: -1_500_000_000, decimals: 1),
                Instant(nanosecondsSince1970: .max, decimals: 9), Instant(nanosecondsSince1970: .min, decimals: 9),
            ]
            try await store.append(times.map { EventData(type: "T", time: $0, data: []) }, to: "a-1")
            let found = try await store.read("a-1").collect().map(\.time)
            try requireEqual(
                found.map(\.nanosecondsSince1970), times.map(\.nanosecondsSince1970), "the times")
            try requireEqual(found.map(\.decimals), times.map(\.decimals), "the decimals of the times")
        },
        .rule(.core, "an event's time defaults to the time of its append") { subject in
            let clock = ManualTimeSource(moment())
            let store = try await subject.store(timeSource: clock)
            try await store.append([.fact()], to: "a-1")
            clock.set(moment(5))
            try await store.append([.fact(), EventData(type: "T", time: moment(-9), data: [])], to: "a-1")
            let times = try await store.everything().map(\.time)
            try requireEqual(times, [moment(), moment(5), moment(-9)], "the times")
        },
        .rule(.core, "an event's recordedAt is the store's clock, whatever the event's time") { subject in
            let clock = ManualTimeSource(moment())
            let store = try await subject.store(timeSource: clock)
            try await store.append([EventData(type: "T", time: moment(-100), data: [])], to: "a-1")
            clock.set(moment(3))
            try await store.append([EventData(type: "T", time: moment(100), data: [])], to: "a-1")
            try requireEqual(
                try await store.everything().map(\.recordedAt), [moment(), moment(3)], "when they were recorded")
        },
        .rule(.core, "recordedAt never decreases along the log, even if the clock does") { subject in
            let clock = ManualTimeSource(moment())
            let store = try await subject.store(timeSource: clock)
            for seconds: Int64 in [0, 10, 4, -3_600, 11] {
                clock.set(moment(seconds))
                try await store.append([.fact()], to: "a-1")
            }
            let found = try await store.everything().map(\.recordedAt)
            try requireEqual(
                found, [moment(0), moment(10), moment(10), moment(10), moment(11)], "when they were recorded")
        },
        .core("events are ordered by position alone, whatever their times") { store in
            for seconds: Int64 in [5, 1, 9] {
                try await store.append([EventData(type: "T", time: moment(seconds), data: [])], to: "a-1")
            }
            let times = try await store.everything().map(\.time)
            try requireEqual(times, [moment(5), moment(1), moment(9)], "the times along the log")
        },
        .rule(.core, "a read as of a time includes every event recorded by then, whenever it happened") { subject in
            let clock = ManualTimeSource(moment())
            let store = try await subject.store(timeSource: clock)
            for seconds: Int64 in [0, 10, 20] {
                clock.set(moment(seconds))
                // An event's `time` must not count, only its `recordedAt`.
                try await store.append([.fact(), EventData(type: "T", time: moment(99), data: [])], to: "a-1")
            }
            var positions: [Position] = []
            for seconds: Int64 in [-1, 0, 9, 10, 19, 20, 99] {
                positions.append(try await store.position(at: moment(seconds)))
            }
            try requireEqual(positions, [0, 2, 2, 4, 4, 6, 6], "the positions as of the times")
        },
        .core("a read as of a time by `time` includes the events that had happened by then, in log order") { store in
            for seconds: Int64 in [5, 1, 9, 3] {
                try await store.append([EventData(type: "T", time: moment(seconds), data: [])], to: "a-1")
            }
            var found: [[UInt64]] = []
            for seconds: Int64 in [0, 1, 4, 5, 9] {
                let models = InMemoryReadModelStore()
                let past = PastReadModel(
                    of: PositionList(), at: try await store.head(), happenedBy: moment(seconds), in: store,
                    models: models)
                _ = try await past.bringUpToDate()
                found.append(try models.read(PositionList().name) { try PositionList.positions(in: $0) })
            }
            try requireEqual(found, [[], [2], [2, 4], [1, 2, 4], [1, 2, 3, 4]], "the positions of the events")
        },
        .rule(.core, "the first recordedAt and the earliest `time` of a log are found") { subject in
            let clock = ManualTimeSource(moment())
            let store = try await subject.store(timeSource: clock)
            try requireEqual(try await store.beginning(), nil, "the beginning of an empty log")
            try requireEqual(
                try await store.earliestTime(after: moment()), nil, "the earliest time in an empty log")
            for seconds: Int64 in [5, 1, 9] {
                try await store.append([EventData(type: "T", time: moment(seconds), data: [])], to: "a-1")
                clock.advance(by: .seconds(1))
            }
            try requireEqual(try await store.beginning(), moment(), "the beginning")
            try requireEqual(try await store.earliestTime(after: moment()), moment(1), "the earliest time")
            try requireEqual(try await store.earliestTime(after: moment(1)), nil, "the earliest time later than itself")
        },
        .rule(.notices, "a clock more than a minute behind the log's last recordedAt causes a notice") { subject in
            let clock = ManualTimeSource(moment(3_600))
            let store = try await subject.store(timeSource: clock)
            try await store.append([.fact()], to: "a-1")
            let before = try await subject.notices()
            clock.set(moment(3_540))
            try await store.append([.fact()], to: "a-1")
            try requireEqual(try await subject.notices(), before, "the notices if the clock is a minute behind")
            clock.set(moment(3_539))
            try await store.append([.fact()], to: "a-1")
            let count = try await subject.notices().count
            try requireEqual(count, before.count + 1, "the number of notices if it is more than a minute behind")
        },
    ]
}

/// A projection with one row for each event, keyed by position.
private struct PositionList: Projection {
    let name = "positions"
    let schemaVersion = 1
    let query = Query.all
    let tables = [TableDefinition(0)]

    func apply(_ event: EventView, to model: any ReadModelWriter) throws {
        let key = withUnsafeBytes(of: event.position.bigEndian) { Array($0) }
        try model.setValue([], for: key, in: 0)
    }

    func describe(key: [UInt8], value: [UInt8], in table: UInt8) -> String { "\(key)" }

    static func positions(in model: any ReadModelReader) throws -> [UInt64] {
        var positions: [UInt64] = []
        try model.forEachRow(in: 0, after: nil) { key, _ in
            positions.append(key.reduce(0) { $0 << 8 | UInt64($1) })
            return true
        }
        return positions
    }
}
