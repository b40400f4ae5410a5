/// Runs a body for all elements concurrently; the values are in the order of the elements.
package func concurrentMap<Element: Sendable, Value: Sendable>(
    _ elements: some Sequence<Element>, on executor: (any TaskExecutor)? = nil,
    _ body: @escaping @Sendable (Element) async -> Value
) async -> [Value] {
    await withTaskGroup(of: (Int, Value).self) { group in
        for (index, element) in elements.enumerated() {
            group.addTask(executorPreference: executor) { (index, await body(element)) }
        }
        var values: [(Int, Value)] = []
        for await value in group { values.append(value) }
        return values.sorted { $0.0 < $1.0 }.map(\.1)
    }
}
