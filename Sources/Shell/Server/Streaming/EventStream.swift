import DomainKit
public import FeatureAPI
import NacreServices

/// Values that are sent as server-sent events, each with an id by which the stream is resumed.
public struct EventStream: Sendable {
    // API-07: An event stream sends the whole value, and its id says which value that was.

    /// The events that are sent once the connection can take them; unless newer ones have replaced them until then.
    public typealias Pending = @Sendable () async throws -> [ServerSentEvent]

    /// Sends events until the server shuts down, or the task is cancelled.
    let run: @Sendable (_ send: @escaping @Sendable (@escaping Pending) -> Void) async throws -> Void

    /// Creates a stream.
    ///
    /// - Parameter run: Sends events until the server shuts down, or the task is cancelled.
    public init(run: @escaping @Sendable (_ send: @escaping @Sendable (@escaping Pending) -> Void) async throws -> Void)
    {
        self.run = run
    }

    /// Creates a stream of a live query's values.
    ///
    /// The id of an event is a digest of its data. A client that resumes with the id of the present value gets no event
    /// until the value changes; with any other id, it gets the present value.
    ///
    /// - Parameters:
    ///   - values: The values.
    ///   - name: The kind of the events.
    ///   - lastEventID: The id of the last event that the client has seen.
    ///   - message: The message of a value; `nil` for a value that is not sent.
    init<Value: Equatable & Sendable, Message: APIMessage>(
        _ values: LiveValues<Value>, as name: String, after lastEventID: String?,
        _ message: @escaping @Sendable (Value) -> Message?
    ) {
        run = { send in
            var last = lastEventID
            for try await value in values.untilShutdown() {
                guard let message = message(value) else { continue }
                let data = try MessageCoding.encode(message)
                let id = SHA1.digest(of: data).prefix(12).map { byte in
                    (byte < 16 ? "0" : "") + String(byte, radix: 16)
                }.joined()
                guard id != last else { continue }
                last = id
                let event = ServerSentEvent(id: id, event: name, data: String(decoding: data, as: UTF8.self))
                send { [event] }
            }
        }
    }
}
