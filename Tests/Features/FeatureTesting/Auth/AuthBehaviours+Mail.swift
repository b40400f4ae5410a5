import AuthDomain
import DomainKit
import NacreTesting
import Testing

extension AuthBehaviours {
    /// The behaviour of delivering mail.
    static let mail: [Behaviour<AuthStores>] = [
        Behaviour("a mail goes to the address of the account, with the id of the request and a new link") {
            stores async throws in
            let account = try await stores.register("Ada@example.com")
            let request = MailRequest(id: "7", .confirmation, to: account, requestedAt: stores.time.now())
            #expect(try await stores.deliver(request) == .sent)
            let message = try #require(stores.box.messages.first)
            #expect(message.id == "7")
            #expect(message.recipient.text == "ada@example.com")
            #expect(message.subject == "Nacre: confirm your e-mail address")
            let token = try #require(stores.box.lastToken)
            #expect(try await stores.secrets.link(for: token)?.account == account)
        },
        Behaviour("each attempt issues a new link and replaces the former one") { stores async throws in
            let account = try await stores.register()
            let first = try await stores.link(.confirmation, to: account)
            let second = try await stores.link(.confirmation, to: account)
            #expect(Set(stores.box.messages.map(\.id)) == ["1"])
            await expectRefused(.linkInvalid) { try await stores.auth.confirmEmail(first) }
            try await stores.auth.confirmEmail(second)
        },
        Behaviour("a failed attempt is repeated with another link") { stores async throws in
            let account = try await stores.register()
            let request = MailRequest(id: "7", .confirmation, to: account, requestedAt: stores.time.now())
            stores.box.fail(with: MailError("the server is absent", isPermanent: false))
            await #expect(throws: MailError.self) { try await stores.deliver(request) }
            stores.box.fail(with: nil)
            #expect(try await stores.deliver(request) == .sent)
            try await stores.auth.confirmEmail(#require(stores.box.lastToken))
        },
        Behaviour("a mail that is refused permanently is abandoned") { stores async throws in
            let account = try await stores.register()
            stores.box.fail(with: MailError("no such mailbox", isPermanent: true))
            let request = MailRequest(id: "7", .confirmation, to: account, requestedAt: stores.time.now())
            #expect(try await stores.deliver(request) == .abandoned(.refused))
        },
        Behaviour("a mail that is no longer needed is abandoned") { stores async throws in
            let account = try await stores.register()
            let now = stores.time.now()
            try await stores.auth.confirmEmail(stores.link(.confirmation, to: account))
            let sent = stores.box.messages.count
            let requests = [
                MailRequest(id: "2", .confirmation, to: account, requestedAt: now),
                MailRequest(id: "3", .reset(ResetID(high: 1, low: 2)), to: account, requestedAt: now),
                MailRequest(id: "4", .alreadyRegistered, to: AccountID(high: 1, low: 2), requestedAt: now),
            ]
            for request in requests { #expect(try await stores.deliver(request) == .abandoned(.notNeeded)) }
            let token = try await stores.signIn()
            _ = try await stores.auth.delete(AccountDeletion(token: token, password: Password(AuthStores.password)))
            let last = MailRequest(id: "5", .alreadyRegistered, to: account, requestedAt: now)
            #expect(try await stores.deliver(last) == .abandoned(.notNeeded))
            #expect(stores.box.messages.count == sent)
        },
        Behaviour("a mail that was requested too long ago is abandoned") { stores async throws in
            let account = try await stores.register()
            let request = MailRequest(id: "7", .confirmation, to: account, requestedAt: stores.time.now())
            stores.time.advance(by: stores.environment.policy.mailAge)
            #expect(try await stores.deliver(request) == .abandoned(.tooOld))
        },
        Behaviour("a mail about a repeated registration has no link") { stores async throws in
            let account = try await stores.register()
            let request = MailRequest(id: "7", .alreadyRegistered, to: account, requestedAt: stores.time.now())
            #expect(try await stores.deliver(request) == .sent)
            #expect(stores.box.messages.first?.subject == "Nacre: you have an account already")
            #expect(stores.box.lastToken == nil)
        },
    ]
}
