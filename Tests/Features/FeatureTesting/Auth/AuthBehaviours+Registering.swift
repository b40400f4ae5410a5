import AuthDomain
import DomainKit
import NacreTesting
import Testing

extension AuthBehaviours {
    /// The behaviour of registering and confirming.
    static let registering: [Behaviour<AuthStores>] = [
        Behaviour("a registered account signs in with its address and password") { stores async throws in
            let account = try await stores.register()
            let signedIn = try await stores.auth.signIn(
                email: "ada@example.com", password: Password(AuthStores.password))
            #expect(signedIn.session.account == account)
            let authenticated = try await stores.auth.authenticate(signedIn.token)
            #expect(authenticated.id == account)
            #expect(authenticated.roles.isEmpty)
            #expect(!authenticated.isEmailConfirmed)
        },
        Behaviour("addresses are compared without regard to case and surrounding blanks") { stores async throws in
            let account = try await stores.register("Ada@Example.COM ")
            #expect(try await stores.account("ada@example.com") == account)
            _ = try await stores.signIn(" ADA@example.com")
        },
        Behaviour("all failures of address and password are reported at once, without them, and nothing is written") {
            stores async throws in
            let error = await #expect(throws: ValidationError.self) {
                try await stores.auth.register(NewAccount(email: "eve", password: Password("eveeveeve")))
            }
            #expect(error?.failures.map(\.field) == ["email", "password", "password"])
            #expect(error?.message.contains("eve") == false)
            #expect(try await stores.secrets.accounts(after: nil, limit: 1).isEmpty)
            #expect(stores.hasher.done.hashes == 0)
        },
        Behaviour("registering a known address answers alike after the same work, and changes nothing of the account") {
            stores async throws in
            let account = try await stores.register()
            let before = stores.hasher.done.hashes
            try await stores.auth.register(
                NewAccount(email: "ADA@example.com", password: Password("another-oyster-42")))
            #expect(stores.hasher.done.hashes == before + 1)
            #expect(try await stores.account("ada@example.com") == account)
            #expect(try await stores.repository.load(account).version == 2)
            await expectRefused(.invalidCredentials) { _ = try await stores.signIn(password: "another-oyster-42") }
            _ = try await stores.signIn()
        },
        Behaviour("of 16 registrations of one address at the same time, one succeeds, and all answer alike") {
            stores async throws in
            try await withThrowingTaskGroup { group in
                for number in 0..<16 {
                    group.addTask {
                        try await stores.auth.register(
                            NewAccount(email: "ada@example.com", password: Password("quiet-oyster-\(number)")))
                    }
                }
                try await group.waitForAll()
            }
            let account = try #require(try await stores.account("ada@example.com"))
            let active = try #require(try await stores.repository.load(account).state.active)
            #expect(try await stores.secrets.passwordHash(active.credential, of: account) != nil)
        },
        Behaviour("a full queue of the hasher is reported as busy, and nothing is registered") { stores async throws in
            stores.hasher.setBusy(true)
            await expectRefused(.busy) { try await stores.register() }
            stores.hasher.setBusy(false)
            #expect(try await stores.account("ada@example.com") == nil)
        },
        Behaviour("an address is confirmed with the link of a mail, once") { stores async throws in
            let account = try await stores.register()
            let link = try await stores.link(.confirmation, to: account)
            try await stores.auth.confirmEmail(link)
            #expect(try await stores.auth.authenticate(stores.signIn()).isEmailConfirmed)
            await expectRefused(.linkInvalid) { try await stores.auth.confirmEmail(link) }
        },
        Behaviour("a link for one purpose does not serve the other") { stores async throws in
            let account = try await stores.register()
            let confirmation = try await stores.link(.confirmation, to: account)
            let reset = try await stores.resetLink()
            await expectRefused(.linkInvalid) { try await stores.auth.confirmEmail(reset) }
            await expectRefused(.linkInvalid) {
                try await stores.auth.resetPassword(
                    PasswordReset(token: confirmation, new: Password("another-oyster-42")))
            }
            try await stores.auth.confirmEmail(confirmation)
        },
        Behaviour("an expired link, and a token that was never issued, confirm nothing") { stores async throws in
            let account = try await stores.register()
            let link = try await stores.link(.confirmation, to: account)
            stores.time.advance(by: stores.environment.policy.confirmationLink)
            await expectRefused(.linkInvalid) { try await stores.auth.confirmEmail(link) }
            await expectRefused(.linkInvalid) { try await stores.auth.confirmEmail(.random()) }
            #expect(try await stores.repository.load(account).state.active?.isEmailConfirmed == false)
        },
        Behaviour("a role is granted to the account of an address, and only once") { stores async throws in
            let account = try await stores.register()
            try await stores.auth.confirmEmail(stores.link(.confirmation, to: account))
            let grant = RoleGrant(email: "ADA@example.com", role: .operator)
            #expect(try await stores.auth.grantRole(grant) == account)
            #expect(try await stores.auth.grantRole(grant) == account)
            #expect(try await stores.repository.load(account).version == 3)
            let authenticated = try await stores.auth.authenticate(stores.signIn())
            #expect(authenticated.roles == [.operator])
            try authenticated.require(.operator)
            await expectRefused(.notFound) {
                _ = try await stores.auth.grantRole(RoleGrant(email: "eve@example.com", role: .operator))
            }
        },
        Behaviour("no role is granted before the address is confirmed") { stores async throws in
            let account = try await stores.register()
            await expectRefused(.notConfirmed) {
                _ = try await stores.auth.grantRole(RoleGrant(email: "ada@example.com", role: .operator))
            }
            #expect(try await stores.repository.load(account).version == 1)
        },
        Behaviour("an account without a role is not allowed what needs it") { stores async throws in
            try await stores.register()
            let authenticated = try await stores.auth.authenticate(stores.signIn())
            await expectRefused(.notAllowed) { try authenticated.require(.operator) }
        },
    ]
}
