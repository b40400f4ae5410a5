internal import DomainKit
internal import Nacre

extension ConformanceSentence {
    /// A moment in 2026, and moments some seconds away from it.
    private static func moment(_ seconds: Int64 = 0) -> Instant {
        Instant(nanosecondsSince1970: 1_780_000_000_123_456_000 + seconds * 1_000_000_000, decimals: 6)
    }

    /// When it happened, and when it was recorded.
    static let times: [ConformanceSentence] = [
        .core("an event's time is the caller's, to the nanosecond, with the decimals that it was given with") { store in
            let times = [
                Instant(nanosecondsSince1970: 0, decimals: 0),
                Instant(nanosecondsSince1970: 1_780_000_000_123_456_789, decimals: 9),
                Instant(nanosecondsSince1970: 1_780_000_000_120_000_000, decimals: 3),
                Instant(nanosecondsSince1970: 1_780_000_000_000_000_000, decimals: 7),
                Instant(nanosecondsSince1970: -1_500_000_000, decimals: 1),
                Instant(nanosecondsSince1970: .max, decimals: 9), Instant(nanosecondsSince1970: .min, decimals: 9),
            ]
            try await store.append(times.map { EventData(type: "T", time: $0, data: []) }, to: "a-1")
            let found = try await store.read("a-1").collect().map(\.time)
            try requireEqual(
                found.map(\.nanosecondsSince1970), times.map(\.nanosecondsSince1970), "the times")
            try requireEqual(found.map(\.decimals), times.map(\.decimals), "the decimals of the times")
        },
        .sentence(.core, "an event's time is the moment of its append where the caller gives none") { subject in
            let clock = ManualTimeSource(moment())
            let store = try await subject.store(timeSource: clock)
            try await store.append([.fact()], to: "a-1")
            clock.set(moment(5))
            try await store.append([.fact(), EventData(type: "T", time: moment(-9), data: [])], to: "a-1")
            let times = try await store.everything().map(\.time)
            try requireEqual(times, [moment(), moment(5), moment(-9)], "the times")
        },
        .sentence(.core, "an event's recordedAt is the store's clock, whatever its time") { subject in
            let clock = ManualTimeSource(moment())
            let store = try await subject.store(timeSource: clock)
            try await store.append([EventData(type: "T", time: moment(-100), data: [])], to: "a-1")
            clock.set(moment(3))
            try await store.append([EventData(type: "T", time: moment(100), data: [])], to: "a-1")
            try requireEqual(
                try await store.everything().map(\.recordedAt), [moment(), moment(3)], "when they were recorded")
        },
        .sentence(.core, "recordedAt never decreases along the log, even where the clock does") { subject in
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
        .core("the order of events is by position alone, whatever their times") { store in
            for seconds: Int64 in [5, 1, 9] {
                try await store.append([EventData(type: "T", time: moment(seconds), data: [])], to: "a-1")
            }
            let times = try await store.everything().map(\.time)
            try requireEqual(times, [moment(5), moment(1), moment(9)], "the times along the log")
        },
    ]
}
