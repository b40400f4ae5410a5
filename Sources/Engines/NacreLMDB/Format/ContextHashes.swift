import Nacre

/// The hashes of an event's correlation id, causation id and actor.
struct ContextHashes: Sendable {
    // IDX-18: Correlation, causation and actor are terms of their own, hashed by the caller.

    private(set) var correlation: UInt64?
    private(set) var causation: UInt64?
    private(set) var actor: UInt64?

    /// The hashes of an event without a context.
    init() {}

    /// Hashes the context in an event's metadata, if it has one.
    ///
    /// - Complexity: O(1) for metadata that is not JSON, otherwise O(*n*) in its bytes.
    init(of metadata: Span<UInt8>) {
        EventContext.forEachValue(in: metadata) { key, value in
            let hash = unsafe value.withUnsafeBytes { unsafe Checksum.of($0) }
            switch key {
            case .correlationID: correlation = hash
            case .causationID: causation = hash
            case .actor: actor = hash
            }
        }
    }

    var isEmpty: Bool { correlation == nil && causation == nil && actor == nil }

    /// Calls a closure with each hash.
    @inline(__always)
    func forEachHash(_ body: (ContextKey, UInt64) -> Void) {
        if let correlation { body(.correlationID, correlation) }
        if let causation { body(.causationID, causation) }
        if let actor { body(.actor, actor) }
    }
}

extension Record {
    /// The hashes of the event's context.
    var contextHashes: ContextHashes {
        guard hasMetadata else { return ContextHashes() }
        return ContextHashes(of: unsafe Span(_unsafeBytes: metadata))
    }
}
