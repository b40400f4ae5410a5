import AuthDomain
import DomainKit
import FeatureAPI
import ServiceLifecycle
import ShellServer

extension PageSite {
    // PAGE-06: One event stream serves all pages of a browser.

    /// The event stream of a browser: first its pages with their states, then what changes.
    func events(_ visit: Visit) throws -> SiteAnswer {
        guard let browser = visit.cookies.browser else { throw Problem.otherForm }
        let (pages, proof) = (pages, visit.proof(for: browser))
        let session = visit.caller?.account.session.id
        let stream = EventStream { send in
            let (changes, change) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
            let (open, stream) = await pages.stream(of: browser, in: session) { change.yield() }
            // What waits to be sent may be replaced: it begins with the pages until they were sent.
            let events: EventStream.Pending = {
                let (beginning, updates) = await (open.beginning(of: stream), open.updates(on: stream))
                return try (beginning.map { [try Self.event("pages", $0)] } ?? [])
                    + updates.map { try Self.event("update", $0.filled(csrf: proof)) }
            }
            send(events)
            for await _ in changes.cancelOnGracefulShutdown() { send(events) }
            await pages.close(stream, of: browser)
        }
        return SiteAnswer("pageEvents", .events(stream), to: visit.caller)
    }

    private static func event(_ name: String, _ value: some Encodable) throws -> ServerSentEvent {
        ServerSentEvent(event: name, data: String(decoding: try MessageCoding.encode(value), as: UTF8.self))
    }
}
