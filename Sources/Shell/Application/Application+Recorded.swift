import DomainKit
public import ItemsDomain
import ItemsInfrastructure
public import Nacre
public import ProfileDomain
import ProfileInfrastructure

/// What a request did, at the time when it was recorded.
public struct RecordedChange<Event: Sendable, Details: Sendable>: Sendable {
    /// The events, in order; at least one.
    public let events: [Event]

    /// The details after the last event.
    public let details: Details
}

extension Application {
    /// The item as a request left it.
    ///
    /// - Parameters:
    ///   - ids: The ids of the request's events.
    ///   - count: The largest number of events that the request has.
    /// - Returns: The events and the item; `nil` if no event of an item has the ids, or it was erased.
    /// - Throws: `EventDecodingError`, and errors of the store.
    /// - Complexity: O(*n*) in the events of the item up to the last one of the request.
    public func item(
        recordedBy ids: EventIDs, count: Int = 1
    ) async throws -> RecordedChange<ItemEvent, ItemDetails>? {
        guard let range = try await recorded(ids, count: count), let item = ItemID(range.stream) else { return nil }
        let codec = ItemEventCodec(sealing: sealing)
        var (details, events): (ItemDetails?, [ItemEvent]) = (nil, [])
        for try await event in store.read(range.stream, .forward(), limit: Int(clamping: range.versions.upperBound)) {
            guard let happened = try codec.decode(event) else {
                details?.skipEvent(version: event.version)
                continue
            }
            ItemDetails.evolve(&details, happened, of: item, at: event.time, version: event.version)
            if range.versions.contains(event.version) { events.append(happened) }
        }
        guard let details, !events.isEmpty else { return nil }
        return RecordedChange(events: events, details: details)
    }

    /// The profile as a request left it.
    ///
    /// - Parameters:
    ///   - ids: The ids of the request's events.
    ///   - count: The largest number of events that the request has.
    /// - Returns: The events and the profile; `nil` if no event of a profile has the ids, or it was erased.
    /// - Throws: `EventDecodingError`, and errors of the store.
    /// - Complexity: O(*n*) in the events of the profile up to the last one of the request.
    public func profile(
        recordedBy ids: EventIDs, count: Int = 1
    ) async throws -> RecordedChange<ProfileEvent, ProfileDetails>? {
        guard let range = try await recorded(ids, count: count), let user = UserID(range.stream) else { return nil }
        let codec = ProfileEventCodec(sealing: sealing)
        var (details, events): (ProfileDetails?, [ProfileEvent]) = (nil, [])
        for try await event in store.read(range.stream, .forward(), limit: Int(clamping: range.versions.upperBound)) {
            guard let happened = try codec.decode(event) else {
                details?.skipEvent(version: event.version)
                continue
            }
            ProfileDetails.evolve(&details, happened, of: user, at: event.time, version: event.version)
            if range.versions.contains(event.version) { events.append(happened) }
        }
        guard let details, !events.isEmpty else { return nil }
        return RecordedChange(events: events, details: details)
    }

    /// Where the events of a request are; `nil` if none is recorded.
    private func recorded(
        _ ids: EventIDs, count: Int
    ) async throws -> (stream: StreamName, versions: ClosedRange<StreamVersion>)? {
        guard let first = try await store.event(withID: ids[0]) else { return nil }
        var last = first.version
        for ordinal in 1..<max(1, count) {
            guard let next = try await store.event(withID: ids[ordinal]) else { break }
            last = next.version
        }
        return (first.stream, first.version...last)
    }
}
