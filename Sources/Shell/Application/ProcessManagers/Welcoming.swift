import DomainKit
import ItemsDomain
import ItemsInfrastructure
import Nacre
import ProfileDomain
import ProfileInfrastructure

/// The process manager that creates a welcome item for every profile that is set up.
///
/// The item's id is the id of the set-up event. Only the first set-up of a profile counts, so each profile gets one
/// welcome item, which can be found from the profile's history. The item's name contains the screen name, so a profile
/// whose fields are sealed gets none.
struct Welcoming: ProcessManager {
    // FEAT-20: Joining two features belongs to the composition root.

    let name = "welcome"
    let query = Query([
        Query.Item(
            types: [StoredProfileEvent.codec.types.type(of: .identityCompleted)], categories: [ProfileEvent.category])
    ])

    private let store: any EventStore
    private let items: Aggregates<ItemDecider>

    init(in store: any EventStore, time: any TimeSource) {
        self.store = store
        items = Aggregates(in: store, time: time)
    }

    func react(to event: RecordedEvent) async throws -> Commit? {
        guard UserID(event.stream) != nil, !ProfileEventCodec.isSealed(event),
            let happened = try ProfileEvent.codec.decode(event),
            let welcome = try WelcomeItem(for: happened, of: await profile(before: event))
        else { return nil }
        do {
            return try await items.commit(deciding: .create(name: welcome.name), on: event.id.description)
        } catch let error as ItemError where error.code == .alreadyExists || error.code == .deleted {
            // An item with this id exists already: nothing to create.
            return nil
        }
    }

    private func profile(before event: RecordedEvent) async throws -> Profile {
        var profile = ProfileDecider.initialState
        for try await earlier in store.read(event.stream) {
            if earlier.version >= event.version { break }
            // A sealed event before one in clear: the profile is not new.
            if ProfileEventCodec.isSealed(earlier) { return .erased }
            if let happened = try ProfileEvent.codec.decode(earlier) { ProfileDecider.evolve(&profile, happened) }
        }
        return profile
    }
}
