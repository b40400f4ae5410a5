public import DomainKit

extension MailDecider: JudgingDecider {
    /// Judges an event of a mail.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - state: The mail before the event.
    /// - Returns: Why the rules refuse the event; `nil` if they allow it.
    public static func refusal(of event: MailEvent, in state: Mail) -> Refusal? {
        switch (state, event) {
        case (.none, .confirmationRequested), (.none, .noticeRequested), (.none, .resetRequested),
            (.requested, .sent), (.requested, .abandoned):
            nil
        case (.none, _): Refusal("the mail was never requested")
        case (.requested, _): Refusal("the mail was requested before")
        case (.closed, _): Refusal("the mail was sent or abandoned before")
        }
    }
}
