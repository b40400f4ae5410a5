import DomainKit
import ProfileDomain
import Testing

extension ProfileBehaviours {
    /// The behaviour of screen names, which are unique.
    public static let screenNames: [Behaviour<ProfileStores>] = [
        Behaviour("a taken screen name is rejected, whatever its case, and nothing is written") {
            stores async throws in
            let profiles = stores.profiles
            _ = try await profiles.completeIdentity(user: "ada", screenName: "Ada", birthday: "1990-12-10")
            _ = try await profiles.completeIdentity(user: "bob", screenName: "Bob", birthday: "1990-12-10")
            for name in ["Ada", "ada", "ADA"] {
                try await stores.expectTaken(name) {
                    try await profiles.completeIdentity(user: "eve", screenName: name, birthday: "1990-12-10")
                }
                try await stores.expectTaken(name) {
                    try await profiles.changeScreenName(user: "bob", screenName: name)
                }
            }
            #expect(try await stores.repository.load(UserID("eve")).version == 0)
            #expect(try await profiles.fetch(UserID("bob")).screenName == "Bob")
            #expect(try await stores.queries.profiles(after: nil, limit: 5).elements.count == 2)
        },
        Behaviour("a released screen name can be taken, and then belongs to the other user") {
            stores async throws in
            let profiles = stores.profiles
            _ = try await profiles.completeIdentity(user: "ada", screenName: "Ada", birthday: "1990-12-10")
            _ = try await profiles.changeScreenName(user: "ada", screenName: "Lovelace")
            let eve = try await profiles.completeIdentity(user: "eve", screenName: "ADA", birthday: "1990-12-10")
            #expect(eve.screenName == "ADA")
            try await stores.expectTaken("Ada") {
                try await profiles.changeScreenName(user: "ada", screenName: "Ada")
            }
            _ = try await profiles.changeScreenName(user: "eve", screenName: "Eve")
            #expect(try await profiles.changeScreenName(user: "ada", screenName: "ada").screenName == "ada")
        },
        Behaviour("the holder of a screen name may change its case, and still holds it") { stores async throws in
            let profiles = stores.profiles
            _ = try await profiles.completeIdentity(user: "ada", screenName: "Ada", birthday: "1990-12-10")
            #expect(try await profiles.changeScreenName(user: "ada", screenName: "aDa").screenName == "aDa")
            try await stores.expectTaken("ADA") {
                try await profiles.completeIdentity(user: "eve", screenName: "ADA", birthday: "1990-12-10")
            }
        },
        Behaviour("a second set-up, or a missing profile, is reported before any taken name") {
            stores async throws in
            let profiles = stores.profiles
            _ = try await profiles.completeIdentity(user: "ada", screenName: "Ada", birthday: "1990-12-10")
            _ = try await profiles.completeIdentity(user: "bob", screenName: "Bob", birthday: "1990-12-10")
            let again = await #expect(throws: ProfileError.self) {
                try await profiles.completeIdentity(user: "bob", screenName: "Ada", birthday: "1990-12-10")
            }
            #expect(again?.code == .alreadyComplete)
            let unknown = await #expect(throws: ProfileError.self) {
                try await profiles.changeScreenName(user: "eve", screenName: "Ada")
            }
            #expect(unknown?.code == .notFound)
        },
        Behaviour("a name that the log gives to several users is shown, kept, and free once all have released it") {
            stores async throws in
            let profiles = stores.profiles
            let users = [try UserID("ada"), try UserID("bob")]
            for (user, name) in zip(users, ["Twin", "TWIN"]) {
                _ = try await stores.repository.save(
                    [.identityCompleted(screenName: name, birthday: "1990-12-10")], for: user, expecting: 0)
            }
            #expect(try await profiles.fetchAll().elements.map(\.screenName) == ["Twin", "TWIN"])
            #expect(try await profiles.correctBirthday(user: "ada", birthday: "1990-12-11").screenName == "Twin")
            #expect(try await profiles.changeScreenName(user: "ada", screenName: "tWin").screenName == "tWin")
            for user in users {
                try await stores.expectTaken("twin") {
                    try await profiles.completeIdentity(user: "eve", screenName: "twin", birthday: "1990-12-10")
                }
                _ = try await profiles.changeScreenName(user: user.text, screenName: "Free-\(user)")
            }
            _ = try await profiles.completeIdentity(user: "eve", screenName: "twin", birthday: "1990-12-10")
        },
        Behaviour("64 tasks that race for 8 screen names leave 8 holders") { stores async throws in
            let profiles = stores.profiles
            let owned = await withTaskGroup(of: (String, String)?.self, returning: [String: String].self) { group in
                for task in 0..<64 {
                    group.addTask {
                        for index in 0..<8 {
                            let name = "Name\((task + index) % 8)"
                            do {
                                return (
                                    "user-\(task)",
                                    try await profiles.completeIdentity(
                                        user: "user-\(task)", screenName: task < 32 ? name : name.uppercased(),
                                        birthday: "1990-12-10"
                                    ).screenName
                                )
                            } catch let error as ProfileError where error.code == .screenNameTaken {
                                continue
                            } catch {
                                Issue.record(error)
                            }
                        }
                        return nil
                    }
                }
                return await group.reduce(into: [:]) { names, taken in
                    if let (user, name) = taken { names[user] = name }
                }
            }
            let shown = try await stores.queries.profiles(after: nil, limit: 100).elements
            #expect(Dictionary(uniqueKeysWithValues: shown.map { ($0.id.text, $0.screenName) }) == owned)
            #expect(Set(shown.map { $0.screenName.lowercased() }) == Set((0..<8).map { "name\($0)" }))
            #expect(shown.count == 8)
        },
        Behaviour("a name passed on continuously never has two holders") { stores async throws in
            let profiles = stores.profiles
            for task in 0..<4 {
                _ = try await profiles.completeIdentity(
                    user: "user-\(task)", screenName: "Own-\(task)", birthday: "1990-12-10")
            }
            try await withThrowingTaskGroup { group in
                for task in 0..<4 {
                    group.addTask {
                        for _ in 0..<8 {
                            do {
                                _ = try await profiles.changeScreenName(user: "user-\(task)", screenName: "Crown")
                                // A holder has the name alone until it is released.
                                let holders = try await stores.queries.profiles(after: nil, limit: 9).elements
                                #expect(holders.filter { $0.screenName == "Crown" }.map(\.id.text) == ["user-\(task)"])
                                _ = try await profiles.changeScreenName(
                                    user: "user-\(task)", screenName: "Own-\(task)")
                            } catch let error as ProfileError where error.code == .screenNameTaken {
                                continue
                            }
                        }
                    }
                }
                try await group.waitForAll()
            }
        },
    ]
}

extension ProfileStores {
    /// Expects a rejection because another user has the name; the message names it and the remedy.
    fileprivate func expectTaken(
        _ name: String, _ attempt: () async throws -> ProfileDetails
    ) async throws {
        let error = await #expect(throws: ProfileError.self) { try await attempt() }
        #expect(error?.code == .screenNameTaken)
        #expect(error?.screenName?.text == name)
        #expect(error?.user != nil)
        #expect(error?.message.contains("\"\(name)\" is taken") == true, "\(error?.message ?? "")")
        #expect(error?.message.contains("choose another one") == true)
    }
}
