import FeatureAPI
import Hummingbird
import HummingbirdCore
import NIOCore

/// A place among the open event streams, which is free again when the last reference is gone.
///
/// The body of an answer is not always written: the client may have gone before.
final class StreamSlot: Sendable {
    private let release: @Sendable () -> Void

    init(_ release: @escaping @Sendable () -> Void) {
        self.release = release
    }

    deinit { release() }
}

/// Writes an event stream to a connection.
struct EventWriting: Sendable {
    let stream: EventStream
    let heartbeat: Duration
    let slot: StreamSlot

    /// Whether the client may still read the stream.
    let isAllowed: @Sendable () async throws -> Bool

    /// Called with an error that ends the stream; not with those of the connection, by which clients go.
    let report: @Sendable (any Error) -> Void

    /// Writes events and heartbeats until the stream ends, the client goes, or its session ends.
    ///
    /// An error of the stream is reported, and its client gets a problem as the last event.
    @concurrent func write(to writer: inout any ResponseBodyWriter) async throws {
        let mailbox = EventMailbox()
        // Both are cancelled and awaited when this function ends.
        async let _: Void = send(to: mailbox)
        async let _: Void = beat(to: mailbox)
        for await _ in mailbox.wakes { try await writer.write(ByteBuffer(string: await text(in: mailbox))) }
        try await writer.finish(nil)
    }

    /// The text to send now; that of a problem if the events cannot be made.
    private func text(in mailbox: EventMailbox) async throws -> String {
        do {
            return try await mailbox.take()
        } catch {
            try fail(error, in: mailbox)
            return try await mailbox.take()
        }
    }

    private func send(to mailbox: EventMailbox) async throws {
        do {
            try await stream.run { mailbox.put($0) }
            mailbox.finish()
        } catch {
            try fail(error, in: mailbox)
        }
    }

    private func beat(to mailbox: EventMailbox) async throws {
        do {
            while try await isAllowed() {
                try await Task.sleep(for: heartbeat)
                mailbox.beat()
            }
            mailbox.finish()
        } catch {
            try fail(error, in: mailbox)
        }
    }

    /// Ends the stream with a problem.
    private func fail(_ error: any Error, in mailbox: EventMailbox) throws {
        defer { mailbox.finish() }
        // Otherwise the stream was ended from the other side.
        guard !(error is CancellationError) else { return }
        report(error)
        let data = try MessageCoding.encode(Failure.unexpected.problem)
        let event = ServerSentEvent(event: "problem", data: String(decoding: data, as: UTF8.self))
        mailbox.put { [event] }
    }
}
