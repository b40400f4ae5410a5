import AuthDomain
import DomainKit
import FeatureTesting
import NacreTesting
import Testing

/// Whatever write a process ends before, the log decides, and settling removes the rest.
@Suite
struct InterruptionTests {
    private let old = AuthStores.password
    private let new = "another-oyster-42"
    private let email = "ada@example.com"

    /// Runs a use case once for each of its writes, ended before that write, and once to its end.
    ///
    /// - Returns: The number of writes.
    private func interrupting(
        _ prepare: (AuthStores) async throws -> Token?,
        run: (AuthStores, Token?) async throws -> Void,
        check: (AuthStores, Token?) async throws -> Void
    ) async throws -> Int {
        for writes in 0..<50 {
            let interruption = Interruption()
            let stores = AuthStores(
                repository: InterruptedRepository(interruption: interruption),
                secrets: InterruptedSecretStore(interruption: interruption), time: ManualTimeSource())
            let token = try await prepare(stores)
            interruption.end(after: writes)
            do {
                try await run(stores, token)
            } catch is Interruption.Ended {
            }
            let wasInterrupted = interruption.restart()
            try await check(stores, token)
            if !wasInterrupted { return writes }
        }
        Issue.record("the use case has no end")
        return 50
    }

    /// Whether a password signs in.
    private func signsIn(_ stores: AuthStores, _ password: String) async throws -> Bool {
        do {
            _ = try await stores.signIn(email, password: password)
            return true
        } catch let error as AuthError where error.code == .invalidCredentials {
            return false
        }
    }

    private func settle(_ stores: AuthStores) async throws {
        stores.time.advance(by: stores.environment.policy.preparation)
        _ = try await stores.auth.settleSecrets()
    }

    @Test
    func `an interrupted registration has either registered the account or left nothing`() async throws {
        let writes = try await interrupting { _ in
            nil
        } run: { stores, _ in
            try await stores.auth.register(NewAccount(email: email, password: Password(old)))
        } check: { stores, _ in
            let isRegistered = try await signsIn(stores, old)
            stores.time.advance(by: stores.environment.policy.abandonment)
            try await settle(stores)
            #expect(try await signsIn(stores, old) == isRegistered)
            #expect(try await stores.secrets.accounts(after: nil, limit: 9).count == (isRegistered ? 1 : 0))
            // Another attempt succeeds, or changes nothing.
            try await stores.register(email, password: old)
            #expect(try await signsIn(stores, old))
        }
        #expect(writes == 3)
    }

    @Test
    func `an interrupted change has put one of the two passwords in force, and settling leaves only its hash`()
        async throws
    {
        let writes = try await interrupting { stores in
            try await stores.register(email, password: old)
            return try await stores.signIn(email, password: old)
        } run: { stores, token in
            try await stores.auth.changePassword(
                PasswordChange(token: #require(token), current: Password(old), new: Password(new)))
        } check: { stores, _ in
            let isChanged = try await signsIn(stores, new)
            #expect(try await signsIn(stores, old) != isChanged)
            try await settle(stores)
            #expect(try await signsIn(stores, new) == isChanged)
            let account = try #require(try await stores.secrets.accounts(after: nil, limit: 1).first)
            #expect(try await stores.secrets.credentials(of: account).count == 1)
        }
        #expect(writes >= 7)
    }

    @Test
    func `an interrupted reset has used its link if the new password is in force, and only then`() async throws {
        let writes = try await interrupting { stores in
            let account = try await stores.register(email, password: old)
            try await stores.auth.requestPasswordReset(email)
            let reset = try #require(try await stores.repository.load(account).state.active?.reset)
            _ = try await stores.deliver(
                MailRequest(id: "1", .reset(reset), to: account, requestedAt: stores.time.now()))
            return stores.box.lastToken
        } run: { stores, token in
            try await stores.auth.resetPassword(PasswordReset(token: #require(token), new: Password(new)))
        } check: { stores, token in
            let isReset = try await signsIn(stores, new)
            #expect(try await signsIn(stores, old) != isReset)
            let third = PasswordReset(token: try #require(token), new: Password("a-third-oyster-42"))
            if isReset {
                await #expect(throws: AuthError.self) { try await stores.auth.resetPassword(third) }
            } else {
                try await stores.auth.resetPassword(third)
            }
            #expect(try await signsIn(stores, "a-third-oyster-42") == !isReset)
        }
        #expect(writes >= 5)
    }

    @Test
    func `an interrupted deletion has either changed nothing, or settling erases what is left`() async throws {
        let writes = try await interrupting { stores in
            try await stores.register(email, password: old)
            return try await stores.signIn(email, password: old)
        } run: { stores, token in
            _ = try await stores.auth.delete(AccountDeletion(token: #require(token), password: Password(old)))
        } check: { stores, token in
            let isPresent = try await signsIn(stores, old)
            if !isPresent {
                await #expect(throws: AuthError.self) { try await stores.auth.authenticate(#require(token)) }
            }
            try await settle(stores)
            #expect(try await stores.secrets.accounts(after: nil, limit: 9).isEmpty == !isPresent)
        }
        #expect(writes == 4)
    }

    @Test
    func `an interrupted confirmation is repeated with the same link`() async throws {
        let writes = try await interrupting { stores in
            let account = try await stores.register(email, password: old)
            _ = try await stores.deliver(
                MailRequest(id: "1", .confirmation, to: account, requestedAt: stores.time.now()))
            return stores.box.lastToken
        } run: { stores, token in
            try await stores.auth.confirmEmail(#require(token))
        } check: { stores, token in
            if try await stores.secrets.link(for: #require(token)) != nil {
                try await stores.auth.confirmEmail(#require(token))
            }
            #expect(try await stores.auth.authenticate(stores.signIn(email, password: old)).isEmailConfirmed)
        }
        #expect(writes == 2)
    }
}
