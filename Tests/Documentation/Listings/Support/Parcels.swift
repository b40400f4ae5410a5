import DomainKit
import Nacre

/// The events of a parcel, which follows an order.
enum ParcelEvent: DomainEvent, Codable, StoredEvent {
    static let category = "parcel"

    case packed(for: String)
}

/// The rules of a parcel: it is packed once.
enum ParcelDecider: Decider {
    enum Command { case pack(for: String) }
    struct Refused: DescribedError { let description: String }

    static let initialState = false

    static func decide(_ command: Command, _ isPacked: Bool) throws(Refused) -> [ParcelEvent] {
        switch command {
        case .pack(let customer): isPacked ? [] : [.packed(for: customer)]
        }
    }

    static func evolve(_ isPacked: inout Bool, _ event: ParcelEvent) { isPacked = true }
}

/// Packs a parcel for every order that is placed.
struct Packing: ProcessManager {
    let name = "packing"
    let query = Query.types("OrderPlaced")
    let parcels: Aggregates<ParcelDecider>

    func react(to event: RecordedEvent) async throws -> Commit? {
        guard case .placed(let customer, _)? = try OrderEvent.codec.decode(event) else { return nil }
        return try await parcels.commit(deciding: .pack(for: customer), on: event.stream.id)
    }
}
