public import Nacre

/// The path of a field in a state: `name`, `lines[0].price`, `totals["a.b"]`; empty for a state that is one value.
public struct FieldPath: ByteComparedName {
    /// The path as text.
    public let text: String

    /// Creates a path from its text.
    ///
    /// - Parameter text: The text.
    public init(_ text: String) {
        self.text = text
    }

    /// Whether a path leads to this value, or into it.
    ///
    /// - Parameter path: The path.
    /// - Returns: `true` for this path and for the paths of the fields of its value.
    public func contains(_ path: FieldPath) -> Bool {
        guard path.text.utf8.starts(with: text.utf8) else { return false }
        let next = path.text.utf8.dropFirst(text.utf8.count).first
        return text.isEmpty || next == nil || next == UInt8(ascii: ".") || next == UInt8(ascii: "[")
    }
}

extension StateValue {
    /// The innermost values with their paths, in order; an empty list or object is one of them.
    ///
    /// - Returns: The paths, and the values as JSON.
    /// - Complexity: O(*n*) in the values.
    public func fields() -> [(path: FieldPath, json: [UInt8])] {
        var fields: [(path: FieldPath, json: [UInt8])] = []
        collect(at: "", into: &fields)
        return fields
    }

    /// The value at a path.
    ///
    /// - Parameter path: The path, written as ``fields()`` writes it; empty for the value itself.
    /// - Returns: The value, which may have fields of its own; `nil` if there is none.
    /// - Complexity: O(*n*) in the values on the way.
    public func value(at path: FieldPath) -> StateValue? { value(at: path, from: "") }

    private func value(at path: FieldPath, from place: String) -> StateValue? {
        if place.utf8.elementsEqual(path.text.utf8) { return self }
        let inner: [(place: String, value: StateValue)] =
            switch self {
            case .scalar: []
            case .list(let elements): elements.enumerated().map { ("\(place)[\($0.offset)]", $0.element) }
            case .object(let fields): fields.map { (place + FieldPath.step(to: $0.name, after: place), $0.value) }
            }
        return inner.first { FieldPath($0.place).contains(path) }.flatMap { $0.value.value(at: path, from: $0.place) }
    }

    private func collect(at path: String, into fields: inout [(path: FieldPath, json: [UInt8])]) {
        switch self {
        case .list(let elements) where !elements.isEmpty:
            for (index, element) in elements.enumerated() { element.collect(at: "\(path)[\(index)]", into: &fields) }
        case .object(let inner) where !inner.isEmpty:
            for field in inner {
                field.value.collect(at: path + FieldPath.step(to: field.name, after: path), into: &fields)
            }
        case .scalar, .list, .object: fields.append((FieldPath(path), json))
        }
    }
}

extension FieldPath {
    /// A name as a step of a path: in brackets and quotes if it is no identifier.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - path: The path before it.
    /// - Returns: The text to append to the path.
    package static func step(to name: String, after path: String) -> String {
        let isPlain = !name.isEmpty && name.utf8.allSatisfy(\.isOfIdentifier)
        if isPlain { return path.isEmpty ? name : ".\(name)" }
        var writer = JSONWriter()
        writer.string(name)
        return "[\(String(decoding: writer.bytes, as: UTF8.self))]"
    }
}

extension UInt8 {
    fileprivate var isOfIdentifier: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...0xFF:
            true
        default: false
        }
    }
}
