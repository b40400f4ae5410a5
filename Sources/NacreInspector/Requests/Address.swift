import Nacre

/// The addresses of the views.
enum Address {
    /// The newest events of the log.
    static let log = "/log"

    /// The events over the time of the whole log.
    static let timeline = "/timeline"

    /// The questions that can be asked, and those that have been.
    static let ask = "/ask"

    /// The form of a kind of question.
    static func ask(_ kind: QuestionKind) -> String { "\(ask)/\(kind.name)" }

    /// The events of a log with one property.
    static func log(_ name: String, _ value: String) -> String {
        var parameters = Parameters()
        parameters.add(name, value)
        return log + parameters.query
    }

    /// The events of a range of positions, such as a commit.
    static func log(_ positions: ClosedRange<Position>) -> String {
        var parameters = Parameters()
        parameters.add("from", "\(positions.lowerBound)")
        parameters.add("to", "\(positions.upperBound)")
        return log + parameters.query
    }

    /// Ends the work on the question with an address.
    static func cancel(_ question: String) -> String { "/cancel?at=" + PercentCoding.encode(question) }

    /// Asks the question with an address again.
    static func again(_ question: String) -> String { "/again?at=" + PercentCoding.encode(question) }

    /// An event.
    static func event(_ position: Position) -> String { "/events/\(position)" }

    /// The causes and consequences of an event.
    static func trace(_ position: Position) -> String { "/trace/\(position)" }

    /// All events of a correlation.
    static func trace(correlation id: String) -> String {
        var parameters = Parameters()
        parameters.add("correlation", id)
        return "/trace" + parameters.query
    }
}
