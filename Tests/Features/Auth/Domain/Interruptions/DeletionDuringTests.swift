import AuthDomain
import DomainKit
import FeatureTesting
import NacreTesting
import Testing

/// Calls that are under way while their account is deleted bring nothing of it back.
@Suite
struct DeletionDuringTests {
    private let email = "ada@example.com"
    private let password = AuthStores.password

    /// Two processes on one storage: one whose calls can be paused, and one that deletes meanwhile.
    private struct Processes {
        let interruption = Interruption()
        let paused: AuthStores
        let other: AuthStores
        let secrets: InMemorySecretStore

        init() {
            let repository = InterruptedRepository(interruption: interruption)
            let secrets = InterruptedSecretStore(interruption: interruption)
            let time = ManualTimeSource()
            paused = AuthStores(repository: repository, secrets: secrets, time: time)
            other = AuthStores(repository: repository.inner, secrets: secrets.inner, time: time)
            self.secrets = secrets.inner
        }

        /// Deletes an account as the use case does, whatever its password is by now.
        func delete(_ account: AccountID) async throws {
            if let active = try await other.repository.load(account).state.active {
                _ = try await other.repository.execute(
                    .delete(verified: active.credential), on: account, retrying: ConflictRetry())
            }
            try await other.secrets.erase(account)
        }
    }

    /// Runs a use case once for each of its calls of the storage, with the deletion before that call, and expects that
    /// nothing of the account is left.
    ///
    /// - Returns: The number of calls.
    private func deleting(
        refusedAs codes: Set<AuthError.Code>, _ prepare: (AuthStores) async throws -> Token?,
        run: (AuthStores, Token?) async throws -> Void
    ) async throws -> Int {
        for calls in 0..<60 {
            let processes = Processes()
            let account = try await processes.other.register(email)
            let token = try await prepare(processes.other)
            processes.interruption.pause(after: calls) { try await processes.delete(account) }
            do {
                try await run(processes.paused, token)
            } catch let error as AuthError {
                #expect(codes.contains(error.code), "\(error.code) after \(calls) calls")
            }
            guard processes.interruption.restart() else { return calls }
            #expect(try await processes.other.repository.load(account).state == .deleted, "after \(calls) calls")
            #expect(await processes.secrets.accounts(after: nil, limit: 9) == [], "after \(calls) calls")
            #expect(await processes.secrets.sessions(of: account).isEmpty)
        }
        Issue.record("the use case has no end")
        return 60
    }

    @Test
    func `a sign-in brings no session back`() async throws {
        let calls = try await deleting(refusedAs: [.invalidCredentials]) { _ in
            nil
        } run: { stores, _ in
            _ = try await stores.signIn(email)
        }
        #expect(calls >= 6)
    }

    @Test
    func `a change of the password brings no hash back`() async throws {
        let calls = try await deleting(refusedAs: [.sessionExpired, .invalidCredentials]) { stores in
            try await stores.signIn(email)
        } run: { stores, token in
            try await stores.auth.changePassword(
                PasswordChange(
                    token: #require(token), current: Password(password), new: Password("another-oyster-42")))
        }
        #expect(calls >= 10)
    }

    @Test
    func `a reset of the password brings no hash back`() async throws {
        let calls = try await deleting(refusedAs: [.linkInvalid]) { stores in
            try await link(stores) { try await reset(stores) }
        } run: { stores, token in
            try await stores.auth.resetPassword(
                PasswordReset(token: #require(token), new: Password("another-oyster-42")))
        }
        #expect(calls >= 8)
    }

    @Test
    func `a confirmation brings nothing back`() async throws {
        let calls = try await deleting(refusedAs: [.linkInvalid]) { stores in
            try await link(stores) { .confirmation }
        } run: { stores, token in
            try await stores.auth.confirmEmail(#require(token))
        }
        #expect(calls >= 3)
    }

    @Test
    func `a mail under way brings no link back`() async throws {
        let calls = try await deleting(refusedAs: []) { _ in
            nil
        } run: { stores, _ in
            guard let account = try await stores.repository.holder(of: stores.secrets.claim(of: EmailAddress(email)))
            else { return }
            _ = try await stores.deliver(
                MailRequest(id: "1", .confirmation, to: account, requestedAt: stores.time.now()))
        }
        #expect(calls >= 4)
    }

    @Test
    func `the use of a session brings nothing back`() async throws {
        let calls = try await deleting(refusedAs: [.sessionExpired]) { stores in
            let token = try await stores.signIn(email)
            stores.time.advance(by: stores.environment.policy.sessionTouchInterval)
            return token
        } run: { stores, token in
            _ = try await stores.auth.authenticate(#require(token))
        }
        #expect(calls == 3)
    }

    @Test
    func `another deletion finds that the account is gone`() async throws {
        let calls = try await deleting(refusedAs: [.sessionExpired, .invalidCredentials]) { stores in
            try await stores.signIn(email)
        } run: { stores, token in
            _ = try await stores.auth.delete(AccountDeletion(token: #require(token), password: Password(password)))
        }
        #expect(calls >= 7)
    }

    private func link(_ stores: AuthStores, _ kind: () async throws -> MailKind) async throws -> Token? {
        let account = try #require(try await holder(stores))
        let request = MailRequest(id: "1", try await kind(), to: account, requestedAt: stores.time.now())
        #expect(try await stores.deliver(request) == .sent)
        return stores.box.lastToken
    }

    private func reset(_ stores: AuthStores) async throws -> MailKind {
        try await stores.auth.requestPasswordReset(email)
        let account = try #require(try await holder(stores))
        return .reset(try #require(try await stores.repository.load(account).state.active?.reset))
    }

    private func holder(_ stores: AuthStores) async throws -> AccountID? {
        try await stores.repository.holder(of: stores.secrets.claim(of: EmailAddress(email)))
    }
}
