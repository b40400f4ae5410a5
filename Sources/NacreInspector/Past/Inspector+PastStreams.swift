import DomainKit
import Nacre
import NacreRuntime
import NacreTool

extension Inspector {
    /// What can be looked at as it was.
    func past() -> InspectorAnswer {
        page("Past", .past, PastPage(projections: runtime.models.names.map(PastPage.Projection.init)))
    }

    /// The state of a stream after one of its events.
    func streamState(_ parameters: Parameters) async throws -> InspectorAnswer {
        guard let name = parameters.value("stream") else { return .redirect(to: Address.past) }
        let stream = StreamName(name)
        try stream.validate(as: "stream name")
        let last = try await runtime.store.version(of: stream)
        guard last > 0 else { throw CommandError.noSuchStream(stream, tool: tool) }
        let version: StreamVersion
        if let text = parameters.value("version") {
            guard let given = StreamVersion(text), (1...last).contains(given) else {
                throw InspectorError.cannotShow(
                    "version=\(quoted(text)) is not a version of the stream: give one from 1 to \(last).")
            }
            version = given
        } else if let moment = try PastMoment(parameters).moment {
            return .redirect(to: Address.state(of: name, at: try await self.version(of: stream, asOf: moment)))
        } else {
            version = last
        }
        let event = try await runtime.store.read(stream, .forward(after: version - 1), limit: 1).first()
        guard let event else { throw CommandError.noSuchStream(stream, tool: tool) }
        let state = try await StreamState(after: event, in: runtime)
        return page(
            "\(name.inCell) at version \(version)", .state,
            StatePage(state, of: stream, at: version, of: last, command: command))
    }

    /// The version that a stream had at a moment.
    private func version(of stream: StreamName, asOf moment: Runtime.Moment) async throws -> StreamVersion {
        let extent = try await runtime.extent(of: moment)
        var version: StreamVersion = 0
        if case .happened = moment {
            try await runtime.forEachEvent(of: stream, in: extent) { version = $0.version }
        } else {
            version = try await runtime.store.version(of: stream, upTo: extent.position)
        }
        guard version > 0 else {
            throw InspectorError(
                status: 404, title: "The stream did not exist yet",
                detail: "The stream \(quoted(stream.text)) had no event by then.")
        }
        return version
    }
}

/// What can be looked at as it was, as it is rendered.
struct PastPage: Sendable {
    /// A projection.
    struct Projection: Sendable {
        let name: String

        /// The name as it is, for forms.
        let value: String

        init(_ name: String) {
            self.name = name.inCell
            value = name
        }
    }

    let projections: [Projection]
    let hasProjections: Bool

    init(projections: [Projection]) {
        self.projections = projections
        hasProjections = !projections.isEmpty
    }
}
