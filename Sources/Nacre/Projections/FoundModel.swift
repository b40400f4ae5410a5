/// The state record of a model's tables, or the finding that it is damaged.
enum FoundState: Hashable, Sendable {
    case state(ReadModelState?)
    case damaged

    init(_ state: () throws -> ReadModelState?) throws {
        do {
            self = .state(try state())
        } catch let error as EventStoreError where error.code == .damaged {
            self = .damaged
        }
    }

    var state: ReadModelState? {
        if case .state(let state) = self { state } else { nil }
    }
}

/// The states of a model's tables, read in one snapshot.
struct FoundModel: Hashable, Sendable {
    /// The state of the live tables.
    let live: FoundState

    /// The generation of the live tables; `nil` if there are none or it cannot be read.
    let generation: UInt64?

    /// The state of the shadow tables.
    let shadow: FoundState

    /// The generation of the shadow tables; `nil` if there are none or it cannot be read.
    let shadowGeneration: UInt64?

    init(_ reader: any ReadModelReader) throws {
        live = try FoundState { try reader.state() }
        shadow = try FoundState { try reader.shadow().state() }
        // The record that holds the generation is the damaged one.
        generation = live == .damaged ? nil : try reader.generation()
        shadowGeneration = shadow == .damaged ? nil : try reader.shadow().generation()
    }

    func state(of tables: LiveOrShadow) -> FoundState {
        switch tables {
        case .live: live
        case .shadow: shadow
        }
    }
}
