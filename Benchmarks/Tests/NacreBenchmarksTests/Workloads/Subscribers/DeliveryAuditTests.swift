import Foundation
import Testing

@testable import NacreBenchmarks
@testable import NacreLoad
@testable import NacreVerification

/// Each test plants one fault in correct deliveries, and expects the audit to name it.
@Suite struct DeliveryAuditTests {
    @Test(arguments: Interest.allCases)
    func `deliveries of every matching event pass every check`(interest: Interest) {
        let sample = Sample(interest)
        #expect(sample.deliveries.positions.count >= 3)
        #expect(sample.audit().passed, "\(sample.audit())")
    }

    @Test func `a missing event is found`() {
        var sample = Sample()
        sample.remove(20)
        #expect(sample.broken().contains("every matching event is delivered"))
    }

    @Test func `a missing last event is found`() {
        var sample = Sample()
        sample.remove(sample.deliveries.positions.count - 1)
        #expect(sample.broken() == ["every matching event is delivered"])
    }

    @Test func `a duplicated event is found`() {
        var sample = Sample()
        sample.insert(sample.deliveries.positions[20], at: 21)
        #expect(sample.broken().contains("no event is delivered twice"))
    }

    @Test func `a duplicated last event is found`() {
        var sample = Sample()
        sample.insert(200, at: sample.deliveries.positions.count)
        #expect(sample.broken() == ["no event is delivered twice"])
    }

    @Test func `two events in the wrong order are found`() {
        var sample = Sample()
        sample.deliveries.positions.swapAt(30, 31)
        sample.deliveries.identities.swapAt(30, 31)
        #expect(sample.broken() == ["events are delivered in the order of the log"])
    }

    @Test func `an event that the query does not match is found`() throws {
        var sample = Sample(.tag)
        let foreign = try #require((101...200).first { !sample.deliveries.positions.contains($0) })
        let index = sample.deliveries.positions.firstIndex { $0 > foreign } ?? sample.deliveries.positions.count
        sample.insert(foreign, at: index)
        #expect(sample.broken().contains("only requested events are delivered"))
    }

    @Test func `an event before the position is found`() {
        var sample = Sample()
        sample.insert(100, at: 0)
        #expect(sample.broken().contains("only requested events are delivered"))
    }

    @Test func `an event beyond the log is found`() {
        var sample = Sample()
        sample.deliveries.note(position: 201)
        #expect(sample.broken() == ["only requested events are delivered"])
    }

    @Test func `a changed event is found`() {
        var sample = Sample()
        sample.deliveries.identities[7] = Deliveries.stranger
        #expect(sample.broken() == ["every event is delivered as it was appended"])
    }

    @Test func `another event's content at a position is found`() {
        var sample = Sample()
        sample.deliveries.identities.swapAt(7, 8)
        #expect(sample.broken() == ["every event is delivered as it was appended"])
    }

    @Test func `a subscription without a caught-up marker is found`() {
        var sample = Sample()
        sample.deliveries.markers = []
        #expect(sample.broken() == ["every subscription that keeps pace delivers a caught-up marker"])
    }

