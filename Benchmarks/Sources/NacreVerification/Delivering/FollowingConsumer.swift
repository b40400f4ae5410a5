package import Nacre
import Synchronization

/// A running subscription, and its consumer's records so far.
package final class FollowingConsumer: Sendable {
    package let plan: SubscriptionPlan
    private let templates: PayloadTemplates
    private let deliveries = Mutex(Deliveries())

    package init(_ plan: SubscriptionPlan, templates: PayloadTemplates) {
        self.plan = plan
        self.templates = templates
    }

    /// Its position: that of the last event or marker.
    package var reached: Position {
        deliveries.withLock { max($0.positions.last ?? 0, $0.markers.last?.position ?? 0) }
    }

    package var hasCaughtUp: Bool { deliveries.withLock { !$0.markers.isEmpty } }

    /// Whether it has ended by itself, which is always a failure.
    package var hasFailed: Bool { deliveries.withLock { $0.failure != nil } }

    package var record: Deliveries { deliveries.withLock { $0 } }

    /// Follows the subscription until the task is cancelled.
    @concurrent
    package func follow(_ subscription: Subscription) async {
        deliveries.withLock { $0.begun = monotonicNanoseconds() }
        do {
            for try await message in subscription {
                let moment = monotonicNanoseconds()
                switch message {
                case .event(let event):
                    let identity = identity(of: event)
                    deliveries.withLock { $0.note(event, identity: identity, at: moment) }
                    if plan.rest > 0 { try await Task.sleep(nanoseconds: plan.rest) }
                case .caughtUp(let position):
                    deliveries.withLock {
                        $0.markers.append(.init(position: position, events: $0.positions.count, moment: moment))
                    }
                }
            }
            if !Task.isCancelled { deliveries.withLock { $0.failure = "it ended as if the log had an end" } }
        } catch is CancellationError where Task.isCancelled {
            // Cancellation is its regular end.
        } catch {
            deliveries.withLock { $0.failure = "\(error)" }
        }
    }

    private func identity(of event: RecordedEvent) -> UInt64 {
        guard let mark = EventMark(of: event.data.span.bytes), mark.isAnnounced(by: event, in: templates) else {
            return Deliveries.stranger
        }
        return mark.identity
    }
}
