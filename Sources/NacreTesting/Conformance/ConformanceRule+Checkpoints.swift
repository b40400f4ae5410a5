internal import Nacre

extension ConformanceRule {
    /// How checkpoints of derived data identify a log.
    static let checkpoints: [ConformanceRule] = [
        .core("a checkpoint names the store and the position") { store in
            try await store.append(EventData.facts(1...3), to: "a-1")
            for position: Position in 0...3 {
                let checkpoint = try await store.checkpoint(at: position)
                try requireEqual(checkpoint.storeID, store.id, "the store of the checkpoint at \(position)")
                try requireEqual(checkpoint.position, position, "the position of the checkpoint")
            }
        },
        .core("a checkpoint is unchanged while the log grows") { store in
            let empty = try await store.checkpoint(at: 0)
            var checkpoints = [empty]
            for batch in 0..<20 {
                try await store.append(EventData.facts(1...(batch + 1)), to: "a-1")
                checkpoints.append(try await store.checkpoint(at: try await store.head()))
            }
            for checkpoint in checkpoints {
                let again = try await store.checkpoint(at: checkpoint.position)
                try requireEqual(again, checkpoint, "the checkpoint at \(checkpoint.position)")
            }
        },
        .core("a checkpoint beyond the head is an error") { store in
            for head: Position in [0, 2] {
                for position in [head + 1, .max] {
                    try await requireError(.noSuchPosition, "the checkpoint at \(position), head \(head)") {
                        _ = try await store.checkpoint(at: position)
                    }
                }
                if head == 0 { try await store.append(EventData.facts(1...2), to: "a-1") }
            }
        },
        .core("a read model ahead of the log is kept and refused if the log is durable, else discarded") { store in
            try await store.append(EventData.facts(1...2), to: "a-1")
            let there = try await store.checkpoint(at: 2)
            let ahead = Checkpoint(storeID: store.id, position: 9, fingerprint: 1)
            // The same position with another fingerprint: the log has other events there.
            let otherwise = Checkpoint(storeID: store.id, position: 2, fingerprint: there.fingerprint ^ 1)
            for known in [ahead, otherwise] {
                let models = InMemoryReadModelStore()
                let state = ReadModelState(schemaVersion: 1, checkpoint: known)
                try models.write(Rowless.model) { try $0.setState(state) }
                let runner = ProjectionRunner(projection: Rowless(), store: store, models: models)
                guard store.isDurable else {
                    try requireEqual(try await runner.catchUp(), 2, "the position of the model that was rebuilt")
                    continue
                }
                let error = try await requireError(.eventsLost, "a model at \(known.position), head 2") {
                    try await runner.catchUp()
                }
                try requireEqual(error.position, known.position, "the position in the error")
                try require(try models.read(Rowless.model) { try $0.state() } == state, "the model has changed")
                try require(try await runner.confirmRestored(), "a restore that is confirmed discards nothing")
                try requireEqual(try await runner.catchUp(), 2, "the position of the model that was rebuilt")
            }
        },
        .rule(.core, "checkpoints of different stores differ, whatever their events") { subject in
            let stores = [try await subject.store(), try await subject.anotherStore()]
            let id = EventID.random()
            try require(stores[0].id != stores[1].id, "two stores have the id \(stores[0].id)")
            // Even the same event, with the same id, must not make the logs look alike.
            for store in stores { try await store.append([.fact(id: id)], to: "a-1") }
            for position: Position in 0...1 {
                let checkpoints = (
                    try await stores[0].checkpoint(at: position), try await stores[1].checkpoint(at: position)
                )
                try require(
                    checkpoints.0 != checkpoints.1, "both stores' checkpoint at \(position) is \(checkpoints.0)")
            }
            await stores[1].close()
        },
    ]
}

/// A projection of all events that stores nothing but its checkpoint.
private struct Rowless: Projection {
    static let model = "rowless"

    let name = Rowless.model
    let schemaVersion = 1
    let query = Query.all
    let tables: [TableDefinition] = []

    func apply(_ event: EventView, to model: any ReadModelWriter) throws {}

    func describe(key: [UInt8], value: [UInt8], in table: UInt8) -> String { "" }
}
