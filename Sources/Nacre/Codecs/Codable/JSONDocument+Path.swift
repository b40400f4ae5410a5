extension JSONDocument {
    /// The coding path of a value.
    ///
    /// It is found by descending from the root, because only errors need it.
    func path(to node: Int) -> [any CodingKey] {
        var path: [any CodingKey] = []
        var place = 0
        while place < node {
            guard let child = child(of: place, towards: node) else { break }
            path.append(child.key)
            place = child.node
        }
        return path
    }

    /// The member or element of a value that contains another value.
    private func child(of parent: Int, towards node: Int) -> (key: JSONKey, node: Int)? {
        let isObject = nodes[parent].kind == .object
        var index = 0
        var place = parent + 1
        while place < Int(nodes[parent].next) {
            let value = isObject ? place + 1 : place
            if node < Int(nodes[value].next) {
                return (isObject ? JSONKey((try? text(at: place)) ?? "") : JSONKey(index), value)
            }
            place = Int(nodes[value].next)
            index += 1
        }
        return nil
    }

    /// The error for a value that cannot be read, for `Codable`.
    func error(_ error: JSONError, at node: Int) -> DecodingError {
        let context = DecodingError.Context(
            codingPath: path(to: node), debugDescription: error.message, underlyingError: error)
        guard error.code == .typeMismatch else { return .dataCorrupted(context) }
        return nodes[node].kind == .null ? .valueNotFound(Any.self, context) : .typeMismatch(Any.self, context)
    }

    /// The error for a duplicated member, for `Codable`.
    func error(_ error: EventFields.Repetition, in object: Int) -> DecodingError {
        .dataCorrupted(
            DecodingError.Context(
                codingPath: path(to: object) + [JSONKey(error.name)], debugDescription: "it occurs twice",
                underlyingError: error))
    }
}

/// A key of an object, or an index of an array.
struct JSONKey: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(_ text: String) {
        stringValue = text
        intValue = nil
    }

    init(_ index: Int) {
        stringValue = "\(index)"
        intValue = index
    }

    init?(stringValue: String) {
        self.init(stringValue)
    }

    init?(intValue: Int) {
        self.init(intValue)
    }

    /// The key of a superclass.
    static let parent = JSONKey("super")
}
