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

    /// Writes events and heartbeats until the stream ends, the client goes, or its session ends.
    ///
    /// An error of the stream is sent as its last event.
    @concurrent func write(to writer: inout any ResponseBodyWriter) async throws {
        let mailbox = EventMailbox()
        // Both are cancelled and awaited when this function ends.
        async let _: Void = send(to: mailbox)
        async let _: Void = beat(to: mailbox)
        for await _ in mailbox.wakes { try await writer.write(ByteBuffer(string: mailbox.take())) }
        try await writer.finish(nil)
    }

    private func send(to mailbox: EventMailbox) async throws {
        defer { mailbox.finish() }
        do {
            try await stream.run { mailbox.put($0) }
        } catch is CancellationError {
            // The stream was ended from the other side.
        } catch {
            let data = try MessageCoding.encode(Failure.unexpected.problem)
            mailbox.put(ServerSentEvent(event: "problem", data: String(decoding: data, as: UTF8.self)))
        }
    }

    private func beat(to mailbox: EventMailbox) async throws {
        defer { mailbox.finish() }
        while try await isAllowed() {
            try await Task.sleep(for: heartbeat)
            mailbox.beat()
        }
    }
}
