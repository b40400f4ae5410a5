enum SuiteSize: String, CaseIterable, Codable, Sendable {
    /// Every step in about two minutes, as a check: the figures are meaningless.
    case quick

    /// Every question at a reduced size, in about 15 minutes on a small machine.
    case reduced

    /// The sizes for which the bounds were set, without a time limit.
    case full

    /// The option for this size, as part of a call.
    var flag: String? {
        switch self {
        case .quick: "--quick"
        case .reduced: nil
        case .full: "--full"
        }
    }
}

extension SuiteSize: Comparable {
    static func < (one: SuiteSize, other: SuiteSize) -> Bool {
        guard let first = allCases.firstIndex(of: one), let second = allCases.firstIndex(of: other) else {
            return false
        }
        return first < second
    }
}

struct Sized<Value: Sendable>: Sendable {
    var quick: Value
    var reduced: Value
    var full: Value

    subscript(size: SuiteSize) -> Value {
        switch size {
        case .quick: quick
        case .reduced: reduced
        case .full: full
        }
    }
}

extension Sized<String> {
    init(_ all: String) {
        self.init(quick: all, reduced: all, full: all)
    }

    static func + (one: Sized, other: Sized) -> Sized {
        Sized(
            quick: "\(one.quick) \(other.quick)", reduced: "\(one.reduced) \(other.reduced)",
            full: "\(one.full) \(other.full)")
    }

    /// The concatenation with a value that is the same at every size.
    static func + (one: Sized, all: String) -> Sized { one + Sized(all) }
}
