import DomainKit
import ItemsDomain
import ProfileDomain
import Shell

/// Everything that the read models show.
struct Contents: Equatable {
    var items: [ItemDetails]
    var profiles: [ProfileDetails]

    init(of application: Application) async throws {
        items = try await application.items.fetchAll(limit: 1000, includingDeleted: true).elements
        profiles = try await application.profiles.fetchAll(limit: 1000).elements
    }
}

extension Application {
    /// Creates and changes some items and profiles.
    func fill(items count: Int = 12) async throws {
        for number in 1...count {
            let item = try await items.create(name: "item \(number)")
            if number % 3 == 0 { _ = try await items.complete(item.id) }
            if number % 4 == 0 { _ = try await items.rename(item.id, to: "renamed \(number)") }
            if number % 5 == 0 { _ = try await items.delete(item.id) }
        }
        for user in ["ada", "grace", "edsger"] {
            _ = try await profiles.completeIdentity(user: user, screenName: user, birthday: "1930-05-11")
        }
        _ = try await profiles.changeScreenName(user: "ada", screenName: "Lovelace")
    }
}
