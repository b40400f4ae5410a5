public import AuthDomain
public import DomainKit
public import Nacre

/// Sends the mails that ``RequestingMail`` has requested, and records what has become of each.
///
/// A mail is sent first and recorded then, so it is sent at least once: after a crash in between, it is sent again with
/// the same message id and a new link. Mails are sent one after the other. One that cannot be sent at present is tried
/// again with the next request, or after a growing pause, until it is no longer needed or too old.
///
/// Run one relay for a store. Several send some mails twice.
///
/// Threading: may be shared between tasks.
public struct MailRelay: LogFollower {
    /// The shortest and the longest pause after a failure.
    public static let pauses = Duration.seconds(1)...Duration.seconds(300)

    /// The words `mail relay`.
    public var label: String { "mail relay" }

    private let store: any EventStore
    private let deliver: any MailDelivering
    private let mails: Aggregates<MailDecider>
    private let clock: any Clock<Duration>
    private let notice: @Sendable (_ mail: String, any Error) -> Void

    /// Creates a relay.
    ///
    /// - Parameters:
    ///   - store: The log.
    ///   - deliver: Delivers the mails.
    ///   - time: The clock for event times.
    ///   - clock: The clock for pauses after a failure.
    ///   - notice: Called with the id of a mail that could not be sent, and the error.
    public init(
        store: any EventStore, deliver: any MailDelivering, time: any TimeSource,
        clock: any Clock<Duration> = ContinuousClock(),
        notice: @escaping @Sendable (_ mail: String, any Error) -> Void = { _, _ in }
    ) {
        self.store = store
        self.deliver = deliver
        self.clock = clock
        self.notice = notice
        mails = Aggregates(in: store, time: time)
    }

    /// Tries to send every mail that is requested so far.
    ///
    /// - Returns: The number of mails that could not be sent at present.
    /// - Throws: Errors of the store; `CancellationError` between two mails.
    @discardableResult
    public func catchUp() async throws -> Int {
        var open = OpenMails()
        return try await send(&open)
    }

    /// Sends all mails and then new ones, until the task is cancelled.
    ///
    /// - Parameter progress: Called with the position up to which requests were read.
    /// - Throws: `CancellationError` if the task is cancelled; errors of the store, with code `closed` if it is closed.
    public func run(progress: ((_ position: Position) -> Void)?) async throws {
        var open = OpenMails()
        var pause = Self.pauses.lowerBound
        while true {
            let failures = try await send(&open)
            progress?(open.position)
            pause = failures == 0 ? Self.pauses.lowerBound : min(pause * 2, Self.pauses.upperBound)
            try await waitForRequest(after: open.position, atMost: failures == 0 ? nil : pause)
        }
    }

    /// Tries to send every open mail, and returns how many failed.
    private func send(_ open: inout OpenMails) async throws -> Int {
        try await open.advance(in: store)
        var failures = 0
        for request in open.all {
            try Task.checkCancellation()
            let outcome: MailOutcome
            do {
                outcome = try await deliver(request)
            } catch let error as EventStoreError {
                throw error
            } catch {
                try Task.checkCancellation()
                notice(request.id, error)
                failures += 1
                continue
            }
            try await mails.execute(.close(outcome), on: request.id)
        }
        return failures
    }

    /// Waits for a new request, or for the pause to end.
    private func waitForRequest(after position: Position, atMost pause: Duration?) async throws {
        let changes = LogChanges(of: store, matching: OpenMails.query)
        guard let pause else { return try await changes.waitForChange(after: position) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await changes.waitForChange(after: position) }
            group.addTask { [clock] in try await clock.sleep(for: pause) }
            defer { group.cancelAll() }
            try await group.next()
        }
    }
}
