import Nacre
import Testing

@testable import NacreBenchmarks
@testable import NacreLoad
@testable import NacreVerification

/// A log of 24 events in two streams, and the expected answers to reads of it.
@Suite struct LogModelTests {
    private let log = AttemptedLog(conditional: true).log

    private static let requests: [ReadRequest] = [
        .stream("load-00000000", .forward(), limit: nil), .stream("load-00000000", .forward(after: 3), limit: 4),
        .stream("load-00000001", .backward(), limit: 4), .stream("load-00000001", .backward(from: 5), limit: nil),
        .log(.forward(), matching: .all, limit: nil), .log(.forward(after: 20), matching: .all, limit: 10),
        .log(.backward(), matching: .all, limit: 5), .log(.backward(from: 9), matching: .all, limit: 5),
        .log(.backward(), matching: .tagged("topic-1"), limit: 3),
        .log(.forward(after: 4), matching: .types("Measured"), limit: 3),
        .log(.backward(from: 11), matching: .categories("load"), limit: 100),
        .log(.forward(), matching: .tagged("nobody's"), limit: nil), .position(17), .id(EventID(high: 1, low: 5)),
        .id(EventID(high: 2, low: 5)),
    ]

    /// The request answered by looking at every event.
    private func answer(_ request: ReadRequest, in log: [RecordedEvent]) -> [RecordedEvent] {
        func ordered(
            _ events: [RecordedEvent], _ order: ReadOrder, _ limit: Int?, _ number: (RecordedEvent) -> UInt64
        ) -> [RecordedEvent] {
            let inOrder =
                switch order {
                case .forward(let after): events.filter { number($0) > after }
                case .backward(let from): Array(events.filter { number($0) <= from ?? .max }.reversed())
                }
            return Array(inOrder.prefix(limit ?? .max))
        }
        switch request {
        case .stream(let stream, let order, let limit):
            return ordered(log.filter { $0.stream == stream }, order, limit, \.version)
        case .log(let order, let query, let limit):
            let matching = log.filter { event in
                guard let item = query.items?.first else { return true }
                return item.types.allSatisfy { $0 == event.type } && item.tags.allSatisfy(event.tags.contains)
                    && item.categories.allSatisfy { $0 == event.stream.category }
            }
            return ordered(matching, order, limit, \.position)
        case .position(let position): return log.filter { $0.position == position }
        case .id(let id): return log.filter { $0.id == id }
        }
    }

    private func model(of log: [RecordedEvent]) -> LogModel {
        var model = LogModel(for: Self.requests)
        for event in log { model.add(event) }
        return model
    }

    private func fault(
        _ request: ReadRequest, _ events: [RecordedEvent], acknowledged: Position, in log: [RecordedEvent]
    ) -> String? {
        model(of: log).fault(
            in: ReadObservation(request: request, acknowledged: acknowledged, answer: ReadAnswer(events)))
    }

    @Test(arguments: requests)
    func `the model answers every request as a full scan does`(request: ReadRequest) {
        #expect(model(of: log).answer(to: request) == ReadAnswer(answer(request, in: log)))
    }

    @Test(arguments: requests)
    func `a read of the log at any moment since its start is correct`(request: ReadRequest) {
        for end in 0...log.count {
            let seen = answer(request, in: Array(log.prefix(end)))
            // A request by position is made only for an existing position.
            if case .position(let position) = request, position > end { continue }
            #expect(fault(request, seen, acknowledged: UInt64(end), in: log) == nil, "at \(end)")
            #expect(fault(request, seen, acknowledged: 0, in: log) == nil, "at \(end)")
        }
    }

    @Test(arguments: requests)
    func `a read without an acknowledged event is found`(request: ReadRequest) {
        let all = answer(request, in: log)
        for end in 0..<log.count {
            let seen = answer(request, in: Array(log.prefix(end)))
            guard seen != all else { continue }
            #expect(fault(request, seen, acknowledged: UInt64(log.count), in: log) != nil, "at \(end)")
        }
    }

    @Test(arguments: requests)
    func `a read with a missing, duplicated, misplaced or changed event is found`(
        request: ReadRequest
    ) throws {
        let right = answer(request, in: log)
        for index in right.indices {
            var wrong = right
            wrong.remove(at: index)
            // A read without the last event may have preceded its append.
            let acknowledged = UInt64(log.count)
            #expect(fault(request, wrong, acknowledged: acknowledged, in: log) != nil, "without \(index)")
            wrong = right
            wrong.insert(right[index], at: index)
            #expect(fault(request, wrong, acknowledged: 0, in: log) != nil, "\(index) twice")
            wrong = right
            wrong[index] = right[index].with(data: [0xFF] + right[index].data.dropFirst())
            #expect(fault(request, wrong, acknowledged: 0, in: log) != nil, "\(index) changed")
            wrong[index] = right[index].with(version: right[index].version + 1)
            #expect(fault(request, wrong, acknowledged: 0, in: log) != nil, "\(index) of another version")
            guard index > 0 else { continue }
            wrong = right
            wrong.swapAt(index - 1, index)
            #expect(fault(request, wrong, acknowledged: 0, in: log) != nil, "\(index) in another place")
        }
    }

    @Test func `a read beyond its limit is found`() {
        let request = Self.requests[6]
        let more = Array(log.suffix(6).reversed())
        #expect(fault(request, more, acknowledged: 24, in: log) != nil)
    }

    @Test func `a read with an event that is not in the log is found`() {
        let request = ReadRequest.stream("load-00000000", .forward(), limit: nil)
        let seen = answer(request, in: log)
        #expect(fault(request, seen, acknowledged: 0, in: Array(log.dropLast(4))) != nil)
    }

    @Test func `a request with several names cannot be checked`() {
        let query = Query([.init(types: ["Measured"], tags: ["topic-1"])])
        #expect(fault(.log(.forward(), matching: query, limit: nil), [], acknowledged: 0, in: log) != nil)
    }

    @Test func `every part of an event counts for its digest`() {
        let event = log[3]
        let others = [
            event.with(position: 99), event.with(version: 99), event.with(stream: "other"), event.with(tags: []),
            event.with(data: [1]), event.with(data: event.data + [0]),
        ]
        #expect(Set((others + [event]).map(\.digest)).count == others.count + 1)
    }
}
