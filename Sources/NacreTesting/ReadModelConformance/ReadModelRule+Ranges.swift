internal import Nacre

extension ReadModelRule {
    /// Iterating over a part of a table, in either direction.
    static let ranges: [ReadModelRule] = [
        .core("a walk within bounds returns the rows between them, including those at inclusive bounds") { store in
            try store.fillTables()
            for range in samples(isReversed: false) { try store.check(range) }
        },
        .core("a reverse walk returns the same rows from last to first") { store in
            try store.fillTables()
            for range in samples(isReversed: true) { try store.check(range) }
        },
        .core("a reverse walk whose body changes rows continues with the earlier rows that remain, if any") { store in
            try store.fill("m", (0..<10).map { ([$0], [$0]) })
            try store.write("m") { writer in
                var seen: [[UInt8]] = []
                let range = RowRange(from: .exclusive([0]), isReversed: true)
                try writer.forEachRow(in: 0, within: range) { key, value in
                    seen.append(key)
                    try writer.removeValue(for: key, in: 0)
                    switch value {
                    case [7]: try writer.removeValue(for: [6], in: 0)
                    case [5]: try writer.setValue([44], for: [4, 4], in: 0)
                    case [4]: try writer.setValue([8], for: [8], in: 0)
                    case [3]: try writer.setValue([22], for: [2], in: 0)
                    case [22]: try writer.setValue([0, 1], for: [0], in: 0)
                    default: break
                    }
                    return true
                }
                try requireEqual(seen, [[9], [8], [7], [5], [4, 4], [4], [3], [2], [1]], "the keys")
                try requireEqual(
                    try writer.rows(in: 0), [ModelRow([0], [0, 1]), ModelRow([8], [8])], "the rows that are left")
                seen = []
                try writer.forEachRow(in: 0, within: RowRange(isReversed: true)) { key, _ in
                    seen.append(key)
                    try writer.removeAll()
                    try writer.setValue([], for: [1], in: 0)
                    return true
                }
                try requireEqual(seen, [[8]], "the keys of a walk in which everything was removed")
            }
        },
        .core("a reverse walk ends when its body says so") { store in
            try store.fill("m", (0..<10).map { ([$0], [$0]) })
            var seen: [[UInt8]] = []
            try store.read("m") { reader in
                try reader.forEachRow(in: 0, within: RowRange(to: .inclusive([7]), isReversed: true)) { key, _ in
                    seen.append(key)
                    return seen.count < 3
                }
            }
            try requireEqual(seen, [[7], [6], [5]], "the keys of a walk that ended at the third")
        },
        .core("the bounds of a walk have 0 to 500 bytes") { store in
            let longest = [UInt8](repeating: 0xFF, count: 500)
            try store.fill("m", [([], []), (longest, [])])
            for isReversed in [false, true] {
                for (bound, keys) in [(.inclusive(longest), [longest]), (.exclusive(longest), [])]
                    as [(RowRange.Bound, [[UInt8]])]
                {
                    let range = RowRange(from: bound, isReversed: isReversed)
                    let found = try store.read("m") { try $0.rows(in: 0, within: range).map(\.key) }
                    try requireEqual(
                        found, keys, "the keys from \(isReversed ? "the end down to " : "")the longest key")
                }
                for range in [RowRange(from: .inclusive(longest + [0])), RowRange(to: .exclusive(longest + [0]))] {
                    var range = range
                    range.isReversed = isReversed
                    try await requireError(.invalidArgument, "a bound of 501 bytes") {
                        _ = try store.read("m") { try $0.rows(in: 0, within: range) }
                    }
                }
            }
        },
    ]

    /// Keys of rows, of which every other one is stored.
    fileprivate static let keys: [[UInt8]] = [
        [], [0], [0, 0], [0, 255], [1], [1, 0], [9], [127], [128], [200, 1], [254, 255], [255], [255, 0], [255, 255],
        [255, 255, 255],
    ]

    /// Ranges with every pair of bounds, with one bound, and with none.
    private static func samples(isReversed: Bool) -> [RowRange] {
        let bounds: [RowRange.Bound?] = [nil] + keys.flatMap { [.inclusive($0), .exclusive($0)] }
        return bounds.flatMap { lower in
            bounds.map { RowRange(from: lower, to: $0, isReversed: isReversed) }
        }
    }
}

extension ReadModelStore {
    /// Stores every other key in tables with neighbours, live and in a shadow.
    fileprivate func fillTables() throws {
        for model in ["m", "n"] {
            try write(model) { writer in
                for tables in [writer, try writer.writableShadow()] {
                    for (number, key) in ReadModelRule.keys.enumerated() where number % 2 == 0 {
                        // Neighbours at the bounds of the table numbers: a walk must not enter them.
                        for table: UInt8 in [0, 1, 254, 255] { try tables.setValue([table], for: key, in: table) }
                    }
                }
            }
        }
    }

    /// Compares an iteration with all rows of its table.
    fileprivate func check(_ range: RowRange) throws {
        try read("m") { reader in
            for table: UInt8 in [0, 255] {
                // Walks over whole tables are checked by rules of their own.
                let rows = try reader.rows(in: table).filter { range.admits($0.key) }
                try requireEqual(
                    try reader.rows(in: table, within: range), range.isReversed ? rows.reversed() : rows,
                    "the rows within \(range) of table \(table)")
            }
        }
    }
}

extension RowRange {
    /// Whether a key is within the bounds, by comparison with each of them.
    fileprivate func admits(_ key: [UInt8]) -> Bool {
        let isAbove =
            switch lower {
            case .inclusive(let bound): !key.lexicographicallyPrecedes(bound)
            case .exclusive(let bound): bound.lexicographicallyPrecedes(key)
            case nil: true
            }
        let isBelow =
            switch upper {
            case .inclusive(let bound): !bound.lexicographicallyPrecedes(key)
            case .exclusive(let bound): key.lexicographicallyPrecedes(bound)
            case nil: true
            }
        return isAbove && isBelow
    }
}
