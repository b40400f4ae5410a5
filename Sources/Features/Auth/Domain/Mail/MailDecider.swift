public import DomainKit

/// The state of a mail on which commands are decided.
public enum Mail: Sendable, Equatable {
    /// It was never requested.
    case none

    /// It waits to be sent.
    case requested

    /// It was sent or abandoned.
    case closed
}

/// The commands on a mail.
public enum MailCommand: Sendable, Hashable {
    /// Request the mail.
    case request(MailKind, to: AccountID)

    /// Record what has become of the mail.
    case close(MailOutcome)
}

/// The business rules of a mail: it is requested once, and closed once.
///
/// Repeating a command has no effect, so that several senders may work at the same time.
public enum MailDecider: Decider {
    /// No command is refused.
    public typealias Failure = Never

    /// A mail that was never requested.
    public static let initialState = Mail.none

    /// Decides a command on a mail.
    ///
    /// - Parameters:
    ///   - command: The command.
    ///   - state: The mail.
    /// - Returns: The events; empty if the command changes nothing.
    public static func decide(_ command: MailCommand, _ state: Mail) -> [MailEvent] {
        switch (command, state) {
        case (.request(.confirmation, let account), .none): [.confirmationRequested(account: account)]
        case (.request(.alreadyRegistered, let account), .none): [.noticeRequested(account: account)]
        case (.request(.reset(let reset), let account), .none): [.resetRequested(account: account, reset: reset)]
        case (.close(.sent), .requested): [.sent]
        case (.close(.abandoned(let reason)), .requested): [.abandoned(reason: reason.rawValue)]
        case (.request, .requested), (.request, .closed), (.close, .none), (.close, .closed): []
        }
    }

    /// Applies an event to a mail.
    ///
    /// - Parameters:
    ///   - state: The mail.
    ///   - event: The event.
    public static func evolve(_ state: inout Mail, _ event: MailEvent) {
        switch (state, event) {
        case (.none, .confirmationRequested), (.none, .noticeRequested), (.none, .resetRequested): state = .requested
        case (.requested, .sent), (.requested, .abandoned): state = .closed
        case (.none, _), (.requested, _), (.closed, _): break
        }
    }
}
