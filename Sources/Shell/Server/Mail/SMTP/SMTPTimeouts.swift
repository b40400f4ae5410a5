/// How long a mail server may take.
public struct SMTPTimeouts: Sendable, Hashable {
    /// The longest time for making a connection.
    public var connecting = Duration.seconds(30)

    /// The longest time for one reply, with what is sent for it.
    ///
    /// RFC 5321 asks for at least five minutes.
    public var reply = Duration.seconds(300)

    /// The longest time for the reply to a complete mail.
    ///
    /// RFC 5321 asks for at least ten minutes: a client that waits for less sends mails twice that the server has taken.
    public var completion = Duration.seconds(600)

    /// Creates timeouts with the defaults.
    public init() {}
}
