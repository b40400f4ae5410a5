import DomainKit
import NacreTool

/// The time that a timeline shows.
struct TimelineSpan: Hashable, Sendable {
    let clock: AsOfOptions.Clock
    var since: Instant
    var until: Instant

    /// Its length.
    var nanoseconds: Int64 {
        let (length, isBeyond) = until.nanosecondsSince1970.subtractingReportingOverflow(since.nanosecondsSince1970)
        return isBeyond ? .max : max(1, length)
    }

    /// The share of the span that is before a moment, between 0 and 1.
    func share(before moment: Instant) -> Double {
        let before = Double(moment.nanosecondsSince1970) - Double(since.nanosecondsSince1970)
        return min(1, max(0, before / Double(nanoseconds)))
    }

    /// The span with bounds that are moved by shares of its length.
    func moved(since first: Double, until last: Double) -> TimelineSpan {
        var moved = self
        moved.since = since.moved(by: first * Double(nanoseconds))
        moved.until = until.moved(by: last * Double(nanoseconds))
        return moved
    }

    /// The parameters of an address, and with the names of `count`'s and `find`'s options.
    var parameters: Parameters {
        var parameters = Parameters()
        parameters.add("by", clock.rawValue)
        parameters.add("since", since.description)
        parameters.add("until", until.description)
        return parameters
    }

    /// The options of `count` and `find` that select the same events.
    var options: [String] {
        parameters.all.map { ShownCommand.option($0.name, $0.value) }
    }

    /// The address of its timeline.
    var address: String { Address.timeline + parameters.query }

    /// The address of its events.
    ///
    /// - Parameter type: Their type; `nil` for all.
    /// - Returns: The address.
    func log(type: String? = nil) -> String {
        var parameters = Parameters()
        if let type { parameters.add("type", type) }
        for parameter in self.parameters.all { parameters.add(parameter.name, parameter.value) }
        return Address.log + parameters.query
    }
}

extension Instant {
    /// The moment a number of nanoseconds later, within the times that there are.
    func moved(by nanoseconds: Double) -> Instant {
        let moved = Double(nanosecondsSince1970) + nanoseconds
        guard abs(moved) < 9.2e18 else { return Instant(nanosecondsSince1970: moved < 0 ? .min : .max, decimals: 9) }
        return Instant(nanosecondsSince1970: nanosecondsSince1970 + Int64(nanoseconds), decimals: 9)
    }
}
