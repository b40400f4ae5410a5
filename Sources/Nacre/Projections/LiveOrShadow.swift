/// Which of a model's two sets of tables a runner works on.
enum LiveOrShadow: Sendable {
    /// The tables that queries read.
    case live

    /// The tables that are built beside them.
    case shadow

    /// A reader of these tables in a snapshot of the model.
    func reader(in model: any ReadModelReader) throws -> any ReadModelReader {
        switch self {
        case .live: model
        case .shadow: try model.shadow()
        }
    }

    /// A writer of these tables in a transaction of the model.
    func writer(in model: any ReadModelWriter) throws -> any ReadModelWriter {
        switch self {
        case .live: model
        case .shadow: try model.writableShadow()
        }
    }
}
