import DiskTracing
import Nacre
import NacreLMDB
import Synchronization
import TestRandomness

/// Questions to an open store that do not change it.
struct Questions {
    let store: LMDBEventStore
    let oracle: Oracle
    let shape: Shape
    /// The visible head of the log.
    let head: Position
    /// The positions of the questions.
    let places: [Position]
    let probing: QuestionProbe

    /// The positions of the questions: near the fault, at both ends, and random ones.
    static func places(near vicinity: [Position], upTo head: Position, _ random: inout SeededGenerator) -> [Position] {
        var places: Set<Position> = [1, head]
        for place in vicinity {
            for step in [-2, -1, 0, 1, 2] {
                let position = Int(place) + step
                if position >= 1, position <= Int(head) { places.insert(Position(position)) }
            }
        }
        for _ in 0..<4 { places.insert(Position(1 + random.below(Int(head)))) }
        for _ in 0..<2 { places.insert(head - Position(random.below(min(60, Int(head))))) }
        return places.sorted()
    }

    private func expected(_ position: Position) -> RecordedEvent { oracle.events[Int(position) - 1] }

    /// Reads a whole sequence, and compares each event.
    private func expect(_ events: EventSequence, _ expected: some RandomAccessCollection<RecordedEvent>) async throws {
        var index = expected.startIndex
        for try await event in events {
            guard index != expected.endIndex else {
                throw WrongAnswer("event \(event.position) is returned, expected the end")
            }
            guard event == expected[index] else {
                throw WrongAnswer("event \(event.position) is returned, expected \(expected[index].position)")
            }
            index = expected.index(after: index)
        }
        guard index == expected.endIndex else {
            throw WrongAnswer(
                "it ends without an error before event \(expected[index].position): \(expected.count) events are due")
        }
    }

    func askAll(_ random: inout SeededGenerator, isThorough: Bool) async {
        await askPositions()
        await askLog(&random, isThorough: isThorough)
        await askStreams(&random)
        await askQueries(&random)
        await askIDs(&random)
        await askScan(&random, isThorough: isThorough)
        await askSubscription(&random, isThorough: isThorough)
        if isThorough || random.chance(30) { await askLists(&random) }
        await askFigures(&random)
    }

    func askHead() async {
        await probing.ask(.head) {
            let found = try await store.head()
            guard found == head else { throw WrongAnswer("the head is \(found), expected \(head)") }
        }
    }

    func askPositions() async {
        await askHead()
        for place in places {
            await probing.ask(.event) {
                let event = try await store.event(at: place)
                guard event == expected(place) else { throw WrongAnswer("another event is at \(place)") }
            }
        }
    }

    private func askLog(_ random: inout SeededGenerator, isThorough: Bool) async {
        if isThorough {
            await probing.ask(.forward) { try await expect(store.readLog(), oracle.events[..<Int(head)]) }
            await probing.ask(.backward) {
                try await expect(store.readLog(.backward()), oracle.events[..<Int(head)].reversed())
            }
        }
        for place in places {
            let after = place - min(place, Position(random.below(40)))
            let count = min(Int(head - after), 80)
            await probing.ask(.forward) {
                try await expect(
                    store.readLog(.forward(after: after), matching: .all, limit: count),
                    oracle.events[Int(after)..<Int(after) + count])
            }
            let from = min(head, place + Position(random.below(40)))
            await probing.ask(.backward) {
                try await expect(
                    store.readLog(.backward(from: from), matching: .all, limit: 80),
                    oracle.events[max(0, Int(from) - 80)..<Int(from)].reversed())
            }
        }
        await probing.ask(.forward) {
            let after = head - min(head, 500)
            try await expect(store.readLog(.forward(after: after)), oracle.events[Int(after)..<Int(head)])
        }
    }

    private func askStreams(_ random: inout SeededGenerator) async {
        for stream in Set(places.map { expected($0).stream }).sorted() {
            let events = oracle.events(of: stream, upTo: head)
            await probing.ask(.version) {
                let version = try await store.version(of: stream)
                guard version == events.count else {
                    throw WrongAnswer("stream \(stream) is at version \(version), expected \(events.count)")
                }
            }
            await probing.ask(.stream) { try await expect(store.read(stream), events) }
            let limit = 1 + random.below(20)
            await probing.ask(.streamBackward) {
                try await expect(
                    store.read(stream, .backward(), limit: limit), Array(events.reversed().prefix(limit)))
            }
        }
        await probing.ask(.version) {
            let version = try await store.version(of: "order-never")
            guard version == 0 else { throw WrongAnswer("a stream that does not exist is at version \(version)") }
        }
    }

