import FeatureAPI
import NIOCore
import Synchronization

/// What the event stream of a page has shown, and when.
package final class ShownChanges: Sendable {
    /// The first event that shows an item at a change, or a later one.
    package struct Arrival: Hashable, Sendable {
        package var number: Int

        /// By ``monotonicNanoseconds()``.
        package var moment: UInt64

        package init(number: Int, moment: UInt64) { (self.number, self.moment) = (number, moment) }
    }

    private struct State {
        var parser = ServerSentEventParser()
        var arrivals: [Int: [Arrival]] = [:]
        var events = 0
        var bytes = 0
        var failure: String?
    }

    private let state = Mutex(State())

    package init() {}

    /// The number of events so far.
    package var events: Int { state.withLock { $0.events } }

    /// The number of bytes so far.
    package var bytes: Int { state.withLock { $0.bytes } }

    /// Why the stream has ended; `nil` while it is open.
    package var failure: String? { state.withLock { $0.failure } }

    /// The arrivals of each item's changes, in order; each shows a later change than the one before.
    package var arrivals: [Int: [Arrival]] { state.withLock { $0.arrivals } }

    /// Notes the next bytes of the stream.
    package func receive(_ bytes: some Collection<UInt8>) {
        let now = monotonicNanoseconds()
        state.withLock { state in
            state.bytes += bytes.count
            do {
                for event in try state.parser.parse(bytes) {
                    state.events += 1
                    for (item, number) in PageChange.shown(in: event.data)
                    where number > state.arrivals[item]?.last?.number ?? 0 {
                        state.arrivals[item, default: []].append(Arrival(number: number, moment: now))
                    }
                }
            } catch {
                state.failure = "\(error)"
            }
        }
    }

    /// Notes that the stream has ended.
    package func end(_ reason: String) {
        state.withLock { state in state.failure = state.failure ?? reason }
    }

    /// When a change, or a later one of the same item, was shown first; `nil` if it was not.
    package func moment(of change: PageChange) -> UInt64? {
        state.withLock { state in
            guard let ofItem = state.arrivals[change.item] else { return nil }
            // The first whose number is not below.
            var (low, high) = (0, ofItem.count)
            while low < high {
                let middle = (low + high) / 2
                if ofItem[middle].number < change.number { low = middle + 1 } else { high = middle }
            }
            return low < ofItem.count ? ofItem[low].moment : nil
        }
    }
}
