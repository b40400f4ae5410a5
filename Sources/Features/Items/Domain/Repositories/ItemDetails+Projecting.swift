public import DomainKit

extension ItemDetails {
    /// Takes an event into what queries tell of an item: the rules of the read model, whatever keeps it.
    ///
    /// They are ``ItemDecider/evolve(_:_:)``'s, so that the read model shows what decisions are made on. An event that
    /// changes nothing there (a second creation, anything before the creation or after the deletion) counts as an
    /// event of a foreign type.
    ///
    /// - Parameters:
    ///   - details: What is told of the item so far; `nil` where it was not created yet.
    ///   - event: What has happened to it.
    ///   - id: The item.
    ///   - time: When it happened.
    ///   - version: The version of the item's stream with this event.
    public static func evolve(
        _ details: inout ItemDetails?, _ event: ItemEvent, of id: ItemID, at time: Instant, version: UInt64
    ) {
        guard details == nil else {
            details?.evolve(event, at: time, version: version)
            return
        }
        if case .created(let name) = event {
            details = ItemDetails(
                id: id, name: name, isCompleted: false, isDeleted: false, createdAt: time, updatedAt: time,
                version: version)
        }
    }

    /// Takes an event into what queries tell of an item that was created.
    ///
    /// - Parameters:
    ///   - event: What has happened to it.
    ///   - time: When it happened.
    ///   - version: The version of the item's stream with this event.
    public mutating func evolve(_ event: ItemEvent, at time: Instant, version: UInt64) {
        self.version = version
        if !isDeleted, apply(event) { updatedAt = time }
    }

    /// Counts an event of a foreign type, which changes nothing but the version of the stream.
    ///
    /// - Parameter version: The version of the item's stream with that event.
    public mutating func passOver(version: UInt64) {
        self.version = version
    }

    /// Applies an event to an item that is there, and tells whether it was one that can happen to it.
    private mutating func apply(_ event: ItemEvent) -> Bool {
        switch event {
        case .created: return false
        case .renamed(let name): self.name = name
        case .completed: isCompleted = true
        case .reopened: isCompleted = false
        case .deleted: isDeleted = true
        }
        return true
    }
}
