extension ProjectionDefinition {
    /// The maximum length of a query item in a message, in bytes of UTF-8.
    private static let bytesPerItem = 400

    /// The differences between a recorded definition and a program's, as clauses.
    ///
    /// - Parameter program: The definition of the program's projection.
    /// - Returns: The clauses; at least one if the definitions are not equal.
    func differences(from program: ProjectionDefinition) -> [String] {
        guard self != program else { return [] }
        let (mine, other): (DefinitionContent, DefinitionContent)
        do {
            mine = try DefinitionContent(self)
            other = try DefinitionContent(program)
        } catch {
            return ["its definition is recorded in a format that this program does not know"]
        }
        return Self.differences(mine.items, other.items) + Self.differences(mine.tables, other.tables)
    }

    private static func differences(
        _ recorded: [DefinitionContent.Item]?, _ program: [DefinitionContent.Item]?
    ) -> [String] {
        guard let recorded, let program else {
            if recorded == nil, program == nil { return [] }
            return [
                recorded == nil
                    ? "its query matches all events, this program's only some"
                    : "its query matches only some events, this program's all"
            ]
        }
        let lost = recorded.filter { !program.contains($0) }
        let new = program.filter { !recorded.contains($0) }
        // One item has changed into another: name the parts that differ instead of both items.
        if lost.count == 1, new.count == 1 { return differences(lost[0], new[0]) }
        let of = { (item: DefinitionContent.Item) in item.inWords.prefix(utf8: bytesPerItem) }
        return lost.prefix(1).map { "its query matches events \(of($0)), this program's does not" }
            + new.prefix(1).map { "this program's query matches events \(of($0)), its own does not" }
    }

    private static func differences(_ recorded: DefinitionContent.Item, _ program: DefinitionContent.Item) -> [String] {
        let parts = [
            ("type", recorded.types, program.types), ("category", recorded.categories, program.categories),
            ("tag", recorded.tags, program.tags),
            (ContextKey.correlationID.noun, recorded.correlations, program.correlations),
            (ContextKey.causationID.noun, recorded.causations, program.causations),
            (ContextKey.actor.noun, recorded.actors, program.actors),
        ]
        return parts.flatMap { (what, recorded, program) -> [String] in
            if recorded == program { return [] }
            if recorded.isEmpty { return ["its query matches any \(what), this program's \(list(program))"] }
            if program.isEmpty { return ["its query matches \(what) \(list(recorded)), this program's any"] }
            let lost = recorded.filter { !program.contains($0) }
            let new = program.filter { !recorded.contains($0) }
            return (lost.isEmpty ? [] : ["its query names \(what) \(list(lost)), this program's does not"])
                + (new.isEmpty ? [] : ["this program's query names \(what) \(list(new)), its own does not"])
        }
    }

    private static func list(_ terms: [DefinitionContent.Term]) -> String {
        shortList(terms.map { quoted($0.text) }, joinedBy: ", ")
    }

    private static func differences(_ recorded: [TableDefinition], _ program: [TableDefinition]) -> [String] {
        let numbers = Set((recorded + program).map(\.number)).sorted()
        return numbers.flatMap { number -> [String] in
            let mine = recorded.first { $0.number == number }
            let other = program.first { $0.number == number }
            guard let mine else { return ["this program's projection has table \(number), it has none"] }
            guard let other else { return ["it has table \(number), this program's projection has none"] }
            return differences(mine.indexes, other.indexes, of: number)
        }
    }

    private static func differences(
        _ recorded: [TableDefinition.Index], _ program: [TableDefinition.Index], of table: UInt8
    ) -> [String] {
        let numbers = Set((recorded + program).map(\.number)).sorted()
        return numbers.compactMap { number in
            let mine = recorded.first { $0.number == number }
            let other = program.first { $0.number == number }
            if mine == other { return nil }
            let index = "an index of table \(table) in table \(number)"
            guard let mine else { return "this program's projection has \(index), it has none" }
            guard other != nil else { return "it has \(index), this program's projection has none" }
            return mine.isUnique
                ? "its index of table \(table) in table \(number) is unique, this program's is not"
                : "its index of table \(table) in table \(number) is not unique, this program's is"
        }
    }
}

extension DefinitionContent.Item {
    /// The item as a phrase that follows “events” in messages.
    fileprivate var inWords: String {
        let parts = [
            ("of type", types, " or "), ("in category", categories, " or "), ("tagged", tags, " and "),
            (ContextKey.correlationID.preposition, correlations, " or "),
            (ContextKey.causationID.preposition, causations, " or "), (ContextKey.actor.preposition, actors, " or "),
        ]
        let words = parts.filter { !$0.1.isEmpty }.map { (what, terms, separator) in
            "\(what) \(terms.map { quoted($0.text) }.joined(separator: separator))"
        }
        return words.isEmpty ? "at all" : words.joined(separator: " ")
    }
}
