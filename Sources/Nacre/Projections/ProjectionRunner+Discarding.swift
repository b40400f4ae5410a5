extension ProjectionRunner {
    /// Discards the tables in which damage was found, and says so; others, that have taken their place since, stay.
    ///
    /// Which tables they are, ``ReadModelDamage/generation`` says. Where it does not, the model is discarded only if its
    /// record cannot be read.
    ///
    /// - Parameter error: What is wrong with the tables.
    /// - Throws: ``EventStoreError`` where the model's store cannot be written.
    public func discard(because error: EventStoreError) async throws {
        _ = try await discardDamaged(error)
    }

    /// Discards the tables in which damage was found, and answers whether they are gone.
    ///
    /// Only the generation tells them from those that another program or process has put in their place, which may even
    /// be in the same state: so it is compared in the transaction that discards. `false` where it is not known.
    func discardDamaged(_ error: EventStoreError) async throws -> Bool {
        let generation = (error.cause as? ReadModelDamage)?.generation
        let discarded = try await write { writer -> (side: ModelSide, state: ReadModelState?)? in
            guard case .state(let live) = try FoundState({ try writer.state() }) else {
                // That is seen here and now, and no generation can be compared.
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
        if let discarded { tell(.damaged, at: discarded.state, discarded.side) }
        return discarded != nil || generation != nil
    }
}
