import Nacre

extension RefusedCommit {
    /// The rules as bytes: numbers of variable length, seven bits in each byte, the lowest first.
    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(number: UInt64(rules.count))
        for rule in rules {
            switch rule {
            case .version(let expected, let actual, let last):
                bytes.append(number: Kind.version)
                bytes.append(number: actual)
                bytes.append(number: last ?? 0)
                switch expected {
                case .any: bytes.append(number: 0)
                case .noStream: bytes.append(number: 1)
                case .streamExists: bytes.append(number: 2)
                case .exact(let version):
                    bytes.append(number: 3)
                    bytes.append(number: version)
                }
            case .query(let after, let head, let items):
                bytes.append(number: items == nil ? Kind.everything : Kind.items)
                bytes.append(number: after)
                bytes.append(number: head)
                guard let items else { continue }
                bytes.append(number: UInt64(items.count))
                for item in items { bytes.append(item) }
            }
        }
        return bytes
    }

    private enum Kind {
        static let version: UInt64 = 1
        static let everything: UInt64 = 2
        static let items: UInt64 = 3
    }

    /// Decodes rules.
    ///
    /// - Returns: The rules; `nil` if the bytes are no rules.
    init?(_ bytes: ArraySlice<UInt8>, of store: StoreID) {
        var rest = bytes
        guard let count = rest.takeCount() else { return nil }
        var rules: [Rule] = []
        for _ in 0..<count {
            guard let rule = Self.rule(&rest) else { return nil }
            rules.append(rule)
        }
        guard rest.isEmpty, !rules.isEmpty else { return nil }
        self.init(store: store, rules: rules)
    }

    private static func rule(_ rest: inout ArraySlice<UInt8>) -> Rule? {
        guard let kind = rest.takeNumber(), let first = rest.takeNumber(), let second = rest.takeNumber() else {
            return nil
        }
        switch kind {
        case Kind.version:
            guard let expected = expectation(&rest), (first == 0) == (second == 0) else { return nil }
            return .version(expected: expected, actual: first, last: second == 0 ? nil : second)
        case Kind.everything: return .query(after: first, head: second, items: nil)
        case Kind.items:
            guard let count = rest.takeCount() else { return nil }
            var items: [Item] = []
            for _ in 0..<count {
                guard let item = Item(&rest) else { return nil }
                items.append(item)
            }
            return .query(after: first, head: second, items: items)
        default: return nil
        }
    }

    private static func expectation(_ rest: inout ArraySlice<UInt8>) -> Expectation? {
        switch rest.takeNumber() {
        case 0: .any
        case 1: .noStream
        case 2: .streamExists
        case 3: rest.takeNumber().map { .exact($0) }
        default: nil
        }
    }
}

extension RefusedCommit.Item {
    fileprivate init?(_ rest: inout ArraySlice<UInt8>) {
        var lists: [[Position]] = []
        for _ in 0..<(2 + ContextKey.allCases.count) {
            guard let list = rest.takeNumbers() else { return nil }
            lists.append(list)
        }
        guard let places = rest.takeNumbers(), let indices = rest.takeNumbers(), places.count == indices.count else {
            return nil
        }
        (types, categories, contexts) = (lists[0], lists[1], Array(lists[2...]))
        tags = zip(places, indices).map { RefusedCommit.TagPlace(position: $0, index: Int(clamping: $1)) }
    }
}

extension [UInt8] {
    fileprivate mutating func append(_ item: RefusedCommit.Item) {
        append(numbers: item.types)
        append(numbers: item.categories)
        for context in item.contexts { append(numbers: context) }
        append(numbers: item.tags.map(\.position))
        append(numbers: item.tags.map { UInt64($0.index) })
    }

    private mutating func append(numbers: [UInt64]) {
        append(number: UInt64(numbers.count))
        for number in numbers { append(number: number) }
    }

    fileprivate mutating func append(number: UInt64) {
        var rest = number
        while rest >= 0x80 {
            append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        append(UInt8(rest))
    }
}

extension ArraySlice<UInt8> {
    fileprivate mutating func takeNumber() -> UInt64? {
        var number: UInt64 = 0
        for shift in stride(from: 0, through: 63, by: 7) {
            guard let byte = popFirst(), shift < 63 || byte <= 1 else { return nil }
            number |= UInt64(byte & 0x7F) << UInt64(shift)
            if byte < 0x80 { return number }
        }
        return nil
    }

    /// A number of elements, each of which takes at least one byte.
    fileprivate mutating func takeCount() -> Int? {
        takeNumber().flatMap { $0 <= UInt64(count) ? Int($0) : nil }
    }

    fileprivate mutating func takeNumbers() -> [UInt64]? {
        guard let count = takeCount() else { return nil }
        var numbers: [UInt64] = []
        for _ in 0..<count {
            guard let number = takeNumber() else { return nil }
            numbers.append(number)
        }
        return numbers
    }
}
