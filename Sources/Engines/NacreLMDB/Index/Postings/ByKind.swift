/// A value for each kind of term.
struct ByKind<Value> {
    var streams: Value
    var ids: Value
    var types: Value
    var categories: Value
    var tags: Value
    var correlations: Value
    var causations: Value
    var actors: Value

    /// Stores the same value for each kind.
    init(repeating value: Value) {
        streams = value
        ids = value
        types = value
        categories = value
        tags = value
        correlations = value
        causations = value
        actors = value
    }

    /// The value for a kind.
    @inline(__always)
    subscript(kind: TermKind) -> Value {
        get {
            switch kind {
            case .stream: streams
            case .id: ids
            case .type: types
            case .category: categories
            case .tag: tags
            case .correlation: correlations
            case .causation: causations
            case .actor: actors
            }
        }
        _modify {
            switch kind {
            case .stream: yield &streams
            case .id: yield &ids
            case .type: yield &types
            case .category: yield &categories
            case .tag: yield &tags
            case .correlation: yield &correlations
            case .causation: yield &causations
            case .actor: yield &actors
            }
        }
    }
}

extension ByKind: Sendable where Value: Sendable {}
