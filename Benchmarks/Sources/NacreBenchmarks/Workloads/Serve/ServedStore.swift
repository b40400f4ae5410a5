import Foundation
import ItemsDomain
import NIOCore

/// A running server with its clients.
struct ServedStore: Sendable {
    let server: ServerProcess
    private let tokens: [[String]]
    private let loop: any EventLoop
    private(set) var clients: [ServedClient]

    /// Failed requests so far.
    private var failures: [AppendFailure] = []

    /// The seconds within which the first items must be created.
    private static let fillingSeconds = 600.0

    /// Starts a server on an empty folder, and creates the first items.
    init(_ engine: EngineName, _ load: ServedLoad, in folder: URL, _ loop: any EventLoop) async throws {
        (server, tokens) = try await ServedEngine(engine).start(in: folder, load.served, loop)
        self.loop = loop
        clients = load.clients(tokens)
        let filling = RequestLoad(.creating, seconds: Self.fillingSeconds, requests: load.items)
        do {
            _ = try await run(filling, watchedBy: nil)
        } catch {
            await server.kill()
            throw error
        }
    }

    /// Makes the requests of a load, while the server runs.
    mutating func run(_ load: RequestLoad, watchedBy watch: LoadWatch?) async throws -> ServedSlice {
        server.resume()
        defer { server.pause() }
        let before = ProcessCounters.processorNanoseconds(of: server.processID)
        let (slice, after) = try await load.run(clients, on: server.port, loop, watchedBy: watch)
        let now = ProcessCounters.processorNanoseconds(of: server.processID)
        clients = after
        failures += slice.failures
        return ServedSlice(
            requests: slice, serverNanoseconds: before.flatMap { before in now.map { $0 - min($0, before) } })
    }

    /// Lists everything over HTTP, compares it with what was acknowledged, and shuts the server down.
    func finish() async throws -> AuditReport {
        server.resume()
        var lists: [[ItemDetails]] = []
        for ofAccount in tokens {
            guard let token = ofAccount.first else { continue }
            lists.append(try await ServedListing.items(of: token, on: server.port, loop))
        }
        try await server.shutDown()
        var report = ListingAudit(of: clients).run(lists)
        report.add("every request got its answer", faults: failures.map(\.kind))
        return report
    }
}

/// The measurements of one slice.
struct ServedSlice: Hashable, Sendable {
    var requests: RequestSlice

    /// Processor time of the server, if the system counts it.
    var serverNanoseconds: UInt64?
}