    @Test(arguments: [-1, 1])
    func `a marker one event too early or too late is found`(events: Int) {
        var sample = Sample()
        sample.deliveries.markers[1].events += events
        #expect(
            sample.broken() == [
                "a caught-up marker follows every event up to its position, and precedes all later ones"
            ])
    }

    @Test func `a marker beyond the log is found`() {
        var sample = Sample()
        sample.deliveries.markers[1].position = 500
        #expect(
            sample.broken() == [
                "a caught-up marker follows every event up to its position, and precedes all later ones"
            ])
    }

    @Test func `a subscription that ended by itself is found`() {
        var sample = Sample()
        sample.deliveries.failure = "the disk is gone"
        #expect(sample.broken() == ["no subscription ends by itself"])
    }

    @Test func `a slow subscription is judged up to its last event`() {
        var sample = Sample()
        sample.deliveries.markers = []
        while sample.deliveries.positions.count > 40 { sample.remove(40) }
        #expect(sample.audit(isWhole: false).passed)
        sample.remove(10)
        #expect(sample.broken(isWhole: false) == ["every matching event is delivered"])
    }

    @Test func `an audit without subscriptions does not pass`() {
        #expect(!DeliveryAudit(Sample().events).finish().passed)
    }

    @Test func `deliveries are read back from a file unchanged`() async throws {
        try await withTemporaryFolder { folder in
            var sample = Sample()
            sample.deliveries.failure = "naïve"
            sample.deliveries.begun = 77
            let file = folder.appendingPathComponent("deliveries")
            try WordFile.write(sample.deliveries.rows, to: file)
            #expect(try Deliveries(rows: WordFile.read(file)) == sample.deliveries)
        }
    }

    @Test func `a truncated file is refused`() async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appendingPathComponent("deliveries")
            try WordFile.write(Sample().deliveries.rows, to: file)
            let data = try Data(contentsOf: file)
            for count in [data.count - 1, data.count - 8] {
                try data.prefix(count).write(to: file)
                #expect(throws: HarnessError.self) { try WordFile.read(file) }
            }
        }
    }

    @Test func `delays of new events count from the call and from the answer`() throws {
        let sample = Sample()
        var delays = DeliveryDelays()
        delays.add(sample.deliveries, of: sample.events, after: 150)
        #expect(delays.count == 50)
        // Called at 1,000 times the position, answered 600 later, handed out 500 after the call.
        #expect(delays.fromCall.summary?.max == 500)
        #expect(delays.fromAnswer.summary?.max == 0)
        #expect(delays.beforeAnswer == 50)
    }

    @Test func `catching up ends at the first marker, under load or not`() throws {
        var sample = Sample()
        sample.deliveries.begun = 100_000
        sample.deliveries.markers = [.init(position: 200, events: 100, moment: 600_000)]
        let catchUp = try #require(CatchUp(sample.deliveries, loadEnd: 600_000))
        #expect(catchUp.nanoseconds == 500_000)
        #expect(catchUp.eventsPerSecond == 200_000)
        #expect(catchUp.wasUnderLoad)
        #expect(CatchUp(sample.deliveries, loadEnd: 599_999)?.wasUnderLoad == false)
        sample.deliveries.markers = []
        #expect(CatchUp(sample.deliveries, loadEnd: 0) == nil)
    }
}

/// 200 events, and a subscription after position 100 to those that match an interest.
private struct Sample {
    var events = AnnouncedEvents(writers: 2)
    var deliveries = Deliveries()
    let plan: SubscriptionPlan

    init(_ interest: Interest = .everything) {
        plan = SubscriptionPlan(interest: interest, after: 100)
        var records = (0..<2).map { _ in WriterRecord(eventsPerAcknowledgement: 1) }
        var moments: [[UInt64]] = [[], []]
        for position in UInt64(1)...200 {
            let writer = Int(position % 2)
            records[writer].acknowledgements.append(
                .init(firstPosition: position, place: .init(stream: 3, firstVersion: position)))
            records[writer].latencies.append(600)
            moments[writer].append(1_000 * position + 600)
        }
        events.take(records, answered: moments)
        deliveries.markers = [.init(position: 100, events: 0, moment: 1)]
        for position in UInt64(101)...200 {
            guard let event = events[position], interest.isMet(by: event.mark) else { continue }
            deliveries.note(position: position, identity: event.mark.identity)
        }
        deliveries.markers.append(.init(position: 200, events: deliveries.positions.count, moment: 300_000))
    }

    mutating func remove(_ index: Int) {
        deliveries.positions.remove(at: index)
        deliveries.identities.remove(at: index)
        deliveries.moments.remove(at: index)
        for marker in deliveries.markers.indices where deliveries.markers[marker].events > index {
            deliveries.markers[marker].events -= deliveries.markers[marker].position == 200 ? 0 : 1
        }
    }

    mutating func insert(_ position: UInt64, at index: Int) {
        deliveries.positions.insert(position, at: index)
        deliveries.identities.insert(events[position]?.mark.identity ?? 0, at: index)
        deliveries.moments.insert(0, at: index)
    }

    func audit(isWhole: Bool = true) -> AuditReport {
        var audit = DeliveryAudit(events)
        audit.observe(deliveries, of: plan, "a subscription", isWhole: isWhole)
        return audit.finish()
    }

    func broken(isWhole: Bool = true) -> Set<String> {
        Set(audit(isWhole: isWhole).checks.filter { !$0.passed }.map(\.name))
    }
}

extension Deliveries {
    fileprivate mutating func note(position: UInt64, identity: UInt64 = 0) {
        positions.append(position)
        identities.append(identity)
        moments.append(1_000 * position + 500)
    }
}
