import Nacre

/// A log in short, as an audit has read it: what any request of it must be answered.
///
/// It keeps 8 bytes of every event, and 8 more for each list that is asked for and has it.
struct LogModel: Sendable {
    private var digests: [UInt64] = []
    private var lists: [LogList: [Position]]

    /// Makes the model of an empty log, which keeps the lists alone that the requests are about.
    init(for requests: some Sequence<ReadRequest>) {
        lists = [:]
        for case let list? in requests.lazy.map({ LogList($0) }) where list != .log { lists[list] = [] }
    }

    /// Takes the next event of the log.
    mutating func add(_ event: RecordedEvent) {
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
    var head: Position { UInt64(digests.count) }

    /// What one of the model's requests must be answered while the log is as it is.
    ///
    /// - Complexity: O(*n*) in the events of the answer.
    func answer(to request: ReadRequest) -> ReadAnswer {
        guard let asked = LogSlice(request, in: self) else { return ReadAnswer() }
        return answer(asked.range.count, of: asked)
    }

    /// What is wrong with a read of one of the model's requests, in words; `nil` where nothing is.
    ///
    /// Others may have appended beside it: it must show what the log holds, as far as it went at some moment since the
    /// read began.
    ///
    /// - Complexity: O(*n*) in the events read.
    func fault(in observation: ReadObservation) -> String? {
        guard var asked = LogSlice(observation.request, in: self) else { return "it cannot be judged" }
        let shown = observation.answer
        guard shown.events <= asked.limit else { return "it shows \(shown.events) events of \(asked.limit)" }
        // Reading downwards begins where the log ended then: what has come since is not missing.
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

    /// What the first so many events of a slice are, as far as its limit.
    private func answer(_ count: Int, of slice: LogSlice) -> ReadAnswer {
        var answer = ReadAnswer()
        for step in 0..<min(count, slice.range.count, slice.limit) {
            let position = slice.position(step)
            answer.add(digests[Int(position) - 1], at: position)
        }
        return answer
    }

    /// The positions of a list; `nil` where it was not kept.
    fileprivate func positions(of list: LogList) -> LogPositions? {
        if list == .log { return LogPositions(kept: nil, count: digests.count) }
        return lists[list].map { LogPositions(kept: $0, count: $0.count) }
    }
}

/// The positions of a list, in order.
private struct LogPositions {
    /// `nil` for the whole log, of which they are plain to see.
    let kept: [Position]?
    let count: Int

    subscript(index: Int) -> Position { kept?[index] ?? UInt64(index) + 1 }

    /// How many are no greater than one.
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

/// The part of a list that a request asks for.
private struct LogSlice {
    let positions: LogPositions
    var range: Range<Int>
    let limit: Int
    let isBackward: Bool

    /// Finds what a request asks for; `nil` where its list was not kept.
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
        // A stream's orders count its versions, which are contiguous from 1.
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

    /// The position of the event that comes after so many, in the order asked for.
    func position(_ step: Int) -> Position {
        positions[isBackward ? range.upperBound - 1 - step : range.lowerBound + step]
    }

    /// Leaves out what stands behind a position.
    mutating func cut(behind position: Position) {
        range = range.lowerBound..<max(range.lowerBound, min(range.upperBound, positions.count(upTo: position)))
    }
}
