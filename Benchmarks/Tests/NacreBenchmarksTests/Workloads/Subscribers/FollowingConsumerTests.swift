import Nacre
import Testing

@testable import NacreBenchmarks
@testable import NacreLoad

@Suite struct FollowingConsumerTests {
    /// A log without events, whose subscriptions end with an error, or never deliver anything.
    private struct Log: SubscriptionSource {
        var error: (any Error)?

        mutating func nextBatch() async throws -> SubscriptionBatch {
            if let error { throw error }
            return SubscriptionBatch(events: [], position: 0, isAtHead: true)
        }

        func waitForEvents(after position: Position) async throws { try await Task.sleep(for: .seconds(3_600)) }
    }

    private let consumer = FollowingConsumer(
        SubscriptionPlan(interest: .everything, after: 0), templates: PayloadTemplates(of: SampleRun.load))

    @Test func `a subscription that ends without cancellation has failed`() async {
        await consumer.follow(Subscription(after: 0) { Log(error: CancellationError()) })
        #expect(consumer.hasFailed)
    }

    @Test func `a cancelled subscription has not failed`() async throws {
        let task = Task { [consumer] in await consumer.follow(Subscription(after: 0) { Log() }) }
        while !consumer.hasCaughtUp { try await Task.sleep(for: .milliseconds(1)) }
        task.cancel()
        await task.value
        #expect(!consumer.hasFailed)
    }
}
