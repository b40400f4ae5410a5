import ArgumentParser
import DomainKit

/// What events are counted by.
enum CountKey: String, CaseIterable, ExpressibleByArgument, Sendable {
    case type, category, stream, actor
    case second, minute, hour, day, month, year

    /// The seconds of a unit of time that always has the same length; `nil` for other keys.
    var seconds: Int64? {
        switch self {
        case .second: 1
        case .minute: 60
        case .hour: 3_600
        case .day: 86_400
        case .type, .category, .stream, .actor, .month, .year: nil
        }
    }

    /// Whether it is a unit of time.
    var isTime: Bool { seconds != nil || self == .month || self == .year }

    /// The length of a unit's text, as a prefix of an ISO 8601 time; `nil` for other keys.
    private var textLength: Int? {
        switch self {
        case .second: 19
        case .minute: 16
        case .hour: 13
        case .day: 10
        case .month: 7
        case .year: 4
        case .type, .category, .stream, .actor: nil
        }
    }

    /// The text of the unit of time that contains a moment: `2026-05`, `2026-05-01T12`.
    func text(at moment: Instant) -> String {
        String(moment.description.prefix(textLength ?? .max))
    }
}
