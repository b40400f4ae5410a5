import AuthDomain
import DomainKit
import NacreTesting
import Testing

extension AuthBehaviours {
    private static let new = Password("another-oyster-42")

    /// The behaviour of changing passwords.
    static let passwords: [Behaviour<AuthStores>] = [
        Behaviour("a changed password signs in, the former one does not, and the other sessions end") {
            stores async throws in
            let account = try await stores.register()
            let (own, other) = (try await stores.signIn(), try await stores.signIn())
            try await stores.auth.changePassword(
                PasswordChange(token: own, current: Password(AuthStores.password), new: new))
            _ = try await stores.auth.authenticate(own)
            await expectRefused(.sessionExpired) { _ = try await stores.auth.authenticate(other) }
            await expectRefused(.invalidCredentials) { _ = try await stores.signIn() }
            _ = try await stores.signIn(password: "another-oyster-42")
            #expect(try await stores.secrets.credentials(of: account).count == 1)
        },
        Behaviour("a change needs a session, the present password and a valid new one") { stores async throws in
            try await stores.register()
            let token = try await stores.signIn()
            let current = Password(AuthStores.password)
            await expectRefused(.sessionExpired) {
                try await stores.auth.changePassword(PasswordChange(token: .random(), current: current, new: new))
            }
            await expectRefused(.invalidCredentials) {
                try await stores.auth.changePassword(PasswordChange(token: token, current: new, new: new))
            }
            let error = await #expect(throws: ValidationError.self) {
                try await stores.auth.changePassword(
                    PasswordChange(token: token, current: current, new: Password("ADA@example.com")))
            }
            #expect(error?.failures.map(\.field) == ["password"])
            _ = try await stores.signIn()
        },
        Behaviour("a session is over as soon as the log has another password, whatever the secret store still has") {
            stores async throws in
            let account = try await stores.register()
            let token = try await stores.signIn()
            let active = try #require(try await stores.repository.load(account).state.active)
            // As if the process had ended right after the commit.
            let hash = try await stores.environment.storage.hasher.hash(new)
            let credential = CredentialID(high: 1, low: 2)
            try await stores.secrets.prepare(
                PreparedPassword(hash, as: credential, of: account, preparedAt: stores.time.now()))
            _ = try await stores.repository.execute(
                .changePassword(from: active.credential, to: credential), on: account)
            await expectRefused(.sessionExpired) { _ = try await stores.auth.authenticate(token) }
            await expectRefused(.invalidCredentials) { _ = try await stores.signIn() }
            _ = try await stores.signIn(password: "another-oyster-42")
        },
        Behaviour("of two changes with the same present password at the same time, one succeeds") {
            stores async throws in
            try await stores.register()
            let tokens = [try await stores.signIn(), try await stores.signIn()]
            let changed = await withTaskGroup(of: Bool.self, returning: [Bool].self) { group in
                for (number, token) in tokens.enumerated() {
                    group.addTask {
                        do {
                            try await stores.auth.changePassword(
                                PasswordChange(
                                    token: token, current: Password(AuthStores.password),
                                    new: Password("another-oyster-\(number)")))
                            return true
                        } catch {
                            #expect([.invalidCredentials, .sessionExpired].contains((error as? AuthError)?.code))
                            return false
                        }
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(changed.filter { $0 }.count == 1)
        },
    ]

    /// The behaviour of resetting passwords.
    static let resetting: [Behaviour<AuthStores>] = [
        Behaviour("a reset puts the new password in force, ends all sessions and confirms the address") {
            stores async throws in
            let account = try await stores.register()
            let session = try await stores.signIn()
            try await stores.auth.resetPassword(PasswordReset(token: stores.resetLink(), new: new))
            await expectRefused(.sessionExpired) { _ = try await stores.auth.authenticate(session) }
            await expectRefused(.invalidCredentials) { _ = try await stores.signIn() }
            let token = try await stores.signIn(password: "another-oyster-42")
            #expect(try await stores.auth.authenticate(token).isEmailConfirmed)
            #expect(try await stores.secrets.credentials(of: account).count == 1)
        },
        Behaviour("a reset link is used once, within an hour") { stores async throws in
            try await stores.register()
            let used = try await stores.resetLink()
            try await stores.auth.resetPassword(PasswordReset(token: used, new: new))
            await expectRefused(.linkInvalid) {
                try await stores.auth.resetPassword(PasswordReset(token: used, new: Password("a-third-oyster-42")))
            }
            let late = try await stores.resetLink()
            stores.time.advance(by: .seconds(3600))
            await expectRefused(.linkInvalid) {
                try await stores.auth.resetPassword(PasswordReset(token: late, new: Password("a-third-oyster-42")))
            }
            _ = try await stores.signIn(password: "another-oyster-42")
        },
        Behaviour("a used reset link stays used if the process ended before it was removed") { stores async throws in
            let account = try await stores.register()
            let token = try await stores.resetLink()
            let link = try #require(try await stores.secrets.link(for: token))
            try await stores.auth.resetPassword(PasswordReset(token: token, new: new))
            try await stores.secrets.replace(with: link, for: token)
            await expectRefused(.linkInvalid) {
                try await stores.auth.resetPassword(PasswordReset(token: token, new: Password("a-third-oyster-42")))
            }
            #expect(try await stores.repository.load(account).version == 3)
        },
        Behaviour("of 8 uses of a reset link at the same time, one succeeds") { stores async throws in
            try await stores.register()
            let token = try await stores.resetLink()
            let succeeded = await withTaskGroup(of: Bool.self, returning: Int.self) { group in
                for number in 0..<8 {
                    group.addTask {
                        do {
                            try await stores.auth.resetPassword(
                                PasswordReset(token: token, new: Password("another-oyster-\(number)")))
                            return true
                        } catch {
                            #expect((error as? AuthError)?.code == .linkInvalid)
                            return false
                        }
                    }
                }
                return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(succeeded == 1)
        },
        Behaviour("a later link, and a changed password, make a reset link invalid") { stores async throws in
            try await stores.register()
            let first = try await stores.resetLink()
            let second = try await stores.resetLink()
            await expectRefused(.linkInvalid) {
                try await stores.auth.resetPassword(PasswordReset(token: first, new: new))
            }
            try await stores.auth.changePassword(
                PasswordChange(token: stores.signIn(), current: Password(AuthStores.password), new: new))
            await expectRefused(.linkInvalid) {
                try await stores.auth.resetPassword(
                    PasswordReset(token: second, new: Password("a-third-oyster-42")))
            }
        },
        Behaviour("an invalid new password leaves the reset link usable") { stores async throws in
            try await stores.register()
            let token = try await stores.resetLink()
            await #expect(throws: ValidationError.self) {
                try await stores.auth.resetPassword(PasswordReset(token: token, new: Password("short")))
            }
            try await stores.auth.resetPassword(PasswordReset(token: token, new: new))
        },
        Behaviour("a reset for an unknown address answers alike, and creates no account") { stores async throws in
            try await stores.auth.requestPasswordReset("eve@example.com")
            #expect(try await stores.account("eve@example.com") == nil)
            #expect(try await stores.secrets.accounts(after: nil, limit: 1).isEmpty)
        },
        Behaviour("another confirmation is requested alike for known, confirmed and unknown addresses") {
            stores async throws in
            let account = try await stores.register()
            try await stores.auth.requestConfirmation("ada@example.com")
            try await stores.auth.confirmEmail(stores.link(.confirmation, to: account))
            let version = try await stores.repository.load(account).version
            try await stores.auth.requestConfirmation("ada@example.com")
            #expect(try await stores.repository.load(account).version == version + 1)
            try await stores.auth.requestConfirmation("eve@example.com")
            #expect(try await stores.account("eve@example.com") == nil)
            await #expect(throws: ValidationError.self) { try await stores.auth.requestConfirmation("none") }
        },
        Behaviour("after five requests, no further mail is requested for an address, until an hour has passed") {
            stores async throws in
            let account = try await stores.register()
            for _ in 0..<4 { try await stores.auth.requestPasswordReset("ada@example.com") }
            let version = try await stores.repository.load(account).version
            try await stores.auth.requestPasswordReset("ada@example.com")
            try await stores.auth.requestConfirmation("ada@example.com")
            try await stores.register()
            #expect(try await stores.repository.load(account).version == version)
            stores.time.advance(by: .seconds(3600))
            try await stores.auth.requestPasswordReset("ada@example.com")
            #expect(try await stores.repository.load(account).version == version + 1)
        },
    ]
}
