/// A validated set of upcasters, which leads from every former schema to a current one.
struct UpcastingPlan {
    /// The upcasters by their source.
    let steps: [EventSchema: Upcaster]

    /// The types that are no longer written, each with its last schema.
    let formerTypes: [EventSchema]

    /// Validates upcasters.
    ///
    /// - Parameters:
    ///   - present: The current types and schemas.
    ///   - upcasters: The upcasters, in any order.
    /// - Throws: ``UpcastingError`` for the first error found.
    init(present: [EventSchema], _ upcasters: [Upcaster]) throws(UpcastingError) {
        for place in present { try Self.checkSchema(of: place) }
        let current = Dictionary(present.map { ($0.type, $0.schema) }) { first, _ in first }
        var steps: [EventSchema: Upcaster] = [:]
        var formerTypes: [EventType: Int] = [:]
        for upcaster in upcasters {
            let source = upcaster.source
            try Self.checkSchema(of: source)
            try Self.checkSchema(of: upcaster.target)
            guard steps.updateValue(upcaster, forKey: source) == nil else {
                throw UpcastingError(.repeatedStep, at: source, "two upcasters begin with \(source): keep one of them")
            }
            if current[source.type] == nil {
                formerTypes[source.type] = max(source.schema, formerTypes[source.type] ?? 0)
            }
        }
        for upcaster in upcasters { try Self.follow(upcaster, through: steps, to: current) }
        for upcaster in upcasters {
            if let schema = current[upcaster.source.type], upcaster.source.schema >= schema {
                throw UpcastingError(
                    .notFormer, at: upcaster.source,
                    """
                    an upcaster begins with \(upcaster.source), but schema \(schema) is the current one: \
                    declare a later schema, or remove the upcaster
                    """)
            }
        }
        self.steps = steps
        self.formerTypes = formerTypes.map { EventSchema(type: $0, schema: $1) }
            .sorted { $0.type < $1.type }
        for place in present { try checkGaps(in: place.type, through: place.schema - 1) }
        for place in self.formerTypes { try checkGaps(in: place.type, through: place.schema) }
    }

    /// Follows the upcasters from one of them to a current schema.
    private static func follow(
        _ first: Upcaster, through steps: [EventSchema: Upcaster], to current: [EventType: Int]
    ) throws(UpcastingError) {
        var path = [first.source]
        var place = first.target
        while current[place.type] != place.schema {
            guard !path.contains(place) else {
                let cycle = (path + [place]).map(\.description).joined(separator: " to ")
                throw UpcastingError(
                    .loop, at: place,
                    "upcasters form a loop, from \(cycle): let one of them lead to the current schema")
            }
            path.append(place)
            guard let step = steps[place] else {
                throw UpcastingError(
                    .gap, at: place,
                    """
                    an upcaster leads to \(place), which is not current, and none continues from there: add one \
                    from it\(current[place.type].map { ", towards schema \($0)" } ?? "")
                    """)
            }
            place = step.target
        }
    }

    /// Verifies that an upcaster leads on from every former schema of a type.
    private func checkGaps(in type: EventType, through last: Int) throws(UpcastingError) {
        // The log may hold events of every former schema, so each must lead to the current one.
        for schema in 1..<last + 1 {
            let place = EventSchema(type: type, schema: schema)
            guard steps[place] == nil else { continue }
            throw UpcastingError(
                .gap, at: place, "no upcaster continues from \(place): add one, or its events cannot be decoded")
        }
    }

    private static func checkSchema(of place: EventSchema) throws(UpcastingError) {
        guard (1...Limits.schema).contains(place.schema) else {
            throw UpcastingError(
                .invalidSchema, at: place,
                "a schema number is 1 to \(Limits.schema), that of \(quoted(place.type.text)) is \(place.schema)")
        }
    }
}
