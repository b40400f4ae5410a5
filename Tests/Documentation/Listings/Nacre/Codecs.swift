import DomainKit
import Nacre

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// The listings in comments of `Sources/Nacre/Codecs`.

enum Codecs {
    enum AccountEvent: DomainEvent, Codable, StoredEvent {
        static let category = "account"

        case opened(owner: String, limit: Decimal?)
        case deposited(amount: Int)
        case closed
    }

    enum RenamedAccountEvent: DomainEvent, Codable, StoredEvent {
        static let category = "account"

        static let storedTypes: StoredEventTypes = [
            "opened": "AccountCreated",
            "deposited": .upcasting { old, new in new.integer("cents", try old.integer("euros") * 100) },
        ]

        case opened(owner: String)
        case deposited(cents: Int)
    }

    enum MergedAccountEvent: DomainEvent, Codable, StoredEvent {
        static let category = "account"

        static let storedTypes = StoredEventTypes(
            upcasting: [Upcaster("AccountCredited", from: 1, becoming: "AccountDeposited")])

        case deposited(cents: Int)
    }

    static func upcast() -> Upcaster {
        let upcaster = Upcaster("OrderPlaced", from: 1) { old, new in
            new.text("customer", try old.text("customer"))
            new.integer("cents", try old.integer("euros") * 100)
        }
        return upcaster
    }

    struct Seats {
        var rows: [String] = []

        init(reading reader: inout JSONReader) throws {
            try reader.beginArray()
            while try reader.nextElement() { rows.append(try reader.readString()) }
        }
    }

    static func seats(in fields: inout EventFields) throws -> Seats {
        let seats = try fields.value("seats") { try Seats(reading: &$0) }
        return seats
    }
}
