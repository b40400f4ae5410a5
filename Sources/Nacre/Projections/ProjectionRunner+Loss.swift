extension ProjectionRunner {
    /// Confirms that the log was restored on purpose: what the read model knows beyond the log is discarded, and rebuilt
    /// when the model is next brought up to date.
    ///
    /// For models that are kept elsewhere than beside the log. Those in the folder of a store are confirmed with it.
    ///
    /// - Returns: Whether anything was discarded; the notice says what.
    /// - Throws: ``EventStoreError`` where the log cannot be read, or the model not be written.
    @discardableResult
    public func confirmRestored() async throws -> Bool {
        var hasDiscarded = false
        while try await discardMisfit(in: try await look(), isConfirmed: true) { hasDiscarded = true }
        return hasDiscarded
    }

    /// The error of tables that know events which the log does not have; `nil` where that is no loss.
    func loss(_ reason: ProjectionNotice.Reason, of found: FoundState, _ side: ModelSide) -> EventStoreError? {
        guard store.isDurable, let position = found.state?.checkpoint.position else { return nil }
        let model = side == .live ? projection.name : "\(projection.name), as it is being rebuilt"
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
