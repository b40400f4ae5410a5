import AsyncHTTPClient
import FeatureAPI
import NIOCore
import NIOHTTP1

@testable import ShellPages

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The event stream has ended, or is none.
struct NoEvents: Error {}

/// Reads the events of an answer until it is released.
final class EventReader {
    private var events: AsyncThrowingStream<ServerSentEvent, any Error>.AsyncIterator
    private let reading: Task<Void, Never>

    init(_ response: HTTPClientResponse) throws {
        guard response.status == .ok else { throw NoEvents() }
        let (stream, continuation) = AsyncThrowingStream.makeStream(of: ServerSentEvent.self)
        events = stream.makeAsyncIterator()
        reading = Task {
            var parser = ServerSentEventParser()
            do {
                for try await bytes in response.body {
                    for event in try parser.parse(Array(bytes.readableBytesView)) { continuation.yield(event) }
                }
                continuation.finish()
            } catch {
                continuation.finish(throwing: error)
            }
        }
    }

    deinit { reading.cancel() }

    /// The next event.
    func next() async throws -> ServerSentEvent {
        guard let event = try await events.next(isolation: #isolation) else { throw NoEvents() }
        return event
    }

    /// The next update of a page.
    func update(of page: String) async throws -> PageUpdate {
        while true {
            let event = try await next()
            guard event.event == "update" else { continue }
            let update = try JSONDecoder().decode(PageUpdate.self, from: Data(event.data.utf8))
            if update.page == page { return update }
        }
    }
}
