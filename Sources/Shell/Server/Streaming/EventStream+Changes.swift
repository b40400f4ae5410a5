import DomainKit
import FeatureAPI
import NacreServices

extension EventStream {
    // API-13: One stream of signals serves all observers of a client.

    /// Creates a stream of signals, whose ids are the marks of a change feed.
    ///
    /// A client that resumes with the id of the present mark gets no signal until there is a change. With any other id it
    /// gets one at once, because it may have missed changes.
    ///
    /// - Parameters:
    ///   - changes: The changes.
    ///   - lastEventID: The id of the last signal that the client has seen.
    init(_ changes: any ChangeFeed, after lastEventID: String?) {
        run = { send in
            let marks = LiveValues(following: changes) { try await changes.mark() }
            var last = lastEventID
            for try await mark in marks.untilShutdown() where "\(mark)" != last {
                last = nil
                let data = try MessageCoding.encode(ChangeMessage(position: mark))
                let signal = ServerSentEvent(
                    id: "\(mark)", event: "change", data: String(decoding: data, as: UTF8.self))
                send { [signal] }
            }
        }
    }
}
