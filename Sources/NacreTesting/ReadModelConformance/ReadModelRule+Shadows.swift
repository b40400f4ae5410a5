internal import DomainKit
internal import Nacre

extension ReadModelRule {
    /// Shadows: tables that are built beside the live ones.
    static let shadows: [ReadModelRule] = [
        .core("a model has no shadow until something is written into it") { store in
            try store.fill("m", [([1], [1])])
            try store.write("m") { writer in
                let shadow = try writer.writableShadow()
                try requireEqual(try shadow.generation(), nil, "the generation of a shadow not written yet")
            }
            try requireNoShadow(store)
            try store.write("m") { try $0.writableShadow().setState(.sample(1)) }
            let found = try store.read("m") { try $0.shadow().state() }
            try requireEqual(found, .sample(1), "the state of the shadow")
        },
        .core("writing a shadow leaves the live tables unchanged, and vice versa") { store in
            try store.write("m") { writer in
                try writer.setValue([1], for: [1], in: 0)
                try writer.setState(.sample(1))
                let shadow = try writer.writableShadow()
                try shadow.setValue([2], for: [2], in: 0)
                try shadow.setState(.sample(2))
                try writer.setValue([3], for: [3], in: 0)
                try shadow.removeValue(for: [1], in: 0)
            }
            try store.read("m") { reader in
                try requireEqual(try reader.rows(in: 0), [ModelRow([1], [1]), ModelRow([3], [3])], "the live rows")
                try requireEqual(try reader.state(), .sample(1), "the live state")
                try requireEqual(try reader.shadow().rows(in: 0), [ModelRow([2], [2])], "the rows of the shadow")
                try requireEqual(try reader.shadow().state(), .sample(2), "the state of the shadow")
            }
        },
        .core("a shadow that replaces the live tables removes all of them, and is no longer a shadow") { store in
            try store.fill("m", [([1], [1]), ([2], [1])])
            try store.write("m") { writer in
                try writer.setState(.sample(1))
                let shadow = try writer.writableShadow()
                try shadow.setValue([9], for: [2], in: 0)
                try shadow.setValue([9], for: [9], in: 7)
                try shadow.setState(.sample(9))
            }
            let shadow = try store.read("m") { try $0.shadow().generation() }
            try store.write("m") { writer in
                try writer.replaceByShadow()
                try requireEqual(try writer.state(), .sample(9), "the state, in the same write")
                try writer.setValue([8], for: [8], in: 0)
            }
            try store.read("m") { reader in
                try requireEqual(try reader.rows(in: 0), [ModelRow([2], [9]), ModelRow([8], [8])], "the rows")
                try requireEqual(try reader.rows(in: 7), [ModelRow([9], [9])], "the rows of the other table")
                try requireEqual(try reader.state(), .sample(9), "the state")
                try requireEqual(try reader.generation(), shadow, "the generation")
            }
            try requireNoShadow(store)
        },
        .core("removing a shadow keeps the live tables, and vice versa") { store in
            for removesShadow in [true, false] {
                try store.write("m") { writer in
                    try writer.setValue([1], for: [1], in: 0)
                    try writer.writableShadow().setValue([2], for: [1], in: 0)
                }
                try store.write("m") { try (removesShadow ? $0.writableShadow() : $0).removeAll() }
                try store.read("m") { reader in
                    try requireEqual(try reader.rows(in: 0).count, removesShadow ? 1 : 0, "the live rows")
                    try requireEqual(try reader.shadow().rows(in: 0).count, removesShadow ? 0 : 1, "the shadow's rows")
                }
                if removesShadow { try requireNoShadow(store) }
            }
        },
        .core("a body that throws rolls back its changes to a shadow, a swap included") { store in
            try store.fill("m", [([1], [1])])
            try store.write("m") { try $0.writableShadow().setValue([2], for: [1], in: 0) }
            do {
                try store.write("m") { writer in
                    try writer.writableShadow().setValue([3], for: [1], in: 0)
                    try writer.replaceByShadow()
                    throw Refusal()
                }
            } catch is Refusal {}
            try store.read("m") { reader in
                try requireEqual(try reader.rows(in: 0), [ModelRow([1], [1])], "the live rows")
                try requireEqual(try reader.shadow().rows(in: 0), [ModelRow([1], [2])], "the rows of the shadow")
            }
        },
        .core("only an existing shadow can replace the live tables; a shadow has no shadow") { store in
            try store.fill("m", [([1], [1])])
            try await requireError(.invalidArgument, "replacing without a shadow") {
                try store.write("m") { try $0.replaceByShadow() }
            }
            try await requireError(.invalidArgument, "reading the shadow of a shadow") {
                try store.read("m") { _ = try $0.shadow().shadow() }
            }
            try await requireError(.invalidArgument, "writing the shadow of a shadow") {
                try store.write("m") { _ = try $0.writableShadow().writableShadow() }
            }
            try await requireError(.invalidArgument, "replacing a shadow") {
                try store.write("m") { try $0.writableShadow().replaceByShadow() }
            }
            try requireEqual(try store.rows(of: "m"), [ModelRow([1], [1])], "the rows")
        },
        .core("a projection's halt is stored unchanged with its state") { store in
            for (index, halt) in halts.enumerated() {
                let state: ReadModelState? = ReadModelState(
                    schemaVersion: 1, checkpoint: ReadModelState.sample(UInt64(index)).checkpoint, halt: halt)
                try store.write("m") { writer in
                    try writer.setState(try requireValue(state, "the state to keep"))
                    try writer.writableShadow().setState(.sample(UInt64(index)))
                }
                try requireEqual(try store.read("m") { try $0.state() }, state, "the state")
                let shadow = try store.read("m") { try $0.shadow().state() }
                try requireEqual(shadow, .sample(UInt64(index)), "the state of the shadow")
            }
        },
        .durable("live tables, shadow and halts are unchanged after reopening") { subject in
            let store = try await subject.store()
            let halted = ReadModelState(
                schemaVersion: 3, checkpoint: ReadModelState.sample(4).checkpoint, halt: halts[1])
            let found: ReadModelState? = halted
            try store.write("m") { writer in
                try writer.setValue([1], for: [1], in: 0)
                try writer.setState(.sample(1))
                let shadow = try writer.writableShadow()
                try shadow.setValue([2], for: [1], in: 0)
                try shadow.setState(halted)
            }
            let reopened = try await subject.reopened()
            try reopened.read("m") { reader in
                try requireEqual(try reader.rows(in: 0), [ModelRow([1], [1])], "the live rows")
                try requireEqual(try reader.state(), .sample(1), "the live state")
                try requireEqual(try reader.shadow().rows(in: 0), [ModelRow([1], [2])], "the rows of the shadow")
                try requireEqual(try reader.shadow().state(), found, "the state of the shadow")
            }
        },
    ]

    private static let halts: [ProjectionHalt?] = [
        ProjectionHalt(position: 1, reason: "", since: Instant(nanosecondsSince1970: 0, decimals: 0)),
        ProjectionHalt(
            position: ReadModelState.maxPosition, reason: String(repeating: "é\u{0}", count: 341),
            since: Instant(nanosecondsSince1970: .min, decimals: 9)),
        nil,
    ]

    private static func requireNoShadow(_ store: any ReadModelStore) throws {
        try store.read("m") { reader in
            let shadow = try reader.shadow()
            try requireEqual(try shadow.generation(), nil, "the generation of a shadow that is not there")
            try requireEqual(try shadow.state(), nil, "its state")
            try requireEqual(try shadow.rows(in: 0), [], "its rows")
        }
    }
}