    private func askQueries(_ random: inout SeededGenerator) async {
        var queries: [Query] = [.types(ShapeWorkload.types[random.below(5)]), .categories("user")]
        for place in places {
            let event = expected(place)
            for tag in event.tags { queries.append(.tagged(tag)) }
            if let tag = event.tags.first, random.chance(30) {
                queries.append(Query([.init(types: [event.type], categories: [event.stream.category], tags: [tag])]))
            }
        }
        for query in queries {
            let after = random.chance(50) ? 0 : places[random.below(places.count)] - 1
            let limit = random.chance(50) ? 1_000 : 1 + random.below(30)
            let events = oracle.events(matching: query, after: after, upTo: head)
            await probing.ask(.query) {
                try await expect(
                    store.readLog(.forward(after: after), matching: query, limit: limit), events.prefix(limit))
            }
            let backward = oracle.events(matching: query, after: 0, upTo: head).reversed().prefix(limit)
            await probing.ask(.queryBackward) {
                try await expect(store.readLog(.backward(), matching: query, limit: limit), Array(backward))
            }
        }
    }

    private func askIDs(_ random: inout SeededGenerator) async {
        for place in places {
            await probing.ask(.id) {
                let event = try await store.event(withID: expected(place).id)
                guard let event else { throw WrongAnswer("no event is found by the id of event \(place)") }
                guard event == expected(place) else {
                    throw WrongAnswer("event \(event.position) is found by the id of event \(place)")
                }
            }
        }
        let unknown = EventID(high: random.next(), low: random.next())
        await probing.ask(.id) {
            let event = try await store.event(withID: unknown)
            guard event == nil else { throw WrongAnswer("event \(event?.position ?? 0) is found by an unknown id") }
        }
    }

    private func askScan(_ random: inout SeededGenerator, isThorough: Bool) async {
        for place in isThorough ? [0] + places.prefix(2) : [places[random.below(places.count)]] {
            let after = place - min(place, 20)
            let count = isThorough ? Int(head - after) : min(Int(head - after), 300)
            await probing.ask(.scan) {
                let due = oracle.events[Int(after)..<Int(after) + count]
                try await SerialBlockingExecutor(named: "scanning").run { [store] in
                    var index = due.startIndex
                    try store.scan(after: after) { (event: EventView) -> Bool in
                        guard index < due.endIndex, event.recorded() == due[index] else {
                            throw WrongAnswer("event \(event.position) is returned, expected \(index + 1)")
                        }
                        index += 1
                        return index < due.endIndex
                    }
                    guard index == due.endIndex else { throw WrongAnswer("a scan ends before event \(index + 1)") }
                }
            }
        }
    }

    private func askSubscription(_ random: inout SeededGenerator, isThorough: Bool) async {
        let starts = isThorough ? [0, head] : [places[random.below(places.count)], head - min(head, 100)]
        for start in starts where isThorough || head - start < 5_000 {
            await probing.ask(.subscribe) {
                var index = Int(start)
                for try await message in store.subscribe(after: start) {
                    switch message {
                    case .event(let event):
                        guard index < Int(head), event == oracle.events[index] else {
                            throw WrongAnswer("event \(event.position) is returned, expected \(index + 1)")
                        }
                        index += 1
                    case .caughtUp(let position):
                        guard position == head, index == Int(head) else {
                            throw WrongAnswer(
                                "it has caught up at \(position) with event \(index), the head is \(head)")
                        }
                        return
                    }
                }
                throw WrongAnswer("a subscription ends without an error after event \(index)")
            }
        }
    }

    private func askLists(_ random: inout SeededGenerator) async {
        let category = random.chance(50) ? nil : ShapeWorkload.categories[random.below(3)]
        await probing.ask(.streams) {
            let found = Mutex<[StreamName: StreamSummary]>([:])
            try await store.forEachStream(in: category) { summary in
                try found.withLock {
                    guard $0.updateValue(summary, forKey: summary.stream) == nil else {
                        throw WrongAnswer("stream \(summary.stream) is listed twice")
                    }
                }
            }
            let all = found.withLock { $0 }
            let due = oracle.streams.filter {
                (category == nil || $0.key.category == category) && $0.value[0] < Int(head)
            }
            guard all.count == due.count else {
                throw WrongAnswer("\(all.count) streams are listed, expected \(due.count)")
            }
            for (stream, places) in due {
                let places = places.filter { $0 < Int(head) }
                let summary = StreamSummary(
                    stream: stream, version: StreamVersion(places.count), firstPosition: Position(places[0] + 1),
                    lastPosition: Position(places[places.count - 1] + 1))
                guard all[stream] == summary else { throw WrongAnswer("stream \(stream) is listed with wrong numbers") }
            }
        }
    }

    private func askFigures(_ random: inout SeededGenerator) async {
        await probing.ask(.statistics) {
            let statistics = try await store.statistics()
            guard statistics.head == head, statistics.blocks == oracle.blockCount(upTo: head) else {
                throw WrongAnswer(
                    "head \(statistics.head) with \(statistics.blocks) blocks, it is \(head) with "
                        + "\(oracle.blockCount(upTo: head))")
            }
        }
        let place = places[random.below(places.count)]
        await probing.ask(.checkpoint) {
            let checkpoint = try await store.checkpoint(at: place)
            guard checkpoint.position == place, checkpoint.fingerprint == oracle.fingerprint(at: place) else {
                throw WrongAnswer("the checkpoint at \(place) is that of another log")
            }
        }
    }
}
