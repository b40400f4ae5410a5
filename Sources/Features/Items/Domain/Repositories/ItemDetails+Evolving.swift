public import DomainKit

extension ItemDetails {
    /// Applies an event to the details of an item: the rules of every item read model.
    ///
    /// They match ``ItemDecider/evolve(_:_:)``, so that the read model shows the state on which commands are decided.
    /// An event ignored there (a second creation, or events before the creation, and events of a deleted
    /// item other than its restoring) counts as an
    /// event of a foreign type. An erased item has no details.
    ///
    /// - Parameters:
    ///   - details: The details so far; `nil` before the creation.
    ///   - event: The event.
    ///   - id: The item.
    ///   - time: The time of the event.
    ///   - version: The version of the item's stream at this event.
    public static func evolve(
        _ details: inout ItemDetails?, _ event: ItemEvent, of id: ItemID, at time: Instant, version: UInt64
    ) {
        guard event != .erased else {
            details = nil
            return
        }
        guard details == nil else {
            details?.evolve(event, at: time, version: version)
            return
        }
        if case .created(let name, let owner) = event {
            details = ItemDetails(
                id: id, name: name, owner: owner, isCompleted: false, isDeleted: false, createdAt: time,
                updatedAt: time, version: version)
        }
    }

    /// Applies an event to the details of an existing item.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - time: The time of the event.
    ///   - version: The version of the item's stream at this event.
    public mutating func evolve(_ event: ItemEvent, at time: Instant, version: UInt64) {
        self.version = version
        if apply(event) { updatedAt = time }
    }

    /// Counts an event of a foreign type, which changes only the version of the stream.
    ///
    /// - Parameter version: The version of the item's stream at that event.
    public mutating func skipEvent(version: UInt64) {
        self.version = version
    }

    /// Applies an event to an existing item, and returns whether it was valid.
    private mutating func apply(_ event: ItemEvent) -> Bool {
        switch event {
        case .created, .erased: return false
        case .restored where isDeleted: isDeleted = false
        case .restored: return false
        case _ where isDeleted: return false
        case .renamed(let name): self.name = name
        case .completed: isCompleted = true
        case .reopened: isCompleted = false
        case .deleted: isDeleted = true
        }
        return true
    }
}
