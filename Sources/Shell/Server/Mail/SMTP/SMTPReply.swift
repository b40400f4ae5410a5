/// A reply of a mail server: three digits, and lines of text (RFC 5321, section 4.2).
struct SMTPReply: Sendable, Hashable {
    /// The code, from 200 to 599.
    let code: Int

    /// The texts of the lines.
    ///
    /// They may repeat the addresses of a mail, so they are not for logs.
    let lines: [String]

    /// The code, with the enhanced status code (RFC 3463) if the text begins with one: `550 5.1.1`.
    var status: String {
        let text = lines.last ?? ""
        guard let enhanced = text.prefixMatch(of: /[245]\.[0-9]{1,3}\.[0-9]{1,3}(?= |$)/) else { return "\(code)" }
        return "\(code) \(enhanced.output)"
    }

    /// The parameters of an extension that the reply to EHLO lists, in capitals; `nil` if it does not list it.
    func parameters(of keyword: String) -> [String]? {
        // The first line names the server.
        for line in lines.dropFirst() {
            let words = line.uppercased().split(separator: " ").map(String.init)
            if words.first == keyword { return Array(words.dropFirst()) }
        }
        return nil
    }
}
