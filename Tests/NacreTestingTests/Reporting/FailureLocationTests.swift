import Nacre
import NacreTesting
import Synchronization
import Testing

/// The source location that a test report gives for a failed scenario.
@Suite struct FailureLocationTests {
    private let placed = OrderEvent.placed(customer: "ada", items: [])
    private let codec = OrderEventCodec()

    /// The issues that a body records; they do not count against this test.
    private func issues(_ body: () async throws -> Void) async -> [Issue] {
        let issues = Mutex<[Issue]>([])
        try? await withKnownIssue {
            try await body()
        } matching: { issue in
            issues.withLock { $0.append(issue) }
            return true
        }
        return issues.withLock(\.self)
    }

    /// Expects that a body records one issue, at an offset in lines from the call.
    private func expectOneIssue(
        _ lines: Int, below location: SourceLocation = #_sourceLocation, of body: () async throws -> Void
    ) async {
        let issues = await issues(body)
        #expect(issues.map { $0.sourceLocation?.line } == [location.line + lines])
        #expect(issues.map { $0.sourceLocation?.fileID } == [location.fileID])
        #expect(issues.first?.comments.isEmpty == false)
    }

    @Test func `a failing decider scenario is reported at its line and ends the test`() async {
        var hasGoneOn = false
        await expectOneIssue(5) {
            try OrderDecider.given(placed)
                .when(.pay(cents: 100)).then(.paid(cents: 100))
                .when(.ship).then(.shipped)
                .when(.ship)
                .then(.shipped)
            hasGoneOn = true
        }
        #expect(!hasGoneOn)
    }

    @Test func `every way to end a decider scenario reports its line`() async {
        let outcome = OrderDecider.given(placed).when(.pay(cents: 1))
        await expectOneIssue(0) { try outcome.then([]) }
        await expectOneIssue(0) { try outcome.thenNothing() }
        await expectOneIssue(0) { try outcome.thenFails(with: .missing) }
        await expectOneIssue(0) { try outcome.thenFails(\.missing, is: 7) }
        await expectOneIssue(0) { try outcome.thenState(\.cents, is: 7) }
        await expectOneIssue(0) { try outcome.thenState(is: Order()) }
        await expectOneIssue(0) { try OrderDecider.given(placed).thenState(\.cents, is: 7) }
        await expectOneIssue(0) { try OrderDecider.given(placed).thenState(is: Order()) }
    }

    @Test func `a failing projection scenario is reported at its line`() async throws {
        let scenario = try OrdersProjection().given("order-1", [placed], by: codec)
        let outcome = try await scenario.thenRows("order-1 has paid 0", in: 0)
        await expectOneIssue(0) { try await scenario.thenRows("nothing") }
        await expectOneIssue(0) { try await scenario.thenHalts(at: 1) }
        await expectOneIssue(0) { try outcome.thenRows("nothing") }
    }

    @Test func `a failing process scenario is reported at its line`() async throws {
        let noting = ProcessScenario { _, _ in Noting() }.given("a-1", EventData(type: "Happened", data: []))
        let outcome = try await noting.when("a-1", EventData(type: "Happened", data: []))
        await expectOneIssue(0) { try outcome.then("b-1", EventData(type: "Noted", data: [])) }
        await expectOneIssue(0) { try outcome.then("b-1", [OrderEvent.shipped], by: codec) }
        await expectOneIssue(0) { try outcome.thenNothing() }
        await expectOneIssue(0) { try outcome.thenHalts() }
        let halting = noting.given("a-1", EventData(type: "Poison", data: []))
        await expectOneIssue(0) { _ = try await halting.when("a-1", EventData(type: "Happened", data: [])) }
    }

    /// Records every event, and fails on poison.
    private struct Noting: ProcessManager {
        struct Poisoned: Error {}

        let name = "noting"
        let query = Query.all

        func react(to event: RecordedEvent) async throws -> Commit? {
            if event.type == "Poison" { throw Poisoned() }
            return event.type == "Happened" ? Commit([EventData(type: "Noted", data: [])], to: "notes-1") : nil
        }
    }
}
