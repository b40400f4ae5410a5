public import DomainKit

/// The rules of each account and across accounts: an e-mail address belongs to one account until that is deleted.
public enum AccountsDecider: Decider {
    // FEAT-25: An e-mail address is unique by an append condition on a keyed hash.

    /// A command on an account.
    public struct Command: Sendable, Hashable {
        /// The account.
        public let id: AccountID

        /// The command.
        public let command: AccountCommand

        /// Creates a command.
        ///
        /// - Parameters:
        ///   - command: The command.
        ///   - id: The account.
        public init(_ command: AccountCommand, on id: AccountID) {
            self.command = command
            self.id = id
        }
    }

    /// An event of an account.
    public struct Event: DomainEvent {
        /// The account.
        public let id: AccountID

        /// The event.
        public let event: AccountEvent

        /// Creates an event.
        ///
        /// - Parameters:
        ///   - event: The event.
        ///   - id: The account.
        public init(_ event: AccountEvent, of id: AccountID) {
            self.event = event
            self.id = id
        }
    }

    /// The initial state.
    public static let initialState = Accounts()

    /// Decides a command on accounts.
    ///
    /// - Parameters:
    ///   - command: The command.
    ///   - state: The account, and all events about the requested e-mail address.
    /// - Returns: The events; empty if the command changes nothing.
    /// - Throws: Errors of ``AccountDecider``; ``AuthError`` `emailTaken` if another account has the address.
    public static func decide(_ command: Command, _ state: Accounts) throws(AuthError) -> [Event] {
        let events = try AccountDecider.decide(command.command, state.account(command.id))
        if case .register(let claim, _) = command.command, !state.holders(of: claim).isEmpty {
            throw AuthError(code: .emailTaken)
        }
        return events.map { Event($0, of: command.id) }
    }

    /// Applies an event to accounts.
    ///
    /// - Parameters:
    ///   - state: The accounts.
    ///   - event: The event.
    public static func evolve(_ state: inout Accounts, _ event: Event) {
        state.evolve(event.event, of: event.id)
    }
}
