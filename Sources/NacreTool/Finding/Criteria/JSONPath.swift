import DomainKit
import Nacre

/// The path to a value in a JSON document: `data.lines[0]["unit price"]`.
struct JSONPath: Hashable, Sendable {
    /// One step from a value into a value that it contains.
    enum Step: Hashable, Sendable {
        case key(String)
        case element(Int)

        /// `[*]`, where all values at a path are meant.
        case everyElement
    }

    /// The first name of the path, which selects the document.
    let root: String

    /// The steps into the document; empty for the document itself.
    let steps: [Step]

    /// Parses a path.
    ///
    /// Names are separated by dots. A name with a dot, a bracket or a comparison sign is written as a JSON string in
    /// brackets, and an index from 0 as a number in brackets.
    ///
    /// - Parameters:
    ///   - text: The path, with whatever follows it.
    ///   - isForAll: Whether the path may lead to several values, by `[*]`.
    /// - Returns: The path, and the rest of the text.
    /// - Throws: ``JSONPathError``.
    static func parsePrefix(of text: String, forAll isForAll: Bool = false) throws -> (path: JSONPath, rest: Substring)
    {
        var rest = text[...]
        let root = takeName(of: &rest)
        guard !root.isEmpty else { throw JSONPathError(text, "it begins without a name") }
        var steps: [Step] = []
        while let next = rest.first, next == "." || next == "[" {
            rest.removeFirst()
            if next == "." {
                let name = takeName(of: &rest)
                guard !name.isEmpty else { throw JSONPathError(text, "a name is missing after a dot") }
                steps.append(.key(name))
            } else if isForAll, rest.hasPrefix("*]") {
                rest.removeFirst(2)
                steps.append(.everyElement)
            } else {
                steps.append(try takeBracket(of: &rest, in: text))
            }
        }
        return (JSONPath(root: root, steps: steps), rest)
    }

    private static func takeName(of rest: inout Substring) -> String {
        let name = rest.prefix { !".[]=!~".contains($0) }
        rest.removeFirst(name.count)
        return String(name)
    }

    private static func takeBracket(of rest: inout Substring, in text: String) throws -> Step {
        if rest.first == "\"" {
            var isEscaped = false
            let end = rest.dropFirst().firstIndex { character in
                if isEscaped {
                    isEscaped = false
                    return false
                }
                isEscaped = character == "\\"
                return character == "\""
            }
            guard let end, rest[end...].hasPrefix("\"]") else {
                throw JSONPathError(text, "a string in brackets does not end with \"]")
            }
            let json = Array(rest[...end].utf8)
            var reader = JSONReader(json.span)
            let key = try reader.readString()
            rest = rest[end...].dropFirst(2)
            return .key(key)
        }
        let digits = rest.prefix { $0 != "]" }
        guard let index = Int(digits), index >= 0, rest.dropFirst(digits.count).first == "]" else {
            throw JSONPathError(text, "in brackets stands neither an index from 0 nor a string in quotes")
        }
        rest.removeFirst(digits.count + 1)
        return .element(index)
    }

    /// The bytes of the value in a document.
    ///
    /// Of repeated keys and of `[*]`, the first one counts.
    ///
    /// - Parameter json: The document, up to the value valid.
    /// - Returns: The range of the value; `nil` if the document has none at this path, or is not JSON.
    /// - Complexity: O(*n*) in the bytes up to the value.
    func range(in json: Span<UInt8>) -> Range<Int>? {
        var reader = JSONReader(json)
        do throws(JSONError) {
            for step in steps {
                switch step {
                case .key(let name):
                    guard try reader.nextKind() == .object else { return nil }
                    try reader.beginObject()
                    var isFound = false
                    while !isFound, let key = try reader.nextKey() { isFound = key.hasSameBytes(as: name) }
                    guard isFound else { return nil }
                case .element, .everyElement:
                    var index = 0
                    if case .element(let wanted) = step { index = wanted }
                    guard try reader.nextKind() == .array else { return nil }
                    try reader.beginArray()
                    for _ in 0...index {
                        guard try reader.nextElement() else { return nil }
                    }
                }
            }
            return try reader.skipValue()
        } catch {
            // Data need not be JSON: such an event has no value at any path.
            return nil
        }
    }
}

/// A path that cannot be parsed.
struct JSONPathError: Error, CustomStringConvertible {
    let description: String
    let reason: String

    init(_ text: String, _ reason: String, example: String = #"data.lines[0]["unit price"]"#) {
        self.reason = reason
        description = "\(quoted(text)) is not a path such as \(example): \(reason)"
    }
}
