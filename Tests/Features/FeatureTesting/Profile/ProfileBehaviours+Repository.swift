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
