/// The times and limits of accounts.
public struct AuthPolicy: Sendable, Hashable {
    /// When an e-mail address is locked after wrong passwords.
    public var lock = LockPolicy()

    /// How long a session lasts without use.
    public var idleSession = Duration.seconds(14 * 86_400)

    /// How long a session lasts at most.
    public var longestSession = Duration.seconds(90 * 86_400)

    /// How often the use of a session is stored.
    public var sessionTouchInterval = Duration.seconds(3600)

    /// How long a link for resetting the password is valid after it was issued.
    public var resetLink = Duration.seconds(3600)

    /// How long a link for confirming an address is valid after it was issued.
    public var confirmationLink = Duration.seconds(7 * 86_400)

    /// When requests cause no further mail to an address: waits of an hour and more after five mails.
    public var mail = LockPolicy(
        freeAttempts: 5, firstWait: .seconds(3600), longestWait: .seconds(86_400), memory: .seconds(2 * 86_400))

    /// How long after the event that calls for it a mail is still sent.
    public var mailAge = Duration.seconds(3 * 86_400)

    /// How long a prepared password may wait for its decision before ``SettleSecrets`` removes it.
    public var preparation = Duration.seconds(3600)

    /// How long ``SettleSecrets`` keeps the secrets of an account that the log does not know: a registration that was
    /// not completed, or a sign that an older log was restored.
    public var abandonment = Duration.seconds(30 * 86_400)

    /// Creates a policy with the defaults.
    public init() {}
}
