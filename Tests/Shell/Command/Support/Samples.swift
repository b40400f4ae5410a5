import DomainKit
import ItemsDomain
import ProfileDomain
import ToolTesting

/// Sample items and profiles.
enum Samples {
    static func item(
        name: String = "Buy milk", owner: ItemOwner? = nil, isCompleted: Bool = false, isDeleted: Bool = false
    ) throws -> ItemDetails {
        ItemDetails(
            id: try ItemID(parsing: "4a0712f3-6b1c-4f0e-9d5a-2f6f0d1b7c11"), name: name, owner: owner,
            isCompleted: isCompleted, isDeleted: isDeleted, createdAt: .sample, updatedAt: .sample, version: 3)
    }

    static func profile() throws -> ProfileDetails {
        ProfileDetails(
            id: try UserID("u/1"), screenName: "ada", birthday: "1990-12-10", createdAt: .sample, updatedAt: .sample,
            version: 2)
    }
}
