extension ProjectionRunner {
    /// Confirms that the log was restored deliberately.
    ///
    /// The read model's state beyond the log is discarded, and the model is rebuilt at the next catch-up.
    ///
    /// Use it for models that are not stored beside the log. Models in the folder of a store are confirmed together
    /// with the store.
    ///
    /// - Returns: Whether anything was discarded. A notice is sent for each part.
    /// - Throws: ``EventStoreError`` if the log cannot be read or the model cannot be written.
    @discardableResult
    public func confirmRestored() async throws -> Bool {
        var hasDiscarded = false
        // Repeated, because there may be a shadow too, and the model may change after it was read.
        while try await discardMisfit(in: try await find(), isConfirmed: true) { hasDiscarded = true }
        return hasDiscarded
    }

    /// The error for tables that have applied events which the log lacks; `nil` if this is not a loss.
    func loss(_ reason: ProjectionNotice.Reason, of found: FoundState, _ tables: LiveOrShadow) -> EventStoreError? {
        // A store that is not durable may lose its last events in a crash, so being ahead proves nothing. See OPS-03.
        guard store.isDurable, let position = found.state?.checkpoint.position else { return nil }
        let model = tables == .live ? projection.name : "\(projection.name), as it is being rebuilt"
        switch reason {
        case .aheadOfLog(let head):
            return .eventsLost([LostEvents(in: .readModel(model), position: position, head: head)])
        case .otherHistory:
            return .eventsLost([LostEvents(in: .readModel(model), position: position, head: nil)])
        case .newSchema, .otherProjection, .otherStore, .damaged, .foreignRecords:
            return nil
        }
    }
}
