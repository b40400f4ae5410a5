internal import Nacre

extension ReadModelRule {
    /// Generations identify sets of tables, so that damage of one set affects no other.
    static let generations: [ReadModelRule] = [
        .core("every set of tables has its own generation") { store in
            var seen: Set<UInt64> = []
            for _ in 0..<3 {
                try store.write("m") { writer in
                    try writer.setState(.sample(1))
                    try writer.writableShadow().setState(.sample(1))
                }
                for shadow in [false, true] {
                    let found = try store.read("m") { try (shadow ? $0.shadow() : $0).generation() }
                    let generation = try requireValue(found, "the generation")
                    try require(seen.insert(generation).inserted, "generation \(generation) occurs twice")
                }
                try store.write("m") { writer in
                    try writer.removeAll()
                    try writer.writableShadow().removeAll()
                }
            }
        },
        .core("a generation is unchanged while rows and states change, and a shadow has its own") { store in
            try store.write("m") { writer in
                try writer.setState(.sample(1))
                try writer.writableShadow().setState(.sample(1))
            }
            let live = try store.generation(of: "m")
            let shadow = try store.generation(of: "m", shadow: true)
            for position: Position in 2...4 {
                try store.write("m") { writer in
                    try writer.setValue([1], for: [UInt8(position)], in: 0)
                    try writer.setState(.sample(position))
                    try writer.writableShadow().removeValue(for: [1], in: 0)
                    try writer.writableShadow().setState(.sample(position))
                }
                try requireEqual(try store.generation(of: "m"), live, "the generation of the live tables")
                try requireEqual(try store.generation(of: "m", shadow: true), shadow, "the generation of the shadow")
            }
        },
        .core("discarding damaged tables keeps their replacement, even in the same state") { store in
            let runner = watcher(of: store)
            try store.write("m") { try $0.setState(.sample(1)) }
            let damaged = try requireValue(try store.generation(of: "m"), "the generation of the damaged tables")
            for replaces in [false, true] {
                // The same state as before, so that only the generation tells the tables apart.
                try store.write("m") { writer in
                    if !replaces { try writer.removeAll() }
                    let tables = replaces ? try writer.writableShadow() : writer
                    try tables.setValue([2], for: [2], in: 0)
                    try tables.setState(.sample(1))
                    if replaces { try writer.replaceByShadow() }
                }
                try await runner.discard(because: .damaged(in: damaged))
                try requireEqual(try store.rows(of: "m"), [ModelRow([2], [2])], "the rows that have taken their place")
                try requireEqual(try store.read("m") { try $0.state() }, .sample(1), "their state")
            }
            let present = try requireValue(try store.generation(of: "m"), "the generation of the present tables")
            try await runner.discard(because: .damaged(in: present))
            try requireEqual(try store.rows(of: "m"), [], "the rows, once their own generation is discarded")
            try requireEqual(try store.read("m") { try $0.state() }, nil, "their state")
        },
        .core("discarding damaged live tables keeps the shadow, and vice versa") { store in
            let runner = watcher(of: store)
            for shadow in [true, false] {
                try store.write("m") { writer in
                    try writer.setValue([1], for: [1], in: 0)
                    try writer.writableShadow().setValue([2], for: [1], in: 0)
                }
                let damaged = try requireValue(try store.generation(of: "m", shadow: shadow), "the generation")
                try await runner.discard(because: .damaged(in: damaged))
                try store.read("m") { reader in
                    try requireEqual(try reader.rows(in: 0).count, shadow ? 1 : 0, "the number of live rows")
                    try requireEqual(try reader.shadow().rows(in: 0).count, shadow ? 0 : 1, "the number of shadow rows")
                }
            }
        },
        .durable("a generation is not reused after reopening") { subject in
            let store = try await subject.store()
            var seen: Set<UInt64> = []
            try store.write("m") { writer in
                try writer.setState(.sample(1))
                try writer.writableShadow().setState(.sample(1))
            }
            for shadow in [false, true] {
                seen.insert(try requireValue(try store.generation(of: "m", shadow: shadow), "the generation"))
            }
            try store.write("m") { writer in
                try writer.writableShadow().removeAll()
                try writer.removeAll()
            }
            let reopened = try await subject.reopened()
            try reopened.write("m") { try $0.setState(.sample(1)) }
            let found = try requireValue(try reopened.generation(of: "m"), "the generation after reopening")
            try require(!seen.contains(found), "generation \(found) occurs twice")
        },
    ]

    /// A runner that reads the model, and would apply an empty log to it.
    private static func watcher(of store: any ReadModelStore) -> ProjectionRunner {
        ProjectionRunner(projection: Nothing(), store: InMemoryEventStore(), models: store)
    }
}

/// A projection without tables.
private struct Nothing: Projection {
    let name = "m"
    let schemaVersion = 7
    let query = Query.all
    let tables: [TableDefinition] = []

    func apply(_ event: EventView, to model: any ReadModelWriter) throws {}

    func describe(key: [UInt8], value: [UInt8], in table: UInt8) -> String { "\(key)" }
}

extension ReadModelStore {
    fileprivate func generation(of model: String, shadow: Bool = false) throws -> UInt64? {
        try read(model) { try (shadow ? $0.shadow() : $0).generation() }
    }
}

extension EventStoreError {
    /// Damage found in the tables of a generation.
    fileprivate static func damaged(in generation: UInt64) -> EventStoreError {
        EventStoreError(.damaged, "a row is damaged", cause: ReadModelDamage("a row is damaged", in: generation))
    }
}
