import AuthDomain
import DomainKit
import NacreTesting
import Testing

extension AuthBehaviours {
    /// The behaviour of deleting accounts.
    static let deleting: [Behaviour<AuthStores>] = [
        Behaviour("a deleted account is gone, with its sessions and secrets, and frees its address") {
            stores async throws in
            let account = try await stores.register()
            let (own, other) = (try await stores.signIn(), try await stores.signIn())
            let link = try await stores.resetLink()
            let deletion = AccountDeletion(token: own, password: Password(AuthStores.password))
            #expect(try await stores.auth.delete(deletion) == account)
            for token in [own, other] {
                await expectRefused(.sessionExpired) { _ = try await stores.auth.authenticate(token) }
            }
            await expectRefused(.invalidCredentials) { _ = try await stores.signIn() }
            await expectRefused(.linkInvalid) {
                try await stores.auth.resetPassword(PasswordReset(token: link, new: Password("another-oyster-42")))
            }
            #expect(try await stores.secrets.accounts(after: nil, limit: 9).isEmpty)
            #expect(try await stores.secrets.address(of: account) == nil)
            #expect(try await stores.secrets.link(for: link) == nil)
            let again = try await stores.register()
            #expect(again != account)
            _ = try await stores.signIn()
        },
        Behaviour("a deletion erases the secrets, also if its caller goes away when it is recorded") {
            stores async throws in
            let account = try await stores.register()
            let deletion = AccountDeletion(token: try await stores.signIn(), password: Password(AuthStores.password))
            let leaving = stores.leaving
            let task = Task { try await leaving.delete(deletion) }
            #expect(try await task.value == account)
            #expect(task.isCancelled)
            #expect(try await stores.secrets.accounts(after: nil, limit: 9).isEmpty)
        },
        Behaviour("a changed password keeps the session of a caller that goes away when the change is recorded") {
            stores async throws in
            try await stores.register()
            let (own, other) = (try await stores.signIn(), try await stores.signIn())
            let change = PasswordChange(
                token: own, current: Password(AuthStores.password), new: Password("another-oyster-42"))
            let leaving = stores.leaving
            let task = Task { try await leaving.changePassword(change) }
            try await task.value
            _ = try await stores.auth.authenticate(own)
            await expectRefused(.sessionExpired) { _ = try await stores.auth.authenticate(other) }
        },
        Behaviour("a deletion asks for the password again, and a wrong one deletes nothing") { stores async throws in
            try await stores.register()
            let token = try await stores.signIn()
            await expectRefused(.invalidCredentials) {
                _ = try await stores.auth.delete(AccountDeletion(token: token, password: Password("wrong")))
            }
            _ = try await stores.auth.authenticate(token)
        },
        Behaviour("an account that the log has deleted cannot sign in, whatever the secret store still has") {
            stores async throws in
            let account = try await stores.register()
            let token = try await stores.signIn()
            let link = try await stores.link(.confirmation, to: account)
            let active = try #require(try await stores.repository.load(account).state.active)
            _ = try await stores.repository.execute(.delete(verified: active.credential), on: account)
            await expectRefused(.sessionExpired) { _ = try await stores.auth.authenticate(token) }
            await expectRefused(.invalidCredentials) { _ = try await stores.signIn() }
            await expectRefused(.linkInvalid) { try await stores.auth.confirmEmail(link) }
            #expect(try await stores.auth.settleSecrets().erasedAccounts == 1)
            #expect(try await stores.secrets.accounts(after: nil, limit: 1).isEmpty)
        },
    ]

    /// The behaviour of settling what interrupted processes have left.
    static let settling: [Behaviour<AuthStores>] = [
        Behaviour("settling changes nothing of what the log puts in force") { stores async throws in
            let account = try await stores.register()
            let token = try await stores.signIn()
            let link = try await stores.resetLink()
            stores.time.advance(by: .seconds(3000))
            #expect(try await stores.auth.settleSecrets() == SettledSecrets())
            _ = try await stores.auth.authenticate(token)
            #expect(try await stores.secrets.link(for: link) != nil)
            #expect(try await stores.secrets.address(of: account) == EmailAddress("ada@example.com"))
        },
        Behaviour("a registration that was prepared and never decided is erased, but not at once") {
            stores async throws in
            let hash = try await stores.environment.storage.hasher.hash(Password(AuthStores.password))
            let account = AccountID(high: 1, low: 2)
            try await stores.secrets.prepare(
                PreparedPassword(
                    hash, as: CredentialID(high: 3, low: 4), of: account, address: EmailAddress("ada@example.com"),
                    preparedAt: stores.time.now()))
            stores.time.advance(by: stores.environment.policy.abandonment - .seconds(1))
            #expect(try await stores.auth.settleSecrets().erasedAccounts == 0)
            stores.time.advance(by: .seconds(1))
            #expect(try await stores.auth.settleSecrets().erasedAccounts == 1)
            #expect(try await stores.secrets.address(of: account) == nil)
            #expect(try await stores.secrets.accounts(after: nil, limit: 1).isEmpty)
        },
        Behaviour("a password that was prepared and never decided is removed, but not at once") { stores async throws in
            let account = try await stores.register()
            let hash = try await stores.environment.storage.hasher.hash(Password("another-oyster-42"))
            try await stores.secrets.prepare(
                PreparedPassword(hash, as: CredentialID(high: 1, low: 2), of: account, preparedAt: stores.time.now()))
            #expect(try await stores.auth.settleSecrets().removedPasswords == 0)
            stores.time.advance(by: stores.environment.policy.preparation)
            #expect(try await stores.auth.settleSecrets().removedPasswords == 1)
            #expect(try await stores.secrets.credentials(of: account).count == 1)
            _ = try await stores.signIn()
        },
        Behaviour("the secrets of a repeated registration are erased") { stores async throws in
            try await stores.register()
            try await stores.register()
            stores.time.advance(by: stores.environment.policy.abandonment)
            #expect(try await stores.auth.settleSecrets().erasedAccounts == 1)
            _ = try await stores.signIn()
        },
        Behaviour("more accounts than a page are settled") { stores async throws in
            let hash = try await stores.environment.storage.hasher.hash(Password(AuthStores.password))
            for number in 1...203 {
                try await stores.secrets.prepare(
                    PreparedPassword(
                        hash, as: CredentialID(high: 1, low: UInt64(number)),
                        of: AccountID(high: UInt64(number % 7), low: UInt64(number)),
                        address: EmailAddress("user\(number)@example.com"), preparedAt: stores.time.now()))
            }
            stores.time.advance(by: stores.environment.policy.abandonment)
            #expect(try await stores.auth.settleSecrets().erasedAccounts == 203)
            #expect(try await stores.secrets.accounts(after: nil, limit: 1).isEmpty)
        },
    ]
}
