import DomainKit
import NacreTesting
import ProfileDomain
import Testing

extension ProfileBehaviours {
    /// The behaviour of the read model.
    static let queries: [Behaviour<ProfileStores>] = [
        Behaviour("a profile that was never set up is nil") { stores async throws in
            #expect(try await stores.queries.profile(UserID("ada")) == nil)
            #expect(try await stores.queries.profiles(after: nil, limit: 10) == Page(elements: [], next: nil))
        },
        Behaviour("saved changes are visible at once, with the times of the first and the last event") {
            stores async throws in
            let ada = try UserID("ada")
            let createdAt = stores.time.advance(by: .seconds(1))
            _ = try await stores.repository.save(
                [.identityCompleted(screenName: "Ada", birthday: "1990-12-10")], for: ada, expecting: 0)
            var expected = ProfileDetails(
                id: ada, screenName: "Ada", birthday: "1990-12-10", createdAt: createdAt, updatedAt: createdAt,
                version: 1)
            #expect(try await stores.queries.profile(ada) == expected)

            let updatedAt = stores.time.advance(by: .seconds(1))
            _ = try await stores.repository.save(
                [.screenNameChanged(to: "Lovelace", replacing: "ada"), .birthdayCorrected(to: "1990-12-11")],
                for: ada, expecting: 1)
            expected = ProfileDetails(
                id: ada, screenName: "Lovelace", birthday: "1990-12-11", createdAt: createdAt,
                updatedAt: updatedAt, version: 3)
            let found = try #require(try await stores.queries.profile(ada))
            #expect(found == expected)
            #expect(found.updatedAt.description == updatedAt.description)
        },
        Behaviour("profiles are listed in order of set-up, in pages of any size") { stores async throws in
            var users: [UserID] = []
            for name in ["zoe", "ada", "mia", "bob", "eve"] {
                let user = try UserID(name)
                users.append(user)
                _ = try await stores.repository.save(
                    [.identityCompleted(screenName: name, birthday: "1990-12-10")], for: user, expecting: 0)
            }
            _ = try await stores.repository.save(
                [.birthdayCorrected(to: "1990-12-11")], for: users[0], expecting: 1)
            for limit in 1...6 {
                #expect(try await stores.list(limit: limit) == users)
            }
        },
        Behaviour("a cursor after all profiles gives an empty page") { stores async throws in
            _ = try await stores.repository.save(
                [.identityCompleted(screenName: "Ada", birthday: "1990-12-10")], for: UserID("ada"), expecting: 0)
            let page = try await stores.queries.profiles(after: PageCursor(position: .max), limit: 5)
            #expect(page == Page(elements: [], next: nil))
        },
    ]
}

extension ProfileStores {
    /// The whole list, read in pages of a given size.
    func list(limit: Int) async throws -> [UserID] {
        var users: [UserID] = []
        var cursor: PageCursor?
        repeat {
            let page = try await queries.profiles(after: cursor, limit: limit)
            #expect(page.elements.count <= limit)
            users += page.elements.map(\.id)
            cursor = page.next
        } while cursor != nil && users.count < 1000
        return users
    }
}
