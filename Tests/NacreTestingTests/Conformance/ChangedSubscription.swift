import Nacre

/// The messages of a subscription, changed as a mutation says.
struct ChangedSubscription: SubscriptionSource {
    var iterator: Subscription.Iterator
    let mutation: Mutation.Kind?
    private var position: Position = 0
    private var upcoming: [SubscriptionBatch] = []

    init(iterator: Subscription.Iterator, mutation: Mutation.Kind?) {
        self.iterator = iterator
        self.mutation = mutation
        if mutation == .marksTooEarly { upcoming = [SubscriptionBatch(events: [], position: 0, isAtHead: true)] }
    }

    mutating func nextBatch() async throws -> SubscriptionBatch {
        if !upcoming.isEmpty { return upcoming.removeFirst() }
        do {
            switch try await iterator.next() {
            case .event(let event): take(mutation == .followsWithoutMetadata ? event.withoutMetadata : event)
            case .caughtUp(let head): take(marker: head)
            case nil: throw EventStoreError(.closed, "it is over")
            }
        } catch let error as EventStoreError where error.code == .closed && mutation == .endsDifferentlyWhenClosed {
            throw EventStoreError(.inputOutput, error.message)
        }
        return upcoming.removeFirst()
    }

    // The subscription itself waits.
    func waitForEvents(after position: Position) async throws {}

    private mutating func take(_ event: RecordedEvent) {
        let isRepeated = mutation == .deliversTwice && event.position == 2
        position = event.position
        upcoming.append(
            SubscriptionBatch(events: isRepeated ? [event, event] : [event], position: position, isAtHead: false))
        if mutation == .marksEveryMessage {
            upcoming.append(SubscriptionBatch(events: [], position: position, isAtHead: true))
        }
    }

    private mutating func take(marker head: Position) {
        position = mutation == .marksLastMatch ? position : head
        upcoming.append(SubscriptionBatch(events: [], position: position, isAtHead: true))
    }
}
