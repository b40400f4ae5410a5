internal import Nacre

extension ConformanceSentence {
    /// How derived data recognises a log.
    static let checkpoints: [ConformanceSentence] = [
        .core("a checkpoint names the store and the position") { store in
            try await store.append(EventData.facts(1...3), to: "a-1")
            for position: Position in 0...3 {
                let checkpoint = try await store.checkpoint(at: position)
                try requireEqual(checkpoint.storeID, store.id, "the store of the checkpoint at \(position)")
                try requireEqual(checkpoint.position, position, "the position of the checkpoint")
            }
        },
        .core("a checkpoint stays equal while the log grows") { store in
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
        .sentence(.core, "two stores' checkpoints differ, whatever they hold") { subject in
            let stores = [try await subject.store(), try await subject.anotherStore()]
            let id = EventID.random()
            try require(stores[0].id != stores[1].id, "two stores have the id \(stores[0].id)")
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
