extension Query {
    /// The query as a phrase that follows “event” in messages.
    var inWords: String {
        guard let items, !items.isEmpty else { return "at all" }
        return shortList(items.map(\.inWords), joinedBy: ", or ")
    }
}

extension Query.Item {
    fileprivate var inWords: String {
        var parts: [String] = []
        if !types.isEmpty { parts.append("of type \(shortList(types.map(\.text), joinedBy: " or "))") }
        if !categories.isEmpty {
            parts.append("in category \(shortList(categories, joinedBy: " or "))")
        }
        if !tags.isEmpty { parts.append("tagged \(shortList(tags.map { quoted($0.text) }, joinedBy: " and "))") }
        for key in ContextKey.allCases where !self[key].isEmpty {
            parts.append("\(key.preposition) \(shortList(self[key].map { quoted($0) }, joinedBy: " or "))")
        }
        return parts.isEmpty ? "at all" : parts.joined(separator: " ")
    }
}

/// The first three texts and the number of the others, to keep messages short.
func shortList(_ texts: [String], joinedBy separator: String) -> String {
    let list = texts.prefix(3).joined(separator: separator)
    return texts.count > 3 ? "\(list)\(separator)\(texts.count - 3) more" : list
}
