import Nacre

extension StateValue {
    // FEAT-48: A state is printed by reflection, with the case of an enum as a field beside its values.

    /// The key of an enum's case.
    static let caseKey = "case"

    /// The key of an associated value without fields of its own.
    private static let valueKey = "value"

    /// Reflects a state.
    ///
    /// A structure has its stored properties. An enum has the name of its case as `case`, beside its associated values:
    /// a value that two cases share, such as a name, is the same field in both. An inner value that describes itself
    /// (`CustomStringConvertible`) is that text; an inner case without values is its name.
    ///
    /// - Parameter state: The state.
    init(of state: Any) {
        let mirror = Mirror(reflecting: state)
        switch mirror.displayStyle {
        case .enum: self = .object(Self.fields(ofCase: state, mirror, 0))
        case .struct, .class: self = .object(Self.fields(mirror, 0))
        default: self.init(reflecting: state, 0)
        }
    }

    private init(reflecting value: Any, _ depth: Int) {
        if let scalar = Self.scalar(value) {
            self = scalar
            return
        }
        let mirror = Mirror(reflecting: value)
        let describesItself = mirror.mayDescribeItself && value is any CustomStringConvertible
        // Numbers describe themselves, also those of a program's own types.
        if mirror.displayStyle == nil || describesItself, let number = Self.number(value) {
            self = number
            return
        }
        // A class may refer to itself.
        guard depth < Limits.jsonNesting / 2 else {
            self = .text("\(mirror.subjectType)")
            return
        }
        switch mirror.displayStyle {
        case .optional: self = mirror.children.first.map { Self(reflecting: $0.value, depth) } ?? .null
        case .collection: self = .list(mirror.children.map { Self(reflecting: $0.value, depth + 1) })
        case .set: self = .object(Self.elements(mirror, depth))
        case .dictionary: self = .object(Self.entries(mirror, depth))
        case .enum where !mirror.children.isEmpty && !describesItself:
            self = .object(Self.fields(ofCase: value, mirror, depth))
        case .tuple: self = .object(Self.fields(mirror, depth))
        case .struct where !describesItself, .class where !describesItself: self = .object(Self.fields(mirror, depth))
        default: self = .text(String(describing: value))
        }
    }

    private static var null: StateValue { .scalar(json: Array("null".utf8)) }

    private static func text(_ text: String) -> StateValue {
        written { $0.string(text) }
    }

    private static func written(_ write: (inout JSONWriter) -> Void) -> StateValue {
        var writer = JSONWriter()
        write(&writer)
        return .scalar(json: writer.bytes)
    }

    /// The scalar that a value of a common type is; `nil` for other types.
    private static func scalar(_ value: Any) -> StateValue? {
        // Comparing types takes a fraction of the time of trying casts that fail.
        let type = type(of: value)
        if type == String.self { return (value as? String).map { text($0) } }
        if type == UInt64.self { return (value as? UInt64).map { .scalar(json: Array(String($0).utf8)) } }
        if type == Int.self { return (value as? Int).map { .scalar(json: Array(String($0).utf8)) } }
        if type == Bool.self { return (value as? Bool).map { value in written { $0.bool(value) } } }
        if type == [UInt8].self { return (value as? [UInt8]).map { text($0.hexadecimal) } }
        return nil
    }

    private static func number(_ value: Any) -> StateValue? {
        switch value {
        case let value as any BinaryInteger: .scalar(json: Array(String(value).utf8))
        case let value as any BinaryFloatingPoint:
            // Infinity and NaN have no number in JSON.
            Double(value).isFinite ? .scalar(json: Array("\(value)".utf8)) : text("\(value)")
        default: nil
        }
    }

    /// The name of the case, and the associated values.
    private static func fields(ofCase value: Any, _ mirror: Mirror, _ depth: Int) -> [Field] {
        guard let child = mirror.children.first, let name = child.label else {
            return [Field(name: caseKey, value: text(String(describing: value)))]
        }
        // Once: reflecting it again at each level would double the work with each.
        let value = StateValue(reflecting: child.value, depth + 1)
        let associated: [Field] =
            if case .object(let fields) = value, !fields.contains(where: { $0.name == caseKey }) {
                fields
            } else {
                [Field(name: valueKey, value: value)]
            }
        return [Field(name: caseKey, value: text(name))] + associated
    }

    private static func fields(_ mirror: Mirror, _ depth: Int) -> [Field] {
        var fields = mirror.superclassMirror.map { Self.fields($0, depth) } ?? []
        var index = 0
        // By the iterator: a mirror's indices are boxed, which takes more time than the children.
        for child in mirror.children {
            // A value of a tuple without a label has the label of its place, such as `.0`.
            let label = child.label.map { $0.utf8.first == UInt8(ascii: ".") ? String($0.dropFirst()) : $0 }
            fields.append(Field(name: label ?? "\(index)", value: StateValue(reflecting: child.value, depth + 1)))
            index += 1
        }
        return fields
    }

    /// The elements of a set as fields of their own, so that a new one does not change the place of the others.
    private static func elements(_ mirror: Mirror, _ depth: Int) -> [Field] {
        mirror.children.map { child in
            let value = StateValue(reflecting: child.value, depth + 1)
            let name =
                if let text = child.value as? String { text } else { String(decoding: value.json, as: UTF8.self) }
            return Field(name: name, value: value)
        }.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    }

    private static func entries(_ mirror: Mirror, _ depth: Int) -> [Field] {
        mirror.children.map { entry in
            let parts = Mirror(reflecting: entry.value).children.map(\.value)
            return Field(name: "\(parts[0])", value: StateValue(reflecting: parts[1], depth + 1))
        }.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    }
}

extension [UInt8] {
    fileprivate var hexadecimal: String {
        reduce(into: "") { text, byte in
            text += byte < 16 ? "0" : ""
            text += String(byte, radix: 16)
        }
    }
}

extension Mirror {
    /// Whether a value of the kind is shown by its own description if it has one.
    fileprivate var mayDescribeItself: Bool {
        switch displayStyle {
        case .struct, .enum, .class: true
        default: false
        }
    }
}
