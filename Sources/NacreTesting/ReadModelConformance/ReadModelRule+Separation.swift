internal import Nacre

extension ReadModelRule {
    /// A change in one place leaves all others unchanged.
    static let separation: [ReadModelRule] = [
        .core("a model has separate tables, numbered 0 to 255") { store in
            try store.write("m") { writer in
                for table in UInt8.min...UInt8.max { try writer.setValue([table], for: [1], in: table) }
                try writer.removeValue(for: [1], in: 7)
            }
            for table in UInt8.min...UInt8.max {
                let expected = table == 7 ? [] : [ModelRow([1], [table])]
                try requireEqual(try store.rows(of: "m", in: table), expected, "the rows of table \(table)")
            }
        },
        .core("models are separate, even if a name is a prefix or another spelling of another") { store in
            // A prefix, a NUL, another case, and two texts that are equal as `String`.
            let names = ["m", "m1", "m\u{0}", "M", "caf\u{E9}", "cafe\u{301}"]
            for (index, name) in names.enumerated() {
                try store.write(name) { writer in
                    try requireEqual(try writer.rows(in: 0), [], "the rows of model \(index) before")
                    try writer.setValue([UInt8(index)], for: [1], in: 0)
                    try writer.setState(.sample(UInt64(index)))
                }
            }
            try store.write(names[0]) { try $0.removeAll() }
            for (index, name) in names.enumerated() {
                let expected = index == 0 ? [] : [ModelRow([1], [UInt8(index)])]
                try requireEqual(try store.rows(of: name), expected, "the rows of model \(index)")
                let state = try store.read(name) { try $0.state() }
                try requireEqual(state, index == 0 ? nil : .sample(UInt64(index)), "the state of model \(index)")
            }
        },
    ]

    /// What must survive closing and reopening.
    static let durability: [ReadModelRule] = [
        .durable("rows and states are unchanged after reopening") { subject in
            let store = try await subject.store()
            let rows = (0..<500).map { ModelRow([UInt8($0 >> 8), UInt8($0 & 0xFF)], [UInt8]("\($0)".utf8)) }
            try store.fill("m", rows.shuffled().map { ($0.key, $0.value) })
            try store.write("m") { try $0.setState(.sample(ReadModelState.maxPosition)) }
            try store.fill("other", [([1], [2])])
            let reopened = try await subject.reopened()
            try requireEqual(try reopened.rows(of: "m"), rows, "the rows")
            try requireEqual(
                try reopened.read("m") { try $0.state() }, .sample(ReadModelState.maxPosition), "the state")
            try requireEqual(try reopened.rows(of: "other"), [ModelRow([1], [2])], "the rows of the other model")
        },
        .durable("removed rows are absent after reopening") { subject in
            let store = try await subject.store()
            for model in ["m", "other"] {
                try store.fill(model, [([1], [1]), ([2], [2])])
                try store.write(model) { try $0.setState(.sample(2)) }
            }
            try store.write("m") { try $0.removeValue(for: [1], in: 0) }
            try store.write("other") { try $0.removeAll() }
            let reopened = try await subject.reopened()
            try requireEqual(try reopened.rows(of: "m"), [ModelRow([2], [2])], "the rows")
            try requireEqual(try reopened.rows(of: "other"), [], "the rows of the other model")
            try requireEqual(try reopened.read("other") { try $0.state() }, nil, "its state")
        },
        .durable("rolled back changes are absent after reopening") { subject in
            let store = try await subject.store()
            try store.fill("m", [([1], [1])])
            do {
                try store.write("m") { writer in
                    try writer.setValue([2], for: [1], in: 0)
                    throw Refusal()
                }
            } catch is Refusal {}
            let reopened = try await subject.reopened()
            try requireEqual(try reopened.rows(of: "m"), [ModelRow([1], [1])], "the rows")
        },
    ]
}
