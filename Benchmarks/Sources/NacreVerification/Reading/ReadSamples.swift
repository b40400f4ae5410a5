package import Nacre

/// The reads of each kind with their expected answers, drawn and computed outside the measured time.
package struct ReadSamples: Sendable {
    package struct Sample: Sendable {
        package var request: ReadRequest
        package var answer: ReadAnswer
    }

    /// A draw before the log is read: an id is represented by its event's position.
    private enum Draw {
        case request(ReadRequest)
        case id(at: Position)
    }

    private let draws: [ReadKind: [Draw]]
    private var model: LogModel
    private var ids: [Position: EventID?] = [:]

    /// Draws the reads; their expected answers are known after the log was read.
    package init(
        _ load: ReadLoad, of filled: AppendLoad, _ contents: LogContents, topics: @autoclosure () -> [UInt32]
    ) {
        var draws: [ReadKind: [Draw]] = [:]
        // Only tags need the topics, which take a while to compute.
        for kind in load.kinds {
            let topics = kind == .tagForward || kind == .tagBackward ? topics() : []
            draws[kind] = Self.draw(kind, load, filled, contents, topics)
        }
        self.draws = draws
        var requests: [ReadRequest] = []
        for case .request(let request) in draws.values.joined() { requests.append(request) }
        model = LogModel(for: requests)
        for case .id(let position) in draws.values.joined() { ids[position] = .some(nil) }
    }

    private static func draw(
        _ kind: ReadKind, _ load: ReadLoad, _ filled: AppendLoad, _ contents: LogContents, _ topics: [UInt32]
    ) -> [Draw] {
        let count =
            switch kind {
            case .streamForward, .streamBackward: filled.streams
            case .tagForward, .tagBackward: topics.count
            default: Int(contents.events)
            }
        var keys = ScatteredKeys(load.distribution, count: max(1, count), exponent: load.exponent)
        var random = SplitMix64(seed: load.seed ^ SplitMix64.hash(UInt64(kind.rawValue.utf8.span.bytes.wordSum)))
        return (0..<load.samples).map { _ in
            let key = keys.next(using: &random)
            return draw(kind, topics.isEmpty ? key : Int(topics[key]), limit: load.limit)
        }
    }

    private static func draw(_ kind: ReadKind, _ key: Int, limit: Int) -> Draw {
        let position = UInt64(key) + 1
        let query: Query
        switch kind {
        case .streamForward: return .request(.stream(AppendLoad.streamName(key), .forward(), limit: nil))
        case .streamBackward: return .request(.stream(AppendLoad.streamName(key), .backward(), limit: limit))
        case .tagForward, .tagBackward:
            let order: ReadOrder = kind == .tagForward ? .forward() : .backward()
            return .request(.log(order, matching: .tagged(Attempt.tag(UInt32(key))), limit: limit))
        case .position: return .request(.position(position))
        case .id: return .id(at: position)
        case .typeForward, .typeBackward: query = .types(AppendLoad.eventType)
        case .categoryForward, .categoryBackward: query = .categories(AppendLoad.streamName(0).category)
        case .logForward, .logBackward: query = .all
        }
        return .request(.log(kind.order(position), matching: query, limit: limit))
    }

    /// Takes the next event of the log.
    package mutating func observe(_ event: RecordedEvent) {
        model.add(event)
        if ids[event.position] != nil { ids[event.position] = event.id }
    }

    /// The reads of a kind, after the last event of the log.
    ///
    /// - Throws: ``HarnessError`` if the log lacked an event whose id is needed.
    package func samples(of kind: ReadKind) throws -> [Sample] {
        try draws[kind, default: []].map { draw in
            switch draw {
            case .request(let request): return Sample(request: request, answer: model.answer(to: request))
            case .id(let position):
                guard let id = ids[position] ?? nil else {
                    throw HarnessError("the log has no event at position \(position)")
                }
                return Sample(request: .id(id), answer: model.answer(to: .position(position)))
            }
        }
    }
}
