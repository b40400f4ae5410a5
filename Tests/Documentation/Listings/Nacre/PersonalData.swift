import DomainKit
import Nacre

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// The listings of `PersonalData.md`.

enum PersonalDataOutside {
    enum CustomerEvent: DomainEvent, Codable, StoredEvent {
        static let category = "customer"

        /// The name and the address are in the table of contacts, under this id.
        case registered(contact: UUID)
        case contactErased
    }
}

enum CryptoShredding {
    /// The keys of persons, kept outside the event store.
    protocol Vault: Sendable {
        /// Encrypts a text with the key of a person, which is created if necessary.
        func seal(_ text: String, for person: String) async throws -> String

        /// Decrypts a text. Returns `nil` if the key was deleted.
        func open(_ sealed: String, of person: String) async throws -> String?

        /// Deletes the key of a person.
        func forget(_ person: String) async throws
    }

    enum CustomerEvent: DomainEvent, Codable, StoredEvent {
        static let category = "customer"

        case registered(sealedName: String)
        case forgotten
    }

    struct Customers {
        let store: any EventStore
        let vault: any Vault

        func register(_ id: String, name: String) async throws {
            let sealed = try await vault.seal(name, for: id)
            try await store.append(
                [CustomerEvent.codec.encode(.registered(sealedName: sealed))], to: StreamName("customer-\(id)"),
                expecting: .noStream)
        }

        func forget(_ id: String) async throws {
            try await vault.forget(id)
            try await store.append(
                [CustomerEvent.codec.encode(.forgotten)], to: StreamName("customer-\(id)"),
                expecting: .streamExists)
        }
    }

    struct Contacts: TableProjection {
        struct Row: Codable, Sendable { var sealedName: String }

        static let contacts = Table<String, Row>()
        static let tables: TableSet = [contacts]

        func apply(_ event: CustomerEvent, _ recorded: EventView, to tables: MutableTables<Self>) throws {
            let id = recorded.stream.id
            switch event {
            case .registered(let name): try tables.contacts.set(Row(sealedName: name), at: id)
            case .forgotten: try tables.contacts.remove(id)
            }
        }
    }
}
