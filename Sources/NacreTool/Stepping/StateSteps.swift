import Nacre
import NacreRuntime

/// The events of a stream or of the whole log, each with the state of its stream.
struct StateSteps: StepSource {
    /// The maximum number of streams of which states are kept.
    private static let maxStreams = 16

    private let runtime: Runtime

    /// The stream; `nil` for the whole log.
    private let stream: StreamName?

    private var states: [StreamName: StreamStates] = [:]

    /// The event at which the view was last, whose neighbours in the stream need no search.
    private var last: (position: Position, version: StreamVersion) = (0, 0)

    init(of stream: StreamName?, in runtime: Runtime) {
        self.stream = stream
        self.runtime = runtime
    }

    var title: String { stream.map { TerminalText.cell($0.text) } ?? "the whole log" }

    mutating func step(after position: Position) async throws -> Step? {
        guard let stream else {
            let order = ReadOrder.forward(after: position)
            return try await step(of: runtime.store.readLog(order, matching: .all, limit: 1).first())
        }
        return try await step(of: stream, version(upTo: position, of: stream) + 1)
    }

    mutating func step(before position: Position) async throws -> Step? {
        guard position > 1 else { return nil }
        guard let stream else {
            let order = ReadOrder.backward(from: position - 1)
            return try await step(of: runtime.store.readLog(order, matching: .all, limit: 1).first())
        }
        let version = try await version(upTo: position - 1, of: stream)
        return version == 0 ? nil : try await step(of: stream, version)
    }

    /// The version of the last event of a stream up to a position; 0 if there is none.
    private func version(upTo position: Position, of stream: StreamName) async throws -> StreamVersion {
        if position == last.position { return last.version }
        if position + 1 == last.position { return last.version - 1 }
        return try await runtime.store.version(of: stream, upTo: position)
    }

    private mutating func step(of event: RecordedEvent?) async throws -> Step? {
        guard let event else { return nil }
        return try await step(of: event.stream, event.version)
    }

    private mutating func step(of stream: StreamName, _ version: StreamVersion) async throws -> Step? {
        if states[stream] == nil, states.count >= Self.maxStreams { states = [:] }
        // Moved out, so that it is changed in place.
        var known = states.removeValue(forKey: stream) ?? StreamStates(of: stream, in: runtime)
        let step = try await known.step(at: version)
        states[stream] = known
        if let step { last = (step.event.position, step.event.version) }
        return step
    }
}
