import AuthDomain
public import DomainKit
public import Nacre

/// The process manager that requests the mails of accounts.
///
/// One commit holds a mail's request and the checkpoint of the process, so each event requests its mail exactly once.
/// The id of the mail is the id of the event. ``MailRelay`` sends what was requested.
public struct RequestingMail: ProcessManager {
    // FEAT-27: A process manager requests mail, and a relay sends it.

    /// The name of the process.
    public let name = "auth-mail"

    /// The events that call for a mail.
    public let query = Query([
        Query.Item(
            types: [.registered, .registrationRepeated, .confirmationRequested, .passwordResetRequested].map(
                StoredAccountEvent.codec.types.type),
            categories: [AccountEvent.category])
    ])

    private let accounts: Aggregates<AccountDecider>
    private let mails: Aggregates<MailDecider>

    /// Creates the process manager.
    ///
    /// - Parameters:
    ///   - store: The store that it runs on.
    ///   - time: The clock for event times.
    public init(in store: any EventStore, time: any TimeSource) {
        accounts = Aggregates(in: store, time: time)
        mails = Aggregates(in: store, time: time)
    }

    /// Requests the mail that an event calls for.
    ///
    /// - Parameter event: The event.
    /// - Returns: The request; `nil` if no mail is due.
    /// - Throws: `EventDecodingError`, and errors of the store.
    public func react(to event: RecordedEvent) async throws -> Commit? {
        guard let id = AccountID(event.stream), let happened = try AccountEvent.codec.decode(event),
            let reaction = MailReaction(to: happened, of: try await accounts.load(id.description).state)
        else { return nil }
        var commit = try await mails.commit(deciding: .request(reaction.kind, to: id), on: event.id.description)
        // A mail is as old as the event that calls for it, however late the process handles it.
        for index in commit.entries.indices { commit.entries[index].event.time = event.time }
        return commit
    }
}
