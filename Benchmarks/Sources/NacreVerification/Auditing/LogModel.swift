package import Nacre

/// A compact model of a log that an audit has read: the expected answer to any request.
///
/// It keeps 8 bytes of every event, and 8 more for each requested list that contains it.
package struct LogModel: Sendable {
    private var digests: [UInt64] = []
    private var lists: [LogList: [Position]]

    /// Makes the model of an empty log, which keeps only the lists of the given requests.
    package init(for requests: some Sequence<ReadRequest>) {
        lists = [:]
        for case let list? in requests.lazy.map({ LogList($0) }) where list != .log { lists[list] = [] }
    }

    /// Takes the next event of the log.
    package mutating func add(_ event: RecordedEvent) {
        digests.append(event.digest)
        let position = UInt64(digests.count)
        note(position, in: .stream(event.stream))
        note(position, in: .type(event.type))
        note(position, in: .category(event.stream.category))
        note(position, in: .id(event.id))
        for tag in event.tags { note(position, in: .tag(tag)) }
    }

    private mutating func note(_ position: Position, in list: LogList) { lists[list]?.append(position) }

    /// The position of the last event.
    package var head: Position { UInt64(digests.count) }

    /// The expected answer to one of the model's requests, for the log as it is.
    ///
    /// - Complexity: O(*n*) in the events of the answer.
    package func answer(to request: ReadRequest) -> ReadAnswer {
        guard let asked = LogSlice(request, in: self) else { return ReadAnswer() }
        return answer(asked.range.count, of: asked)
    }

    /// The fault in a read of one of the model's requests, in words; `nil` if there is none.
    ///
    /// Others may have appended concurrently: the read must show the log as it was at some moment since the read began.
    ///
    /// - Complexity: O(*n*) in the events read.
    package func fault(in observation: ReadObservation) -> String? {
        guard var asked = LogSlice(observation.request, in: self) else { return "it cannot be judged" }
        let shown = observation.answer
        guard shown.events <= asked.limit else { return "it shows \(shown.events) events of \(asked.limit)" }
        // A backward read begins at the end of the log at that time: later events are not missing.
        if asked.isBackward { asked.cut(behind: max(shown.firstPosition, observation.acknowledged)) }
        if shown.events < asked.limit, shown.events < asked.range.count {
            let missing = asked.position(shown.events)
            guard missing > observation.acknowledged else {
                return "the event at position \(missing) is missing, which had been acknowledged"
            }
        }
        guard answer(shown.events, of: asked) == shown else {
            return "its \(shown.events) events are not those that the log holds there"
        }
        return nil
    }

    /// The first `count` events of a slice, up to its limit.
    private func answer(_ count: Int, of slice: LogSlice) -> ReadAnswer {
        var answer = ReadAnswer()
        for step in 0..<min(count, slice.range.count, slice.limit) {
            let position = slice.position(step)
            answer.add(digests[Int(position) - 1], at: position)
        }
        return answer
    }

    /// The positions of a list; `nil` if it was not kept.
    fileprivate func positions(of list: LogList) -> LogPositions? {
        if list == .log { return LogPositions(kept: nil, count: digests.count) }
        return lists[list].map { LogPositions(kept: $0, count: $0.count) }
    }
}

/// The positions of a list, in order.
private struct LogPositions {
    /// `nil` for the whole log, whose positions are implied.
    let kept: [Position]?
    let count: Int

    subscript(index: Int) -> Position { kept?[index] ?? UInt64(index) + 1 }

    /// The number of positions up to the given one.
    ///
    /// - Complexity: O(log *n*).
    func count(upTo position: Position) -> Int {
        guard let kept else { return Int(clamping: min(position, UInt64(count))) }
        var range = 0..<kept.count
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            range = kept[middle] <= position ? middle + 1..<range.upperBound : range.lowerBound..<middle
        }
        return range.lowerBound
    }
}

/// The part of a list that a request reads.
private struct LogSlice {
    let positions: LogPositions
    var range: Range<Int>
    let limit: Int
    let isBackward: Bool

    /// Finds the part for a request; `nil` if its list was not kept.
    init?(_ request: ReadRequest, in model: LogModel) {
        guard let list = LogList(request), let positions = model.positions(of: list) else { return nil }
        self.positions = positions
        var order = ReadOrder.forward()
        var limit: Int?
        switch request {
        case .stream(_, let asked, let most), .log(let asked, _, let most): (order, limit) = (asked, most)
        case .position(let position): (order, limit) = (.backward(from: position), 1)
        case .id: break
        }
        self.limit = limit ?? .max
        // The numbers in a stream's order are versions, which are contiguous from 1.
        let countsVersions = if case .stream = list { true } else { false }
        func count(upTo number: UInt64) -> Int {
            countsVersions ? Int(clamping: min(number, UInt64(positions.count))) : positions.count(upTo: number)
        }
        switch order {
        case .forward(let after): range = count(upTo: after)..<positions.count
        case .backward(let from): range = 0..<(from.map(count(upTo:)) ?? positions.count)
        }
        isBackward = if case .backward = order { true } else { false }
    }

    /// The position of the event after `step` others, in the requested order.
    func position(_ step: Int) -> Position {
        positions[isBackward ? range.upperBound - 1 - step : range.lowerBound + step]
    }

    /// Removes everything after a position.
    mutating func cut(behind position: Position) {
        range = range.lowerBound..<max(range.lowerBound, min(range.upperBound, positions.count(upTo: position)))
    }
}
