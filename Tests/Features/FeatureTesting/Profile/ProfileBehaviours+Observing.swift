import DomainKit
import ProfileDomain
import Testing

extension ProfileBehaviours {
    /// The behaviour of live queries.
    static let observing: [Behaviour<ProfileStores>] = [
        Behaviour("an observed list is delivered as it is, then after each change") { stores async throws in
            var pages = stores.profiles.observeAll().makeAsyncIterator()
            #expect(try await pages.next()?.elements == [])
            let profile = try await stores.profiles.completeIdentity(
                user: "ada", screenName: "ada", birthday: "1990-12-10")
            #expect(try await pages.next()?.elements == [profile])
            let renamed = try await stores.profiles.changeScreenName(user: "ada", screenName: "lovelace")
            #expect(try await pages.next()?.elements == [renamed])
        },
        Behaviour("an observed profile is delivered from before its set-up on") { stores async throws in
            let id = try UserID("ada")
            var seen = stores.profiles.observe(id).makeAsyncIterator()
            #expect(try await seen.next() == .some(nil))
            _ = try await stores.profiles.completeIdentity(user: "grace", screenName: "grace", birthday: "1990-12-10")
            let ada = try await stores.profiles.completeIdentity(
                user: "ada", screenName: "ada", birthday: "1990-12-10")
            #expect(try await seen.next() == ada)
            _ = try await stores.profiles.changeScreenName(user: "grace", screenName: "hopper")
            let corrected = try await stores.profiles.correctBirthday(user: "ada", birthday: "1990-12-11")
            #expect(try await seen.next() == corrected)
        },
        Behaviour("an invalid limit ends observation with a validation error") { stores async throws in
            await #expect(throws: ValidationError.self) {
                for try await page in stores.profiles.observeAll(limit: 0) { Issue.record("\(page)") }
            }
        },
    ]
}
