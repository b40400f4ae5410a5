internal import Dispatch
internal import Nacre
internal import Synchronization

extension ReadModelRule {
    /// Atomic writes and consistent snapshots.
    static let transactions: [ReadModelRule] = [
        .core("a write and a read return the result of their body") { store in
            try requireEqual(try store.write("m") { _ in "written" }, "written", "what the write answered")
            try requireEqual(try store.read("m") { _ in "read" }, "read", "what the read answered")
        },
        .core("a body sees its own writes") { store in
            try store.fill("m", [([1], [1]), ([2], [2])])
            try store.write("m") { writer in
                try writer.setValue([9], for: [1], in: 0)
                try writer.setValue([3], for: [3], in: 0)
                try writer.removeValue(for: [2], in: 0)
                try writer.setState(.sample(4))
                try requireEqual(try writer.value(for: [1], in: 0), [9], "the value that was replaced")
                try requireEqual(try writer.value(for: [2], in: 0), nil, "the value that was removed")
                try requireEqual(try writer.rows(in: 0), [ModelRow([1], [9]), ModelRow([3], [3])], "the rows")
                try requireEqual(try writer.state(), .sample(4), "the state")
            }
        },
        .core("a body that throws rolls back all its changes, and its error is thrown") { store in
            try store.fill("m", [([1], [1]), ([2], [2])])
            try store.write("m") { try $0.setState(.sample(1)) }
            do {
                try store.write("m") { writer in
                    try writer.setValue([9], for: [1], in: 0)
                    try writer.setValue([9], for: [3], in: 4)
                    try writer.removeValue(for: [2], in: 0)
                    try writer.setState(.sample(2))
                    throw Refusal()
                }
                try require(false, "a write whose body throws did not throw")
            } catch is Refusal {}
            try requireEqual(try store.rows(of: "m"), [ModelRow([1], [1]), ModelRow([2], [2])], "the rows")
            try requireEqual(try store.rows(of: "m", in: 4), [], "the rows of the other table")
            try requireEqual(try store.read("m") { try $0.state() }, .sample(1), "the state")
        },
        .core("a body that throws rolls back the removal of everything") { store in
            try store.fill("m", [([1], [1])])
            try store.write("m") { try $0.setState(.sample(1)) }
            do {
                try store.write("m") { writer in
                    try writer.removeAll()
                    throw Refusal()
                }
            } catch is Refusal {}
            try requireEqual(try store.rows(of: "m"), [ModelRow([1], [1])], "the rows")
            try requireEqual(try store.read("m") { try $0.state() }, .sample(1), "the state")
        },
        .core("removing everything removes all rows of all tables and the state; later writes are kept") { store in
            try store.write("m") { writer in
                // The bounds of the numbers, and both sides of the sign bit.
                for table: UInt8 in [0, 1, 128, 255] { try writer.setValue([table], for: [1], in: table) }
                try writer.setState(.sample(1))
            }
            try store.write("m") { writer in
                try writer.removeAll()
                try requireEqual(try writer.state(), nil, "the state, in the same write")
                try requireEqual(try writer.rows(in: 128), [], "the rows, in the same write")
                try writer.setValue([5], for: [5], in: 0)
            }
            try requireEqual(try store.rows(of: "m"), [ModelRow([5], [5])], "the rows")
            for table: UInt8 in [1, 128, 255] {
                try requireEqual(try store.rows(of: "m", in: table), [], "the rows of table \(table)")
            }
            try requireEqual(try store.read("m") { try $0.state() }, nil, "the state")
        },
        .core("the state is stored unchanged, until another replaces it") { store in
            for position: Position in [0, 1, ReadModelState.maxPosition] {
                try store.write("m") { try $0.setState(.sample(position)) }
                try requireEqual(try store.read("m") { try $0.state() }, .sample(position), "the state")
            }
            try requireEqual(try store.rows(of: "m"), [], "the rows of a model that has a state only")
        },
        .core("a snapshot does not change during other writes") { store in
            try store.fill("m", [([1], [1])])
            let written = DispatchSemaphore(value: 0)
            let failure = Mutex<(any Error)?>(nil)
            try store.read("m") { reader in
                try requireEqual(try reader.rows(in: 0).count, 1, "the number of rows before")
                // On another thread, because one thread can hold only one transaction.
                DispatchQueue.global().async {
                    do { try store.fill("m", [([1], [2]), ([2], [2])]) } catch { failure.withLock { $0 = error } }
                    written.signal()
                }
                try require(written.wait(timeout: .now() + 60) == .success, "a write waits for a read to end")
                try requireEqual(try reader.rows(in: 0), [ModelRow([1], [1])], "the rows after the other write")
            }
            if let error = failure.withLock({ $0 }) { throw error }
            try requireEqual(try store.rows(of: "m").count, 2, "the number of rows in a later snapshot")
        },
        .core("a read during a write sees the state before it") { store in
            try store.fill("m", [([1], [1])])
            let found = Mutex<Swift.Result<[ModelRow], any Error>?>(nil)
            try store.write("m") { writer in
                try writer.setValue([2], for: [1], in: 0)
                let read = DispatchSemaphore(value: 0)
                DispatchQueue.global().async {
                    let rows = Swift.Result { try store.rows(of: "m") }
                    found.withLock { $0 = rows }
                    read.signal()
                }
                try require(read.wait(timeout: .now() + 60) == .success, "a read waits for a write to end")
            }
            let rows = try requireValue(found.withLock { $0 }, "the rows").get()
            try requireEqual(rows, [ModelRow([1], [1])], "the rows during the write")
            try requireEqual(try store.rows(of: "m"), [ModelRow([1], [2])], "the rows after the write")
        },
        .core("every read sees rows and state of the same transaction") { store in
            let isDone = Atomic(false)
            let failure = Mutex<(any Error)?>(nil)
            // Threads instead of tasks, because transactions are synchronous.
            DispatchQueue.concurrentPerform(iterations: 3) { task in
                do {
                    if task == 0 {
                        defer { isDone.store(true, ordering: .relaxed) }
                        for position in 1...200 as ClosedRange<UInt64> {
                            try store.write("m") { writer in
                                try writer.setValue([UInt8(position)], for: [1], in: 0)
                                try writer.setState(.sample(position))
                                try writer.setValue([UInt8(position)], for: [2], in: 1)
                            }
                        }
                    } else {
                        while !isDone.load(ordering: .relaxed) { try requireTogether(store) }
                        try requireTogether(store)
                    }
                } catch {
                    failure.withLock { $0 = error }
                }
            }
            if let error = failure.withLock({ $0 }) { throw error }
            try requireEqual(try store.read("m") { try $0.state() }, .sample(200), "the state at the end")
        },
        .core("of concurrent writes, each sees the earlier ones") { store in
            let failures = Mutex<[any Error]>([])
            DispatchQueue.concurrentPerform(iterations: 8) { _ in
                for _ in 0..<25 {
                    do {
                        try store.write("m") { writer in
                            let count = try writer.value(for: [0], in: 0)?.first ?? 0
                            try writer.setValue([count + 1], for: [0], in: 0)
                        }
                    } catch {
                        failures.withLock { $0.append(error) }
                    }
                }
            }
            if let error = failures.withLock({ $0.first }) { throw error }
            try requireEqual(try store.rows(of: "m"), [ModelRow([0], [200])], "the counter")
        },
        .core("a closed store rejects reads and writes; closing twice is safe") { store in
            try store.fill("m", [([1], [1])])
            store.close()
            store.close()
            try await requireError(.closed, "reading") { _ = try store.rows(of: "m") }
            try await requireError(.closed, "writing") { try store.fill("m", [([1], [1])]) }
        },
    ]

    /// Fails the rule unless one read sees rows and state of the same write.
    private static func requireTogether(_ store: any ReadModelStore) throws {
        try store.read("m") { reader in
            let first = try reader.value(for: [1], in: 0)
            let state = try reader.state()
            let second = try reader.value(for: [2], in: 1)
            try requireEqual(second, first, "a row beside another one")
            let expected: ReadModelState? = first.map { .sample(UInt64($0[0])) }
            try requireEqual(state, expected, "the state beside the rows")
        }
    }
}
