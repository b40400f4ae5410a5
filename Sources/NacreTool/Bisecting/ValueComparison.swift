import Nacre
import NacreRuntime

/// A comparison of a value with another one: `> 1000`, `= "README.md"`.
struct ValueComparison: Hashable, Sendable {
    enum Order: String, CaseIterable, Sendable {
        // Those of two characters first: the text is searched for them in this order.
        case differs = "!="
        case atMost = "<="
        case atLeast = ">="
        case equals = "="
        case less = "<"
        case greater = ">"
    }

    /// A value without parts.
    enum Scalar: Hashable, Sendable {
        case null
        case flag(Bool)
        case integer(Int)
        case number(Double)
        case text(String)
    }

    let order: Order
    let value: Scalar

    /// Whether a value satisfies the comparison.
    ///
    /// Numbers are ordered as numbers, texts by their bytes. Values of different kinds are different, and in no order.
    func holds(of found: Scalar) -> Bool {
        switch (order, found, value) {
        case (.equals, _, _): found.isSame(as: value)
        case (.differs, _, _): !found.isSame(as: value)
        case (_, .integer(let left), .integer(let right)): isOrdered(left, right)
        case (_, .text(let left), .text(let right)): isOrdered(left, right)
        default:
            if let left = found.double, let right = value.double { isOrdered(left, right) } else { false }
        }
    }

    private func isOrdered<Value: Comparable>(_ left: Value, _ right: Value) -> Bool {
        switch order {
        case .less: left < right
        case .atMost: left <= right
        case .greater: left > right
        case .atLeast: left >= right
        case .equals, .differs: false
        }
    }

    private func isOrdered(_ left: String, _ right: String) -> Bool {
        let (isLess, isGreater) = (
            left.utf8.lexicographicallyPrecedes(right.utf8), right.utf8.lexicographicallyPrecedes(left.utf8)
        )
        return switch order {
        case .less: isLess
        case .atMost: !isGreater
        case .greater: isGreater
        case .atLeast: !isLess
        case .equals, .differs: false
        }
    }
}

extension ValueComparison.Scalar {
    /// Reads a value as it is typed: JSON, or else a text without quotes.
    init(typed text: String) {
        self = Self(json: Array(text.utf8)) ?? .text(text)
    }

    /// Reads a scalar from JSON; `nil` for anything else.
    init?(json: [UInt8]) {
        var reader = JSONReader(json.span)
        do throws(JSONError) {
            switch try reader.nextKind() {
            case .null:
                guard try reader.readNull() else { return nil }
                self = .null
            case .bool: self = .flag(try reader.readBool())
            case .string: self = .text(try reader.readString())
            case .number:
                if let integer = Int(String(decoding: json, as: UTF8.self)) {
                    _ = try reader.skipValue()
                    self = .integer(integer)
                } else {
                    self = .number(try reader.readDouble())
                }
            case .object, .array: return nil
            }
            try reader.end()
        } catch {
            // No JSON, so none of these values.
            return nil
        }
    }

    fileprivate var double: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .number(let value): value
        case .null, .flag, .text: nil
        }
    }

    fileprivate func isSame(as other: Self) -> Bool {
        switch (self, other) {
        case (.text(let left), .text(let right)): left.utf8.elementsEqual(right.utf8)
        case (.integer, .number), (.number, .integer): double == other.double
        default: self == other
        }
    }
}
