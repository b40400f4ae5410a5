import Nacre
import NacreRuntime

/// A condition that cannot be parsed.
package struct ConditionError: Error, CustomStringConvertible {
    private let text: String

    /// Why it cannot be parsed.
    package let reason: String

    init(_ text: String, _ reason: String) {
        self.text = text
        self.reason = reason
    }

    /// The reason, with the condition and others that can be parsed.
    package var description: String {
        "\(quoted(text)) is not a condition such as count(items) > 1000, items[\"KEY\"].isCompleted, or with --stream "
            + "name = \"x\": \(reason)"
    }
}

extension BisectCondition {
    /// Parses a condition: what it is about, then nothing, or `=`, `==`, `!=`, `<`, `<=`, `>` or `>=` with a value;
    /// after a `!` the opposite.
    ///
    /// - Parameters:
    ///   - text: The condition.
    ///   - isOfStream: Whether it is about the state of a stream.
    /// - Throws: ``ConditionError``.
    package init(parsing text: String, isOfStream: Bool) throws(ConditionError) {
        var rest = text.trimmed
        isNegated = Self.takeNegation(from: &rest)
        if let connective = ["&&", "||"].first(where: { !Self.places(of: $0, in: rest).isEmpty }) {
            throw ConditionError(text, "\(connective) is not known: ask one thing, or put a text with it in quotes")
        }
        let sign = Self.sign(in: rest)
        let left = String(rest[..<(sign?.range.lowerBound ?? rest.endIndex)]).trimmed
        if let sign {
            comparison = try Self.comparison(sign.order, rest[sign.range.upperBound...], of: text)
        } else {
            comparison = nil
        }
        guard !left.isEmpty else { throw ConditionError(text, "it names nothing") }
        if isOfStream {
            subject = .state(FieldPath(left))
            return
        }
        subject = try Self.subject(left, of: text)
        if case .count = subject {
            switch comparison?.value {
            case nil, .integer, .number: break
            case .null, .flag, .text: throw ConditionError(text, "a number of rows is compared with a number")
            }
        }
    }

    private static func comparison(
        _ order: ValueComparison.Order, _ rest: Substring, of text: String
    ) throws(ConditionError) -> ValueComparison {
        let right = String(order == .equals && rest.hasPrefix("=") ? rest.dropFirst() : rest).trimmed
        guard !right.isEmpty else { throw ConditionError(text, "a value is missing after \(order.rawValue)") }
        if let first = right.first, "=<>~".contains(first) {
            throw ConditionError(text, "\(order.rawValue)\(first) is no comparison: put a text with \(first) in quotes")
        }
        let value = ValueComparison.Scalar(typed: right)
        if right.hasPrefix("\""), value == .text(right) {
            throw ConditionError(text, "after \(order.rawValue) stands more or less than one text in quotes")
        }
        return ValueComparison(order: order, value: value)
    }

    /// Takes the signs of negation, with the parentheses around what they negate.
    private static func takeNegation(from rest: inout String) -> Bool {
        var isNegated = false
        while true {
            if rest.hasPrefix("!"), !rest.hasPrefix("!=") {
                isNegated.toggle()
                rest = String(rest.dropFirst()).trimmed
            } else if rest.hasPrefix("("), rest.hasSuffix(")"),
                places(of: ")", in: rest).first == rest.index(before: rest.endIndex)
            {
                rest = String(rest.dropFirst().dropLast()).trimmed
            } else {
                return isNegated
            }
        }
    }

    /// The first sign of a comparison outside quotes and brackets.
    private static func sign(in text: String) -> (order: ValueComparison.Order, range: Range<String.Index>)? {
        let found = ValueComparison.Order.allCases.compactMap { order in
            places(of: order.rawValue, in: text).first.map { (order: order, start: $0) }
        }
        // Of two signs at one place, the longer one, which comes first.
        guard let first = found.min(by: { $0.start < $1.start }) else { return nil }
        return (first.order, first.start..<text.index(first.start, offsetBy: first.order.rawValue.count))
    }

    /// The places of a sign outside quotes after which no bracket is open.
    private static func places(of sign: String, in text: String) -> [String.Index] {
        var places: [String.Index] = []
        var (isQuoted, isEscaped, depth) = (false, false, 0)
        for index in text.indices {
            let character = text[index]
            if isEscaped {
                isEscaped = false
            } else if isQuoted, character == "\\" {
                isEscaped = true
            } else if character == "\"" {
                isQuoted.toggle()
            } else if !isQuoted {
                if "[(".contains(character) { depth += 1 }
                if "])".contains(character) { depth -= 1 }
                if depth == 0, text[index...].hasPrefix(sign) { places.append(index) }
            }
        }
        return places
    }

    private static func subject(_ left: String, of text: String) throws(ConditionError) -> Subject {
        if left.hasPrefix("count("), left.hasSuffix(")") {
            let name = String(left.dropFirst("count(".count).dropLast()).trimmed
            guard !name.isEmpty else { throw ConditionError(text, "count names no projection") }
            return .count(projection: name)
        }
        guard let bracket = left.firstIndex(of: "["), bracket > left.startIndex else {
            throw ConditionError(text, "it names neither count(NAME) nor NAME[\"KEY\"]")
        }
        let name = String(left[..<bracket]).trimmed
        let (key, rest) = try key(in: left[bracket...], of: text)
        guard rest.isEmpty || rest.hasPrefix(".") || rest.hasPrefix("[") else {
            throw ConditionError(text, "after the key stands neither a dot nor a bracket")
        }
        let path = rest.hasPrefix(".") ? rest.dropFirst() : rest
        guard rest.isEmpty || !path.isEmpty else { throw ConditionError(text, "a name is missing after a dot") }
        return .row(projection: name, key: key, path: FieldPath(String(path)))
    }

    /// The key in brackets, in quotes or a number, and what follows it.
    private static func key(
        in brackets: Substring, of text: String
    ) throws(ConditionError) -> (key: String, rest: Substring) {
        let inner = brackets.dropFirst()
        guard inner.hasPrefix("\"") else {
            let digits = inner.prefix { $0 != "]" }
            guard UInt64(digits) != nil, inner.dropFirst(digits.count).first == "]" else {
                throw ConditionError(text, "in brackets stands neither a number nor a text in quotes")
            }
            return (String(digits), inner.dropFirst(digits.count + 1))
        }
        let json = Array(inner.utf8)
        var reader = JSONReader(json.span)
        let key: String
        do throws(JSONError) {
            key = try reader.readString()
        } catch {
            throw ConditionError(text, "the key in quotes cannot be read: \(error)")
        }
        let rest = inner.utf8.dropFirst(reader.offset)
        guard rest.first == UInt8(ascii: "]") else { throw ConditionError(text, "a bracket is not closed") }
        return (key, Substring(rest.dropFirst()))
    }
}

extension String {
    /// The text without white space at its ends.
    fileprivate var trimmed: String {
        guard let first = firstIndex(where: { !$0.isWhitespace }), let last = lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return String(self[first...last])
    }
}
