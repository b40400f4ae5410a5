import Foundation
import NIOCore

/// A running server with accounts, their items, and browsers that are signed in to them.
struct ServedPages: Sendable {
    private let load: PageLoad
    private let server: ServerProcess
    private let loop: any EventLoop

    /// A connection for each account, over which its browsers make their short requests.
    private var connections: [HTTPConnection] = []

    private var changers: [PageChanger] = []
    private var browsers: [PageBrowser] = []

    /// The number of changes so far.
    private var changes = 0

    /// The seconds within which the pages must show the last changes.
    private static let patience = 10.0

    /// Registers the accounts, creates their items, and signs browsers in.
    init(_ load: PageLoad, on server: ServerProcess, _ loop: any EventLoop) async throws {
        (self.load, self.server, self.loop) = (load, server, loop)
        do {
            let accounts = ServedAccounts(count: load.accounts, sessionsOfEach: 1)
            for (account, tokens) in try await accounts.signIn(on: server.port, loop).enumerated() {
                let own = try await HTTPConnection(to: server.port, from: Self.address(of: account), on: loop)
                connections.append(own)
                let changing = try await HTTPConnection(to: server.port, from: Self.address(of: account), on: loop)
                connections.append(changing)
                var changer = PageChanger(
                    account: account, token: tokens[0], nameBytes: load.nameBytes, over: changing)
                try await changer.create(load.itemsOfEach)
                changers.append(changer)
                for _ in 0..<load.browsersOfEach {
                    var browser = PageBrowser(account: account)
                    try await browser.signIn(over: own)
                    browsers.append(browser)
                }
            }
        } catch {
            try? await close()
            throw error
        }
    }

    /// The address of an account's clients: a server limits the connections of each.
    private static func address(of account: Int) -> String { "127.0.0.\(2 + account)" }

    /// Closes the connections.
    func close() async throws {
        for connection in connections { try await connection.close() }
    }

    /// Opens all pages, changes what they show, and closes them.
    mutating func round(seconds: Double, watchedBy watch: LoadWatch?) async throws -> PagesRound {
        var round = PagesRound()
        round.memoryBefore = memory
        var pages: [PageBrowser.OpenPage] = []
        for index in browsers.indices {
            let account = browsers[index].account
            pages.append(
                try await browsers[index].openItems(
                    over: connections[2 * account], server.port, from: Self.address(of: account), on: loop))
        }
        let audit = PageAudit(of: pages.map { .init(account: $0.account, shown: $0.shown) })
        let events = pages.reduce(0) { $0 + $1.shown.events }
        let bytes = pages.reduce(0) { $0 + $1.shown.bytes }
        let (clients, servers) = (ResourceUse.current, ProcessCounters.processorNanoseconds(of: server.processID))
        let start = monotonicNanoseconds()
        let (made, failures) = try await change(from: start, seconds: seconds, watchedBy: watch)
        round.nanoseconds = nanoseconds(since: start)
        round.delays = try await shown(made, by: audit)
        round.clientNanoseconds = ResourceUse.current.since(clients).processorNanoseconds
        round.serverNanoseconds = ProcessCounters.processorNanoseconds(of: server.processID).flatMap { now in
            servers.map { now - min(now, $0) }
        }
        round.changes = made.count
        round.events = pages.reduce(0) { $0 + $1.shown.events } - events
        round.bytes = pages.reduce(0) { $0 + $1.shown.bytes } - bytes
        round.memoryOpen = memory
        round.audit = audit.report(of: made, round.delays, failures: failures)
        for (index, page) in pages.enumerated() {
            try await browsers[index].close(page, over: connections[2 * page.account])
        }
        round.memoryAfter = memory
        return round
    }

    private var memory: UInt64? { ProcessCounters.anonymousBytes(of: server.processID) }

    private mutating func change(
        from start: UInt64, seconds: Double, watchedBy watch: LoadWatch?
    ) async throws -> (made: [PageChanger.Made], failures: [String]) {
        let dues = load.dues(seconds: seconds, after: changes)
        changes += dues.reduce(0) { $0 + $1.count }
        return try await withThrowingTaskGroup { group in
            for (changer, own) in zip(changers, dues) {
                group.addTask { try await changer.make(own, from: start, watchedBy: watch) }
            }
            var (made, failures): ([PageChanger.Made], [String]) = ([], [])
            for try await part in group {
                made += part.made
                failures += part.failures
            }
            return (made, failures)
        }
    }

    /// The delays of changes, once all pages show them, or have had the time for it.
    private func shown(_ made: [PageChanger.Made], by audit: PageAudit) async throws -> PageAudit.Delays {
        let start = monotonicNanoseconds()
        while true {
            let delays = audit.delays(of: made)
            if delays.missing.isEmpty || nanoseconds(since: start) > UInt64(Self.patience * 1e9) { return delays }
            try await Task.sleep(for: .milliseconds(20))
        }
    }
}

/// The measurements of one round.
struct PagesRound: Sendable {
    var changes = 0
    var delays = PageAudit.Delays()

    /// Events and bytes that the changes caused in all pages together.
    var events = 0
    var bytes = 0

    /// The time up to the last answer to a change.
    var nanoseconds: UInt64 = 0

    /// Processor time of this process, which is that of the browsers and clients.
    var clientNanoseconds: UInt64 = 0

    /// Processor time of the server, if the system counts it.
    var serverNanoseconds: UInt64?

    /// Anonymous memory of the server before the pages were opened, with all of them, and after they were closed.
    var memoryBefore: UInt64?
    var memoryOpen: UInt64?
    var memoryAfter: UInt64?

    var audit = AuditReport()

    var changesPerSecond: Double { perSecond(changes, in: nanoseconds) }
}
