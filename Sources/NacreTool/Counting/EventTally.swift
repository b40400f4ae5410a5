import Nacre

/// Counts events by up to two keys.
struct EventTally: Sendable {
    /// The greatest number of keys.
    static let maxKeys = 2

    private var columns: [TallyColumn]

    /// The counts by the numbers of the only key.
    private var single = NumberCounts()

    /// The counts by the numbers of two keys.
    private var pairs: [UInt64: Int] = [:]

    /// The number of counted events.
    private(set) var total = 0

    /// - Parameters:
    ///   - keys: What events are counted by, one or two.
    ///   - clock: The time of an event by which units of time are counted.
    init(by keys: [CountKey], _ clock: AsOfOptions.Clock) {
        columns = keys.map { TallyColumn(key: $0, clock: clock) }
    }

    mutating func add(_ event: EventView) {
        total += 1
        guard columns.count == 2 else {
            if !columns.isEmpty { columns[0].count(event, in: &single) }
            return
        }
        let first = columns[0].number(of: event)
        pairs[UInt64(first) << 32 | UInt64(columns[1].number(of: event)), default: 0] += 1
    }

    /// Adds events of one type and time; the keys are the type and a unit of time, in this order.
    ///
    /// - Parameters:
    ///   - events: Their number.
    ///   - type: The bytes of the type.
    ///   - nanoseconds: The time, since 1970 UTC.
    mutating func add(_ events: Int, ofType type: Swift.Span<UInt8>, at nanoseconds: Int64) {
        total += events
        let (first, second) = (columns[0].number(of: type), columns[1].number(at: nanoseconds))
        pairs[UInt64(first) << 32 | UInt64(second), default: 0] += events
    }

    /// Adds the events that another tally counted by the same keys.
    mutating func add(_ other: EventTally) {
        var other = other
        total += other.total
        let counts = other.numbered()
        let numbers = columns.indices.map { columns[$0].numbers(of: other.columns[$0]) }
        for (key, events) in counts {
            let key = zip(numbers, key).map { $0[$1] }
            if key.count == 2 {
                pairs[UInt64(key[0]) << 32 | UInt64(key[1]), default: 0] += events
            } else {
                single.add(key[0], events)
            }
        }
    }

    /// The numbers of the keys, and the events that have them.
    private mutating func numbered() -> [(numbers: [Int], events: Int)] {
        guard columns.count == 1 else {
            return pairs.map { (numbers: [Int($0.key >> 32), Int($0.key & 0xFFFF_FFFF)], events: $0.value) }
        }
        columns[0].countWaiting(in: &single)
        return single.counts.enumerated().filter { $0.element > 0 }.map { (numbers: [$0.offset], events: $0.element) }
    }

    /// A number of events with equal keys.
    struct Row: Hashable, Sendable {
        /// A value for each key; `nil` if the events have none.
        var values: [String?]
        var events: Int

        /// Whether a value is before that of another row, by bytes; `nil` if they are the same.
        fileprivate func isBefore(_ other: Row, at index: Int) -> Bool? {
            let (left, right) = (values[index] ?? "", other.values[index] ?? "")
            if left.utf8.lexicographicallyPrecedes(right.utf8) { return true }
            return right.utf8.lexicographicallyPrecedes(left.utf8) ? false : nil
        }
    }

    /// The rows, by time and then by number, or by number alone; equal numbers by their values.
    ///
    /// - Parameters:
    ///   - order: The order.
    ///   - top: The maximum number of rows, those with the most events; `nil` for all.
    /// - Returns: The rows, and the number of those that are left out.
    mutating func rows(ordered order: CountOrder, top: Int? = nil) -> (rows: [Row], others: Int) {
        let counts = numbered()
        let (rows, texts) = (counts.count, columns.map(\.texts))
        // Most rows need not be put in order, or made into texts.
        let least = top.flatMap { $0 < rows ? counts.map(\.events).sorted(by: >)[$0 - 1] : nil } ?? 0
        let wanted = counts.filter { $0.events >= least }.map { numbers, events in
            Row(values: zip(texts, numbers).map { $0[$1] }, events: events)
        }
        let shown = sorted(wanted, order).prefix(top ?? rows)
        return (Array(shown), rows - shown.count)
    }

    private func sorted(_ rows: [Row], _ order: CountOrder) -> [Row] {
        let times = columns.indices.filter { order == .natural && columns[$0].key.isTime }
        return rows.sorted { left, right in
            for index in times {
                if let isBefore = left.isBefore(right, at: index) { return isBefore }
            }
            if left.events != right.events { return left.events > right.events }
            for index in columns.indices {
                if let isBefore = left.isBefore(right, at: index) { return isBefore }
            }
            return false
        }
    }
}

/// The order of counted rows.
enum CountOrder: Hashable, Sendable {
    /// By time if it is a key, else by the number of events.
    case natural

    /// By the number of events, the greatest first.
    case events
}
