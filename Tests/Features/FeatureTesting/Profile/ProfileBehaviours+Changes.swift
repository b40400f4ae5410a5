import DomainKit
import NacreTesting
import ProfileDomain
import Testing

extension ProfileBehaviours {
    /// The behaviour of the use cases.
    static let changes: [Behaviour<ProfileStores>] = [
        Behaviour("a profile is set up") { stores async throws in
            let profile = try await stores.profiles.completeIdentity(
                user: "ada", screenName: "Ada", birthday: "1990-12-10")
            #expect(profile.id.text == "ada")
            #expect(profile.screenName == "Ada")
            #expect(profile.birthday == "1990-12-10")
            #expect(profile.version == 1)
            #expect(try await stores.profiles.fetch(profile.id) == profile)
        },
        Behaviour("a profile is set up only once") { stores async throws in
            let profiles = stores.profiles
            let first = try await profiles.completeIdentity(user: "ada", screenName: "Ada", birthday: "1990-12-10")
            let error = await #expect(throws: ProfileError.self) {
                try await profiles.completeIdentity(user: "ada", screenName: "Ada", birthday: "1990-12-10")
            }
            #expect(error?.code == .alreadyComplete)
            #expect(error?.user == first.id)
            #expect(try await profiles.fetch(first.id) == first)
        },
        Behaviour("all failures of all fields are reported at once, and nothing is written") { stores async throws in
            let error = await #expect(throws: ValidationError.self) {
                try await stores.profiles.completeIdentity(user: " ada\n", screenName: "é", birthday: "1990-13-10")
            }
            #expect(
                error?.failures.map(\.field) == ["user", "user", "screenName", "screenName", "birthday"])
            #expect(try await stores.queries.profiles(after: nil, limit: 1).elements.isEmpty)
        },
        Behaviour("screen name and birthday are changed") { stores async throws in
            let profiles = stores.profiles
            _ = try await profiles.completeIdentity(user: "ada", screenName: "Ada", birthday: "1990-12-10")
            #expect(try await profiles.changeScreenName(user: "ada", screenName: "ADA").screenName == "ADA")
            let corrected = try await profiles.correctBirthday(user: "ada", birthday: "1990-12-11")
            #expect(corrected.birthday == "1990-12-11")
            #expect(corrected.screenName == "ADA")
            #expect(corrected.version == 3)
        },
        Behaviour("a command that changes nothing writes no event") { stores async throws in
            let profiles = stores.profiles
            _ = try await profiles.completeIdentity(user: "ada", screenName: "Ada", birthday: "1990-12-10")
            #expect(try await profiles.changeScreenName(user: "ada", screenName: "Ada").version == 1)
            #expect(try await profiles.correctBirthday(user: "ada", birthday: "1990-12-10").version == 1)
        },
        Behaviour("a command on a profile that was not set up is rejected, naming the user") {
            stores async throws in
            let profiles = stores.profiles
            let attempts: [@Sendable () async throws -> ProfileDetails] = [
                { try await profiles.changeScreenName(user: "ada", screenName: "Ada") },
                { try await profiles.correctBirthday(user: "ada", birthday: "1990-12-10") },
                { try await profiles.fetch(UserID("ada")) },
            ]
            for attempt in attempts {
                let error = await #expect(throws: ProfileError.self) { try await attempt() }
                #expect(error?.code == .notFound)
                #expect(error?.message.contains("\"ada\"") == true)
            }
            #expect(try await stores.repository.load(UserID("ada")).version == 0)
        },
        Behaviour("a birthday is checked against the clock's day") { stores async throws in
            let profiles = stores.profiles
            let tomorrow = Instant(
                nanosecondsSince1970: stores.time.now().nanosecondsSince1970 + 86_400_000_000_000, decimals: 0
            ).day
            await #expect(throws: ValidationError.self) {
                try await profiles.completeIdentity(user: "ada", screenName: "Ada", birthday: "\(tomorrow)")
            }
            let today = stores.time.now().day
            #expect(
                try await profiles.completeIdentity(user: "ada", screenName: "Ada", birthday: "\(today)").birthday
                    == "\(today)")
        },
        Behaviour("all profiles are fetched page by page") { stores async throws in
            for user in ["zoe", "ada", "mia"] {
                _ = try await stores.profiles.completeIdentity(
                    user: user, screenName: user, birthday: "1990-12-10")
            }
            let first = try await stores.profiles.fetchAll(limit: 2)
            let second = try await stores.profiles.fetchAll(after: first.next, limit: 2)
            #expect(first.elements.map(\.id.text) == ["zoe", "ada"])
            #expect(second.elements.map(\.id.text) == ["mia"])
            #expect(second.next == nil)
        },
        Behaviour("concurrent changes all happen, each once") { stores async throws in
            let profiles = stores.profiles
            _ = try await profiles.completeIdentity(user: "ada", screenName: "Ada", birthday: "1990-12-10")
            try await withThrowingTaskGroup { group in
                for number in 1...8 {
                    group.addTask { _ = try await profiles.changeScreenName(user: "ada", screenName: "Ada\(number)") }
                }
                try await group.waitForAll()
            }
            #expect(try await profiles.fetch(UserID("ada")).version == 9)
        },
    ]
}
