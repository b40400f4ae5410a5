internal import Nacre

extension ConformanceRule {
    /// The effects of cancellation.
    static let cancelling: [ConformanceRule] = [
        .core("an append by an already cancelled task is withdrawn, and writes nothing") { store in
            let claim = AppendCondition(failIfEventsMatch: .tagged("a"))
            for request in [Commit([.fact()], to: "a-1"), commit(under: claim)] {
                let task = Task {
                    withUnsafeCurrentTask { $0?.cancel() }
                    return try await store.append(request)
                }
                let result = await task.result
                guard case .failure(let error) = result, error is CancellationError else {
                    throw ConformanceFailure(finding: "the append ended with \(result)")
                }
                try requireEqual(try await store.head(), 0, "the head")
            }
            try requireEqual(try await store.append([.fact()], to: "a-1").positions, [1], "the next positions")
        },
        .core("a cancelled append is withdrawn and writes nothing, or completes") { store in
            let outcomes = try await results(of: 64) { number in
                let task = Task { try await store.append([.fact()], to: StreamName("s-\(number)")) }
                if number % 2 == 0 { await Task.yield() }
                task.cancel()
                do {
                    _ = try await task.value
                    return (number, StreamVersion(1))
                } catch is CancellationError {
                    return (number, StreamVersion(0))
                }
            }
            for (number, version) in outcomes {
                let found = try await store.version(of: StreamName("s-\(number)"))
                try requireEqual(found, version, "the version of stream \(number) after its append was cancelled")
            }
            try requireEqual(try await store.head(), outcomes.reduce(0) { $0 + $1.1 }, "the head")
            try await store.append([.fact()], to: "after-1")
        },
    ]
}
