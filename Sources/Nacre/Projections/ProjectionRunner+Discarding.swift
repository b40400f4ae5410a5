extension ProjectionRunner {
    /// Discards the tables in which damage was found, and sends a notice.
    ///
    /// Tables that have replaced them since are kept.
    ///
    /// The tables are identified by ``ReadModelDamage/generation``. If it is unknown, the model is discarded only if
    /// its state record cannot be read.
    ///
    /// - Parameter error: The damage that was found.
    /// - Throws: ``EventStoreError`` if the model's store cannot be written.
    public func discard(because error: EventStoreError) async throws {
        _ = try await discardDamaged(error)
    }

    /// Discards the tables in which damage was found.
    ///
    /// Returns whether they are gone.
    ///
    /// Only the generation distinguishes them from a replacement by another program or process, which may be in the
    /// same state. It is therefore compared in the transaction that discards. Returns `false` if the generation is
    /// not known.
    func discardDamaged(_ error: EventStoreError) async throws -> Bool {
        // PROJ-31: Damage of a read model is discarded by generation.
        let generation = (error.cause as? ReadModelDamage)?.generation
        let discarded = try await write { writer -> (tables: LiveOrShadow, state: ReadModelState?)? in
            guard case .state(let live) = try FoundState({ try writer.state() }) else {
                // The damage is evident in this transaction, and a damaged record has no generation to compare.
                try writer.removeAll()
                return (.live, nil)
            }
            guard let generation else { return nil }
            if try writer.generation() == generation {
                try writer.removeAll()
                return (.live, live)
            }
            let shadow = try writer.writableShadow()
            guard try shadow.generation() == generation else { return nil }
            let state = try shadow.state()
            try shadow.removeAll()
            return (.shadow, state)
        }
        if let discarded { notify(.damaged, at: discarded.state, discarded.tables) }
        return discarded != nil || generation != nil
    }
}
