import AuthDomain
import DomainKit
import NacreTesting
import Testing

extension AuthBehaviours {
    /// The behaviour of signing in.
    static let signingIn: [Behaviour<AuthStores>] = [
        Behaviour("a wrong password and an unknown address are refused alike, after the same work") {
            stores async throws in
            try await stores.register()
            var before = stores.hasher.done.verifications
            let wrong = await expectRefused(.invalidCredentials) { _ = try await stores.signIn(password: "wrong") }
            #expect(stores.hasher.done.verifications == before + 1)
            before = stores.hasher.done.verifications
            let unknown = await expectRefused(.invalidCredentials) { _ = try await stores.signIn("eve@example.com") }
            #expect(stores.hasher.done.verifications == before + 1)
            #expect(wrong?.message == unknown?.message)
        },
        Behaviour("a text that is no address is reported as such, without the text") { stores async throws in
            let error = await #expect(throws: ValidationError.self) { try await stores.signIn("ada at example") }
            #expect(error?.failures.first?.field == "email")
            #expect(error?.message.contains("ada at") == false)
        },
        Behaviour("a password is compared exactly, case and blanks included") { stores async throws in
            try await stores.register(password: " Quiet Oyster 42 ")
            for password in ["Quiet Oyster 42", " quiet oyster 42 ", " Quiet Oyster 42  "] {
                await expectRefused(.invalidCredentials) { _ = try await stores.signIn(password: password) }
            }
            _ = try await stores.signIn(password: " Quiet Oyster 42 ")
        },
        Behaviour("a hash of another cost is renewed when its password signs in, and only then") {
            stores async throws in
            let account = try await stores.register()
            let credential = try #require(try await stores.repository.load(account).state.active?.credential)
            let stored = { try await stores.secrets.passwordHash(credential, of: account)?.bytes.copy }
            let former = try await stored()
            stores.hasher.raiseCost()
            await expectRefused(.invalidCredentials) { _ = try await stores.signIn(password: "wrong") }
            #expect(try await stored() == former)
            _ = try await stores.signIn()
            // Other hashers have the cost that they were made with.
            if stores.hasher.hasCostOfItsOwn { #expect(try await stored() != former) }
            let renewed = try await stored()
            _ = try await stores.signIn()
            #expect(try await stored() == renewed)
            #expect(try await stores.secrets.credentials(of: account).map(\.id) == [credential])
        },
        Behaviour("a password that was prepared but never decided does not sign in") { stores async throws in
            let account = try await stores.register()
            let hash = try await stores.environment.storage.hasher.hash(Password("another-oyster-42"))
            try await stores.secrets.prepare(
                PreparedPassword(
                    hash, as: CredentialID(high: 1, low: 2), of: account, preparedAt: stores.time.now()))
            await expectRefused(.invalidCredentials) { _ = try await stores.signIn(password: "another-oyster-42") }
            _ = try await stores.signIn()
        },
    ]

    /// The behaviour of locking.
    static let locking: [Behaviour<AuthStores>] = [
        Behaviour("after five wrong passwords an address is locked, for growing times, known or not") {
            stores async throws in
            try await stores.register()
            for email in ["ada@example.com", "eve@example.com"] {
                for _ in 0..<5 {
                    await expectRefused(.invalidCredentials) { _ = try await stores.signIn(email, password: "wrong") }
                }
                for wait in [30, 60, 120] {
                    let before = stores.hasher.done.verifications
                    let until = stores.time.now().advanced(by: wait)
                    let error = await expectRefused(.locked) { _ = try await stores.signIn(email) }
                    #expect(error?.until == until)
                    #expect(stores.hasher.done.verifications == before)
                    stores.time.advance(by: .seconds(wait) - .nanoseconds(1))
                    await expectRefused(.locked) { _ = try await stores.signIn(email) }
                    stores.time.advance(by: .nanoseconds(1))
                    await expectRefused(.invalidCredentials) { _ = try await stores.signIn(email, password: "wrong") }
                }
            }
        },
        Behaviour("a lock ends with time, and the right password clears the count") { stores async throws in
            try await stores.register()
            for _ in 0..<5 {
                await expectRefused(.invalidCredentials) { _ = try await stores.signIn(password: "wrong") }
            }
            stores.time.advance(by: .seconds(30))
            _ = try await stores.signIn()
            for _ in 0..<5 {
                await expectRefused(.invalidCredentials) { _ = try await stores.signIn(password: "wrong") }
            }
        },
        Behaviour("of 40 passwords tried at the same time, five are verified") { stores async throws in
            try await stores.register()
            let codes = await withTaskGroup(of: AuthError.Code?.self, returning: [AuthError.Code?].self) { group in
                for _ in 0..<40 {
                    group.addTask {
                        do {
                            _ = try await stores.signIn(password: "wrong")
                            return nil
                        } catch {
                            return (error as? AuthError)?.code
                        }
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(codes.filter { $0 == .invalidCredentials }.count == 5)
            #expect(codes.filter { $0 == .locked }.count == 35)
        },
        Behaviour("an attempt that the hasher is too busy for does not count") { stores async throws in
            try await stores.register()
            stores.hasher.setBusy(true)
            for _ in 0..<10 { await expectRefused(.busy) { _ = try await stores.signIn() } }
            stores.hasher.setBusy(false)
            _ = try await stores.signIn()
        },
        Behaviour("the present password that a change or a deletion asks for is counted too") { stores async throws in
            try await stores.register()
            let token = try await stores.signIn()
            for number in 0..<5 {
                await expectRefused(.invalidCredentials) {
                    if number % 2 == 0 {
                        _ = try await stores.auth.delete(
                            AccountDeletion(token: token, password: Password("wrong")))
                    } else {
                        try await stores.auth.changePassword(
                            PasswordChange(
                                token: token, current: Password("wrong"), new: Password("another-oyster-42")))
                    }
                }
            }
            await expectRefused(.locked) { _ = try await stores.signIn() }
        },
        Behaviour("resetting the password ends the lock of its address") { stores async throws in
            try await stores.register()
            for _ in 0..<5 {
                await expectRefused(.invalidCredentials) { _ = try await stores.signIn(password: "wrong") }
            }
            try await stores.auth.resetPassword(
                PasswordReset(token: stores.resetLink(), new: Password("another-oyster-42")))
            _ = try await stores.signIn(password: "another-oyster-42")
        },
    ]
}

extension Instant {
    fileprivate func advanced(by seconds: Int) -> Instant {
        Instant(nanosecondsSince1970: nanosecondsSince1970 + Int64(seconds) * 1_000_000_000, decimals: decimals)
    }
}
