internal import Nacre

extension ReadModelRule {
    /// Values under keys.
    static let rows: [ReadModelRule] = [
        .core("a value is found under its key, byte for byte") { store in
            let every = [UInt8](0...255)
            // A value that does not fit in a page.
            let long = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 7 ^ $0 >> 9) }
            let rows: [([UInt8], [UInt8])] = [([1], every), (every, [1]), ([2], []), ([3], long), ([0, 0], [0])]
            try store.fill("m", rows)
            for (key, value) in rows {
                let found = try store.read("m") { try $0.value(for: key, in: 0) }
                try requireEqual(found, value, "the value under a key of \(key.count) bytes")
            }
        },
        .core("the names of written models are listed, in byte order") { store in
            try requireEqual(try store.names(), [], "the names of a new store")
            for name in ["m", "a", "\u{E9}", "m1"] { try store.fill(name, [([1], [1])]) }
            // Reading a model must not create it.
            _ = try store.read("never") { try $0.state() }
            try requireEqual(try store.names(), ["a", "m", "m1", "\u{E9}"], "the names")
        },
        .core("a key that was never set has no value; an empty value is a value") { store in
            try store.fill("m", [([1], [])])
            try store.read("m") { reader in
                try requireEqual(try reader.value(for: [1], in: 0), [], "the empty value")
                for key: [UInt8] in [[], [0], [1, 0], [2]] {
                    try requireEqual(try reader.value(for: key, in: 0), nil, "the value under \(key)")
                }
            }
        },
        .core("setting a value replaces the existing one") { store in
            for value: [UInt8] in [[1], [2, 3, 4], [], [5]] {
                try store.fill("m", [([9], value)])
                try requireEqual(try store.rows(of: "m"), [ModelRow([9], value)], "the rows")
            }
        },
        .core("removing a row removes no other; removing a missing row does nothing") { store in
            try store.fill("m", [([1], [1]), ([2], [2]), ([3], [3])])
            try store.write("m") { writer in
                try writer.removeValue(for: [2], in: 0)
                try writer.removeValue(for: [4], in: 0)
                try writer.removeValue(for: [1], in: 7)
            }
            try requireEqual(try store.rows(of: "m"), [ModelRow([1], [1]), ModelRow([3], [3])], "the rows")
        },
        .core("a key has 0 to 500 bytes") { store in
            let longest = [UInt8](repeating: 0xFF, count: 500)
            try store.fill("m", [([], [1]), (longest, [2])])
            try requireEqual(try store.rows(of: "m"), [ModelRow([], [1]), ModelRow(longest, [2])], "the rows")
            let error = try await requireError(.invalidArgument, "a key of 501 bytes") {
                // The valid row of the same write must be rolled back too.
                try store.fill("m", [([2], []), (longest + [0], [3])])
            }
            for figure in ["500", "501"] {
                try require(error.message.contains(figure), "the message does not name \(figure): \(error.message)")
            }
            try requireEqual(try store.rows(of: "m").count, 2, "the number of rows after the refusal")
        },
        .core("long keys that differ only in their last byte are different") { store in
            let prefix = [UInt8](repeating: 7, count: 499)
            try store.fill("m", [(prefix + [1], [1]), (prefix + [2], [2])])
            try requireEqual(
                try store.rows(of: "m"), [ModelRow(prefix + [1], [1]), ModelRow(prefix + [2], [2])], "the rows")
        },
        .core("a model that was never written has no rows and no state") { store in
            try requireEqual(try store.rows(of: "m"), [], "the rows")
            try requireEqual(try store.read("m") { try $0.state() }, nil, "the state")
        },
        .core("a model's name has 1 to 64 bytes") { store in
            let longest = String(repeating: "é", count: 32)
            try store.fill(longest, [([1], [1])])
            try requireEqual(try store.rows(of: longest).count, 1, "the number of rows of the longest name")
            for name in ["", longest + "x"] {
                try await requireError(.invalidArgument, "writing a model of \(name.utf8.count) bytes") {
                    try store.fill(name, [([1], [1])])
                }
                try await requireError(.invalidArgument, "reading a model of \(name.utf8.count) bytes") {
                    _ = try store.rows(of: name)
                }
            }
        },
    ]

    /// Iterating over a table.
    static let walks: [ReadModelRule] = [
        .core("rows are ordered by the bytes of their keys") { store in
            // By length, as numbers or as signed bytes, the order would be another.
            let keys: [[UInt8]] = [
                [], [0], [0, 0], [0, 255], [1], [1, 0], [9], [10], [100], [127], [128], [200, 1], [255], [255, 0],
                [255, 255],
            ]
            for key in keys.shuffled() { try store.fill("m", [(key, key)]) }
            try requireEqual(try store.rows(of: "m").map(\.key), keys, "the keys")
            try store.write("m") { try requireEqual(try $0.rows(in: 0).map(\.key), keys, "the keys, in a write") }
        },
        .core("a walk begins after a key, whether or not it exists") { store in
            try store.fill("m", [([1], []), ([3], []), ([3, 0], []), ([5], [])])
            for (after, keys) in [
                ([], [[1], [3], [3, 0], [5]]), ([1], [[3], [3, 0], [5]]), ([2], [[3], [3, 0], [5]]),
                ([3], [[3, 0], [5]]), ([3, 0], [[5]]), ([3, 1], [[5]]), ([5], []), ([255, 255], []),
            ] as [([UInt8], [[UInt8]])] {
                let found = try store.read("m") { try $0.rows(in: 0, after: after).map(\.key) }
                try requireEqual(found, keys, "the keys after \(after)")
            }
        },
        .core("a walk ends when its body says so, and throws the errors of its body") { store in
            try store.fill("m", (0..<10).map { ([$0], [$0]) })
            var seen: [[UInt8]] = []
            try store.read("m") { reader in
                try reader.forEachRow(in: 0, after: nil) { key, _ in
                    seen.append(key)
                    return seen.count < 3
                }
            }
            try requireEqual(seen, [[0], [1], [2]], "the keys of a walk that ended at the third")
            do {
                try store.read("m") { try $0.forEachRow(in: 0, after: nil) { _, _ in throw Refusal() } }
                try require(false, "a walk whose body throws did not throw")
            } catch is Refusal {}
        },
        .core("a walk whose body changes rows continues with the later rows that remain, if any") { store in
            try store.fill("m", (0..<10).map { ([$0], [$0]) })
            try store.write("m") { writer in
                var seen: [[UInt8]] = []
                try writer.forEachRow(in: 0, after: nil) { key, value in
                    seen.append(key)
                    try writer.setValue([], for: key, in: 1)
                    try writer.removeValue(for: key, in: 0)
                    switch value {
                    // Rows are removed, added and replaced ahead of the walk, and added behind it.
                    case [2]: try writer.removeValue(for: [3], in: 0)
                    case [4]: try writer.setValue([44], for: [4, 4], in: 0)
                    case [5]: try writer.setValue([1], for: [1], in: 0)
                    case [7]: try writer.setValue([88], for: [8], in: 0)
                    case [88]: try writer.setState(.sample(1))
                    default: break
                    }
                    return true
                }
                try requireEqual(seen, [[0], [1], [2], [4], [4, 4], [5], [6], [7], [8], [9]], "the keys")
                try requireEqual(try writer.rows(in: 0), [ModelRow([1], [1])], "the rows that are left")
                seen = []
                try writer.forEachRow(in: 1, after: [0]) { key, _ in
                    seen.append(key)
                    try writer.removeAll()
                    try writer.setValue([], for: [200], in: 1)
                    return true
                }
                try requireEqual(seen, [[1]], "the keys of a walk in which everything was removed")
            }
        },
        .core("thousands of rows are read completely and in order") { store in
            let keys = (0..<5_000).map { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
            for start in stride(from: 0, to: 5_000, by: 1_000) {
                try store.fill("m", keys[start..<start + 1_000].shuffled().map { ($0, $0 + $0) })
            }
            try requireEqual(try store.rows(of: "m"), keys.map { ModelRow($0, $0 + $0) }, "the rows")
        },
    ]
}
