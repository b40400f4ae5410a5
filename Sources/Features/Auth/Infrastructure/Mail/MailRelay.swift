public import AuthDomain
public import DomainKit
public import Nacre

/// Sends the mails that ``RequestingMail`` has requested, and records what has become of each.
///
/// A mail is sent first and recorded then, so it is sent at least once: after a crash in between, it is sent again with
/// the same message id and a new link. A few mails are sent at a time. One that cannot be sent at present is tried
/// again after a growing pause of its own, until it is no longer needed or too old; others do not wait for it.
///
/// Run one relay for a store. Several send some mails twice.
///
/// Threading: may be shared between tasks.
public struct MailRelay: LogFollower {
    // FEAT-27: A process manager requests mail, and a relay sends it.

    /// How many mails are sent at a time.
    public static let concurrency = 4

    /// The shortest and the longest pause of a mail after a failure.
    public static let pauses = Duration.seconds(1)...Duration.seconds(300)

    /// The words `mail relay`.
    public var label: String { "mail relay" }

    let store: any EventStore
    let clock: any Clock<Duration>
    private let deliver: any MailDelivering
    private let mails: Aggregates<MailDecider>
    private let notice: @Sendable (_ mail: String, any Error) -> Void

    /// Creates a relay.
    ///
    /// - Parameters:
    ///   - store: The log.
    ///   - deliver: Delivers the mails.
    ///   - time: The clock for event times.
    ///   - clock: The clock for pauses after a failure.
    ///   - notice: Called with the id of a mail that could not be sent, and the error: a `MailError` that is permanent
    ///     if the mail was given up.
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
    /// - Throws: Errors of the store; `CancellationError`.
    @discardableResult
    public func catchUp() async throws -> Int {
        var open = OpenMails()
        try await open.advance(in: store)
        return try await withThrowingTaskGroup(of: Bool.self) { group in
            var failures = 0
            for (index, request) in open.all.enumerated() {
                if index >= Self.concurrency, try await group.next() == false { failures += 1 }
                group.addTask { try await attempt(request) }
            }
            for try await isClosed in group where !isClosed { failures += 1 }
            return failures
        }
    }

    /// Sends all mails and then new ones, until the task is cancelled.
    ///
    /// - Parameter progress: Called with the position up to which requests were read.
    /// - Throws: `CancellationError` if the task is cancelled; errors of the store, with code `closed` if it is closed.
    public func run(progress: ((_ position: Position) -> Void)?) async throws {
        var rounds = MailRounds(of: self)
        try await rounds.run(progress: progress)
    }

    /// Tries to send a mail.
    ///
    /// - Parameter request: The request.
    /// - Returns: Whether the mail is closed: sent, or given up.
    /// - Throws: Errors of the store; `CancellationError`.
    func attempt(_ request: MailRequest) async throws -> Bool {
        try Task.checkCancellation()
        let outcome: MailOutcome
        do {
            outcome = try await deliver(request)
        } catch let error as EventStoreError {
            throw error
        } catch {
            try Task.checkCancellation()
            notice(request.id, error)
            return false
        }
        try await mails.execute(.close(outcome), on: request.id)
        if let error = outcome.loss { notice(request.id, error) }
        return true
    }
}

extension MailOutcome {
    /// The error of a mail that was given up although it was needed; `nil` for another outcome.
    fileprivate var loss: MailError? {
        switch self {
        case .sent, .abandoned(.notNeeded): nil
        case .abandoned(.tooOld):
            MailError("the mail was given up, because it could not be sent for too long", isPermanent: true)
        case .abandoned(.refused):
            MailError("the mail was given up, because the mail server refuses it permanently", isPermanent: true)
        }
    }
}
