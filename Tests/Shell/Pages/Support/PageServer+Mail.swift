import AuthDomain
import AuthInfrastructure
import AuthPresentation
import FeatureTesting
import NacreRuntime
import PresentationKit
import Shell
import Testing

extension PageServer {
    /// Sends the mails that are due.
    ///
    /// - Parameter subject: A word of a mail's subject.
    /// - Returns: The URL in the last mail with that subject.
    /// - Throws: An error if there is none; errors of the store.
    func mailedLink(_ subject: String) async throws -> String {
        _ = try await application.runtime.react()
        try await relay.catchUp()
        let mail = try #require(mailBox.messages.last { $0.subject.contains(subject) })
        return String(try #require(mail.text.split(separator: "\n").first { $0.hasPrefix(url) }))
    }
}

extension MailTexts {
    /// Mails whose links lead to the pages of a server of loopback.
    static func links(toPort port: Int) -> MailTexts {
        MailTexts(service: "Nacre") { purpose, token in
            let route: SignInRoute =
                switch purpose {
                case .confirmation: .confirm(token: token.text)
                case .reset: .resetPassword(token: token.text)
                }
            return "http://127.0.0.1:\(port)\(route.url)"
        }
    }
}
