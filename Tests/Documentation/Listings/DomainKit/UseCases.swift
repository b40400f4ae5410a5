import DomainKit

// The listings in comments of `Sources/DomainKit/UseCases`.

struct NewItem: Sendable { let name: String }
struct ItemDetails: Sendable { let name: String }

protocol ItemCreating: UseCase where Input == NewItem, Output == ItemDetails {}

struct AddButton {
    let create: any ItemCreating

    func tapped() async throws { _ = try await create(NewItem(name: "Buy milk")) }
}
