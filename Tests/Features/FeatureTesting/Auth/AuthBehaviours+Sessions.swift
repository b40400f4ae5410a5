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
    ]
}
