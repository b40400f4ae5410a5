internal import DomainKit
internal import Nacre

extension ReadModelRule {
    /// The definition of a model is stored with its state.
    static let definitions: [ReadModelRule] = [
        .core("a definition is stored unchanged with the state of its tables, live or shadow") { store in
            for definition in samples {
                try store.write("m") { writer in
                    try writer.setState(.made(by: definition))
                    try requireEqual(try writer.state(), .made(by: definition), "the state, in the same write")
                    try writer.writableShadow().setState(.made(by: samples[0]))
                }
                try store.read("m") { reader in
                    try requireEqual(try reader.state(), .made(by: definition), "the state")
                    try requireEqual(try reader.shadow().state(), .made(by: samples[0]), "the state of the shadow")
                }
            }
            try store.write("m") { try $0.replaceByShadow() }
            let state = try store.read("m") { try $0.state() }
            try requireEqual(state, .made(by: samples[0]), "the state of the shadow that replaced the live tables")
        },
        .durable("a model's definition is unchanged after reopening") { subject in
            let store = try await subject.store()
            for (index, definition) in samples.enumerated() {
                try store.write("m\(index)") { writer in
                    try writer.setState(.made(by: definition))
                    try writer.writableShadow().setState(.made(by: samples[0]))
                }
            }
            let reopened = try await subject.reopened()
            for (index, definition) in samples.enumerated() {
                try reopened.read("m\(index)") { reader in
                    try requireEqual(try reader.state(), .made(by: definition), "the state of model \(index)")
                    try requireEqual(try reader.shadow().state(), .made(by: samples[0]), "the state of its shadow")
                }
            }
        },
    ]

    private static let samples: [ProjectionDefinition?] = [
        ProjectionDefinition(
            query: .types("A", "B"), tables: [TableDefinition(0, indexes: [.init(1, isUnique: true), .init(2)])]),
        nil,
        ProjectionDefinition(bytes: []),
        ProjectionDefinition(bytes: [0]),
        ProjectionDefinition(bytes: (0..<70_000).map { UInt8(truncatingIfNeeded: $0 &* 7 ^ $0 >> 9) }),
        ProjectionDefinition(query: .all, tables: []),
    ]
}

extension ReadModelState? {
    fileprivate static func made(by definition: ProjectionDefinition?) -> ReadModelState? {
        .some(.made(by: definition))
    }
}

extension ReadModelState {
    /// A halted state, because the halt is stored beside the definition.
    fileprivate static func made(by definition: ProjectionDefinition?) -> ReadModelState {
        let sample = ReadModelState.sample(9)
        return ReadModelState(
            schemaVersion: sample.schemaVersion, checkpoint: sample.checkpoint,
            halt: ProjectionHalt(
                position: 10, reason: "why", since: Instant(nanosecondsSince1970: 3, decimals: 2)),
            definition: definition)
    }
}
