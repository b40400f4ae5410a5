import DomainKit
public import ItemsDomain
import ItemsInfrastructure
public import Nacre
public import ProfileDomain
import ProfileInfrastructure

/// What an event did, at the time when it was recorded.
public struct RecordedChange<Event: Sendable, Details: Sendable>: Sendable {
    /// The event.
    public let event: Event

    /// The details after the event.
    public let details: Details
}

extension Application {
    /// The item as an event left it.
    ///
    /// - Parameter id: The id of the event.
    /// - Returns: The event and the item; `nil` if no event of an item has the id.
    /// - Throws: `EventDecodingError`, and errors of the store.
    /// - Complexity: O(*n*) in the events of the item up to the event.
    public func item(recordedBy id: EventID) async throws -> RecordedChange<ItemEvent, ItemDetails>? {
        guard let recorded = try await store.event(withID: id), let item = ItemID(recorded.stream) else { return nil }
        var details: ItemDetails?
        for try await event in store.read(recorded.stream, .forward(), limit: Int(clamping: recorded.version)) {
            guard let happened = try ItemEvent.codec.decode(event) else {
                details?.skipEvent(version: event.version)
                continue
            }
            ItemDetails.evolve(&details, happened, of: item, at: event.time, version: event.version)
        }
        guard let event = try ItemEvent.codec.decode(recorded), let details else { return nil }
        return RecordedChange(event: event, details: details)
    }

    /// The profile as an event left it.
    ///
    /// - Parameter id: The id of the event.
    /// - Returns: The event and the profile; `nil` if no event of a profile has the id.
    /// - Throws: `EventDecodingError`, and errors of the store.
    /// - Complexity: O(*n*) in the events of the profile up to the event.
    public func profile(recordedBy id: EventID) async throws -> RecordedChange<ProfileEvent, ProfileDetails>? {
        guard let recorded = try await store.event(withID: id), let user = UserID(recorded.stream) else { return nil }
        var details: ProfileDetails?
        for try await event in store.read(recorded.stream, .forward(), limit: Int(clamping: recorded.version)) {
            guard let happened = try ProfileEvent.codec.decode(event) else {
                details?.skipEvent(version: event.version)
                continue
            }
            ProfileDetails.evolve(&details, happened, of: user, at: event.time, version: event.version)
        }
        guard let event = try ProfileEvent.codec.decode(recorded), let details else { return nil }
        return RecordedChange(event: event, details: details)
    }
}
