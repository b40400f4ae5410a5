import Nacre
import NacreTool

extension Address {
    /// The past of streams and read models.
    static let past = "/past"

    /// The state of a stream after one of its events.
    static func state(of stream: String, at version: StreamVersion? = nil) -> String {
        var parameters = Parameters()
        parameters.add("stream", stream)
        if let version { parameters.add("version", "\(version)") }
        return "/past/stream" + parameters.query
    }

    /// The rows of a read model as of a position.
    static func rows(of projection: String, asOf position: Position) -> String {
        var parameters = Parameters()
        parameters.add("projection", projection)
        parameters.add("as-of", "\(position)")
        return "/past/rows" + parameters.query
    }

    /// The events that gave the fields of a row their values.
    static func row(_ row: String, of projection: String, asOf moment: PastMoment, isHistory: Bool = false) -> String {
        var parameters = Parameters()
        parameters.add("projection", projection)
        parameters.add("row", row)
        if let text = moment.text { parameters.add("as-of", text) }
        if let clock = moment.clock { parameters.add("by", clock.rawValue) }
        if isHistory { parameters.add("history", "true") }
        return "/past/row" + parameters.query
    }
}
