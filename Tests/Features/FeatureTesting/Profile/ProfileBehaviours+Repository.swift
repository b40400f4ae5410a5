import DomainKit
import ProfileDomain
import Testing

extension ProfileBehaviours {
    /// The behaviour of the repository.
    static let repository: [Behaviour<ProfileStores>] = [
        Behaviour("a profile without events is in the initial state at version 0") { stores async throws in
            #expect(try await stores.repository.load(UserID("ada")) == Versioned(state: .none, version: 0))
        },
        Behaviour("saved events are loaded, in order") { stores async throws in
            let ada = try UserID("ada")
            let version = try await stores.repository.save(
                [
                    .identityCompleted(screenName: "Ada", birthday: "1990-12-10"),
                    .screenNameChanged(to: "Lovelace", replacing: "ada"), .birthdayCorrected(to: "1990-12-11"),
                ], for: ada, expecting: 0)
            #expect(version == 3)
            #expect(
                try await stores.repository.load(ada)
                    == Versioned(state: .complete(screenName: "Lovelace", birthday: "1990-12-11"), version: 3))
        },
        Behaviour("a change of screen name that does not record the old name is saved and loaded") {
            stores async throws in
            let ada = try UserID("ada")
            _ = try await stores.repository.save(
                [
                    .identityCompleted(screenName: "Ada", birthday: "1990-12-10"),
                    .screenNameChanged(to: "Lovelace", replacing: nil),
                ], for: ada, expecting: 0)
            #expect(
                try await stores.repository.load(ada).state
                    == .complete(screenName: "Lovelace", birthday: "1990-12-10"))
        },
        Behaviour("a change of only a screen name's case is saved and loaded") { stores async throws in
            let ada = try UserID("ada")
            _ = try await stores.repository.save(
                [
                    .identityCompleted(screenName: "Ada", birthday: "1990-12-10"),
                    .screenNameChanged(to: "ADA", replacing: "ada"),
                ], for: ada, expecting: 0)
            #expect(
                try await stores.repository.load(ada).state == .complete(screenName: "ADA", birthday: "1990-12-10"))
        },
        Behaviour("a command at the expected version is decided, and at another one it is a conflict") {
            stores async throws in
            let ada = try UserID("ada")
            let complete = ProfileCommand.completeIdentity(
                screenName: try ScreenName("Ada"),
                birthday: try Birthday("1990-12-10", today: .init(parsing: "2026-01-01")))
            #expect(try await stores.repository.execute(complete, on: ada, expecting: 0) == 1)
            let rename = ProfileCommand.changeScreenName(to: try ScreenName("Lovelace"))
            for wrong: UInt64 in [0, 2] {
                let conflict = await #expect(throws: (any Error).self) {
                    try await stores.repository.execute(rename, on: ada, expecting: wrong)
                }
                #expect(conflict?.isConflict == true)
            }
            #expect(try await stores.repository.execute(rename, on: ada, expecting: 1) == 2)
            #expect(try await stores.repository.execute(rename, on: ada, expecting: 2) == 2)
            #expect(
                try await stores.repository.load(ada).state
                    == .complete(screenName: "Lovelace", birthday: "1990-12-10"))
        },
        Behaviour("a screen name that another user has is refused at the expected version too") {
            stores async throws in
            let birthday = try Birthday("1990-12-10", today: .init(parsing: "2026-01-01"))
            for (user, name, isTaken) in [("ada", "Ada", false), ("bob", "ADA", true)] {
                let command = ProfileCommand.completeIdentity(screenName: try ScreenName(name), birthday: birthday)
                do {
                    _ = try await stores.repository.execute(command, on: UserID(user), expecting: 0)
                    #expect(!isTaken)
                } catch let error as ProfileError {
                    #expect(isTaken && error.code == .screenNameTaken)
                }
            }
        },
        Behaviour("of changes at once that expect one version, one succeeds") { stores async throws in
            let ada = try UserID("ada")
            _ = try await stores.repository.save(
                [.identityCompleted(screenName: "Ada", birthday: "1990-12-10")], for: ada, expecting: 0)
            let versions = await withTaskGroup(of: UInt64?.self) { group in
                for number in 0..<8 {
                    group.addTask {
                        let name = try? ScreenName("Ada\(number)")
                        guard let name else { return nil }
                        return try? await stores.repository.execute(
                            .changeScreenName(to: name), on: ada, expecting: 1)
                    }
                }
                return await group.reduce(into: [UInt64?]()) { $0.append($1) }
            }
            #expect(versions.compactMap { $0 } == [2])
        },
        Behaviour("saving at another version is a conflict that names both, and saves nothing") { stores async throws in
            let ada = try UserID("ada")
            _ = try await stores.repository.save(
                [.identityCompleted(screenName: "Ada", birthday: "1990-12-10")], for: ada, expecting: 0)
            for wrong: UInt64 in [0, 2] {
                let conflict = await #expect(throws: (any Error).self) {
                    try await stores.repository.save(
                        [.birthdayCorrected(to: "1990-12-11")], for: ada, expecting: wrong)
                }
                #expect(conflict?.isConflict == true)
                #expect(conflict.map { "\($0)" }?.contains("profile-ada") == true)
                #expect(conflict.map { "\($0)" }?.contains("it is at 1") == true)
            }
            #expect(
                try await stores.repository.load(ada)
                    == Versioned(state: .complete(screenName: "Ada", birthday: "1990-12-10"), version: 1))
        },
        Behaviour("saving no events checks the version and changes nothing") { stores async throws in
            let ada = try UserID("ada")
            #expect(try await stores.repository.save([], for: ada, expecting: 0) == 0)
            await #expect {
                try await stores.repository.save([], for: ada, expecting: 1)
            } throws: { $0.isConflict }
        },
        Behaviour("users are distinguished by bytes, and the longest id has a profile") { stores async throws in
            let users = [
                try UserID("caf\u{E9}"), try UserID("cafe\u{301}"), try UserID("a-b"), try UserID("A-b"),
                try UserID(String(repeating: "\u{E9}", count: 100)),
            ]
            for (index, user) in users.enumerated() {
                _ = try await stores.repository.save(
                    [.identityCompleted(screenName: "user\(index)", birthday: "1990-12-10")], for: user, expecting: 0)
            }
            for (index, user) in users.enumerated() {
                #expect(try await stores.queries.profile(user)?.screenName == "user\(index)")
                #expect(try await stores.repository.load(user).version == 1)
            }
        },
    ]
}
