import DomainKit
import Nacre
import NacreRuntime
import NacreTool

/// The moment that a view of the past shows, as its address names it.
struct PastMoment: Sendable {
    /// The text of the parameter `as-of`; `nil` for the present.
    let text: String?

    /// The time of events that it refers to; `nil` for the default.
    let clock: AsOfOptions.Clock?

    /// The moment; `nil` for the present.
    let moment: Runtime.Moment?

    /// Reads the parameters `as-of` and `by`.
    ///
    /// - Throws: ``InspectorError`` if they are no moment.
    init(_ parameters: Parameters) throws {
        text = parameters.value("as-of")
        clock = try parameters.clock()
        guard let text else {
            moment = nil
            return
        }
        let point = try InspectorError.shown("as-of") { try AsOfOptions.parse(text) }
        if case .position = point, clock == .time {
            throw InspectorError.cannotShow("by=time needs a time: \(quoted(text)) is a position.")
        }
        moment = point.moment(by: clock)
    }

    /// The options of commands for the moment.
    var options: [String] {
        guard let text else { return [] }
        return ["--as-of", text] + (clock.map { ["--by", $0.rawValue] } ?? [])
    }

    /// The moment whose position is known.
    static func position(_ position: Position) -> [String] { ["--as-of", "\(position)"] }
}
