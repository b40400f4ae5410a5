import AuthDomain
import DomainKit
import NacreTesting
import Testing

extension AuthBehaviours {
    /// The behaviour of sessions.
    static let sessions: [Behaviour<AuthStores>] = [
        Behaviour("a token that was never issued has no session") { stores async throws in
            try await stores.register()
            await expectRefused(.sessionExpired) { _ = try await stores.auth.authenticate(.random()) }
        },
        Behaviour("each sign-in has its own session, and signing out ends only this one") { stores async throws in
            try await stores.register()
            let (first, second) = (try await stores.signIn(), try await stores.signIn())
            try await stores.auth.signOut(first)
            try await stores.auth.signOut(first)
            await expectRefused(.sessionExpired) { _ = try await stores.auth.authenticate(first) }
            _ = try await stores.auth.authenticate(second)
        },
        Behaviour("signing out everywhere ends all sessions of the account, and of no other") { stores async throws in
            try await stores.register()
            try await stores.register("eve@example.com")
            let (first, second) = (try await stores.signIn(), try await stores.signIn())
            let eve = try await stores.signIn("eve@example.com")
            try await stores.auth.signOut(first, scope: .allSessions)
            for token in [first, second] {
                await expectRefused(.sessionExpired) { _ = try await stores.auth.authenticate(token) }
            }
            _ = try await stores.auth.authenticate(eve)
            await expectRefused(.sessionExpired) { try await stores.auth.signOut(second, scope: .allSessions) }
        },
        Behaviour("a session ends without use, and use prolongs it up to a limit") { stores async throws in
            let policy = stores.environment.policy
            try await stores.register()
            let (unused, used) = (try await stores.signIn(), try await stores.signIn())
            let start = stores.time.now()
            stores.time.advance(by: policy.idleSession - .seconds(1))
            let prolonged = try await stores.auth.authenticate(used)
            #expect(prolonged.session.lastUsedAt == stores.time.now())
            stores.time.advance(by: .seconds(1))
            await expectRefused(.sessionExpired) { _ = try await stores.auth.authenticate(unused) }
            for _ in 0..<6 {
                _ = try await stores.auth.authenticate(used)
                // Use within an hour of the last one is not stored, and prolongs nothing.
                stores.time.advance(by: policy.idleSession - policy.sessionTouchInterval)
            }
            await expectRefused(.sessionExpired) { _ = try await stores.auth.authenticate(used) }
            let lasted = stores.time.now().nanosecondsSince1970 - start.nanosecondsSince1970
            #expect(Duration.nanoseconds(lasted) >= policy.longestSession)
        },
        Behaviour("use within an hour is not stored") { stores async throws in
            let account = try await stores.register()
            let token = try await stores.signIn()
            let start = stores.time.now()
            stores.time.advance(by: .seconds(3599))
            _ = try await stores.auth.authenticate(token)
            #expect(try await stores.secrets.sessions(of: account).map(\.lastUsedAt) == [start])
            stores.time.advance(by: .seconds(1))
            _ = try await stores.auth.authenticate(token)
            #expect(try await stores.secrets.sessions(of: account).map(\.lastUsedAt) == [stores.time.now()])
        },
        Behaviour("an account's sessions are listed in order, and those of other accounts are not") {
            stores async throws in
            let account = try await stores.register()
            try await stores.register("eve@example.com")
            let first = try await stores.auth.signIn(
                email: "ada@example.com", password: Password(AuthStores.password))
            stores.time.advance(by: .seconds(60))
            let second = try await stores.auth.signIn(
                email: "ada@example.com", password: Password(AuthStores.password))
            _ = try await stores.signIn("eve@example.com")
            let listed = try await stores.auth.fetchSessions(second.token)
            #expect(listed.current == second.session.id)
            #expect(listed.all == [first.session, second.session])
            #expect(listed.all.allSatisfy { $0.account == account })
        },
        Behaviour("sessions that have ended are not listed, and list nothing") { stores async throws in
            let policy = stores.environment.policy
            try await stores.register()
            let (expired, left) = (try await stores.signIn(), try await stores.signIn())
            stores.time.advance(by: policy.idleSession - .seconds(1))
            let current = try await stores.signIn()
            stores.time.advance(by: .seconds(1))
            try await stores.auth.signOut(left)
            let listed = try await stores.auth.fetchSessions(current)
            #expect(listed.all.map(\.id) == [listed.current])
            for token in [expired, left, .random()] {
                await expectRefused(.sessionExpired) { _ = try await stores.auth.fetchSessions(token) }
            }
        },
        Behaviour("sessions of a replaced password are not listed, removed or not") { stores async throws in
            let account = try await stores.register()
            let stale = try await stores.auth.signIn(
                email: "ada@example.com", password: Password(AuthStores.password))
            let current = try await stores.signIn()
            try await stores.auth.changePassword(
                PasswordChange(
                    token: current, current: Password(AuthStores.password), new: Password("another-oyster-42")))
            // As if the process had ended before it removed the session.
            try await stores.secrets.insert(stale.session, for: .random())
            #expect(try await stores.secrets.sessions(of: account).count == 2)
            let listed = try await stores.auth.fetchSessions(current)
            #expect(listed.all.map(\.id) == [listed.current])
        },
    ]
}
