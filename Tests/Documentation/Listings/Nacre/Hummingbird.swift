import DomainKit
import Nacre

// The listings of `Hummingbird.md` that need no Hummingbird; the others are in the package `Tests/HummingbirdShop`.

func ship(from shop: Shop, requestID: String, userID: String) async throws {
    try await EventContext.with(correlationID: requestID, actor: userID) {
        try await shop.orders.execute(.ship, on: "42")
    }
}
