import AuthDomain
import DomainKit

/// A mail in the Internet Message Format (RFC 5322), with a text in UTF-8 (RFC 2045).
struct InternetMessage {
    /// The header and the text; each line ends with `\r\n`, and has at most 78 characters, or one word.
    let text: String

    /// Writes a mail.
    ///
    /// - Parameters:
    ///   - message: The mail. Every attempt to send it has the same `Message-ID`.
    ///   - sender: The mailbox that sends it.
    ///   - date: When it is sent.
    /// - Throws: `MailError`, which is permanent, if the message's id cannot be part of a `Message-ID`.
    init(_ message: MailMessage, from sender: Mailbox, at date: Instant) throws(MailError) {
        guard !message.id.isEmpty, message.id.utf8.allSatisfy(Self.isIDByte) else {
            throw MailError("a message's id has other characters than letters, digits and hyphens", isPermanent: true)
        }
        let header = [
            "Date: \(date.mailDate)",
            "From: \(sender.header)",
            "To: \(message.recipient.text)",
            "Message-ID: <\(message.id)@\(sender.domain)>",
            "Subject: \(HeaderText(message.subject).unstructured)",
            // RFC 3834: no automatic answers.
            "Auto-Submitted: auto-generated",
            "MIME-Version: 1.0",
            "Content-Type: text/plain; charset=utf-8",
            "Content-Transfer-Encoding: quoted-printable",
        ]
        text = header.map { "\($0)\r\n" }.joined() + "\r\n" + QuotedPrintable.encode(message.text)
    }

    private static func isIDByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
            true
        default: false
        }
    }
}

extension Instant {
    /// The instant as a mail's header has it: `Thu, 20 Apr 2017 11:13:14 +0000`.
    var mailDate: String {
        let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        // The first of January 1970 was a Thursday.
        let weekday = weekdays[((day.daysSince1970 % 7) + 7) % 7]
        let time = description.drop { $0 != "T" }.dropFirst().prefix(8)
        return "\(weekday), \(day.day) \(months[day.month - 1]) \(day.year) \(time) +0000"
    }
}
