/// On which of a model's tables a runner works.
enum ModelSide: Sendable {
    /// On those that are read.
    case live

    /// On those that are built beside them.
    case shadow

    /// Looks at the tables in a snapshot of the model.
    func reader(in model: any ReadModelReader) throws -> any ReadModelReader {
        switch self {
        case .live: model
        case .shadow: try model.shadow()
        }
    }

    /// Changes the tables in a transaction of the model.
    func writer(in model: any ReadModelWriter) throws -> any ReadModelWriter {
        switch self {
        case .live: model
        case .shadow: try model.writableShadow()
        }
    }
}

/// What was found where the state of a model's tables is kept.
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

/// What was found of a model, in one snapshot.
struct FoundModel: Hashable, Sendable {
    /// The state of the live tables.
    let live: FoundState

    /// What tells the live tables from others; `nil` where there are none, or that cannot be read.
    let generation: UInt64?

    /// The state of the tables that are built beside them.
    let shadow: FoundState

    /// What tells those tables from others; `nil` where there are none, or that cannot be read.
    let shadowGeneration: UInt64?

    init(_ reader: any ReadModelReader) throws {
        live = try FoundState { try reader.state() }
        shadow = try FoundState { try reader.shadow().state() }
        generation = live == .damaged ? nil : try reader.generation()
        shadowGeneration = shadow == .damaged ? nil : try reader.shadow().generation()
    }

    func state(of side: ModelSide) -> FoundState {
        switch side {
        case .live: live
        case .shadow: shadow
        }
    }
}
