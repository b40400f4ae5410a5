package import Nacre

/// A store whose mapped log is damaged at some positions; its other reads are not.
package struct DamagedLogStore: RelayedStore {
    package let base: InMemoryEventStore
    private let positions: Set<Position>

    /// Creates a store on the events of another one.
    ///
    /// - Parameters:
    ///   - base: The other store.
    ///   - positions: Where its log cannot be read.
    package init(_ base: InMemoryEventStore, at positions: Set<Position>) {
        self.base = base
        self.positions = positions
    }

    package var mappedLog: (any MappedLog)? { base.mappedLog.map { DamagedLog(base: $0, positions: positions) } }
}

private struct DamagedLog: MappedLog {
    let base: any MappedLog
    let positions: Set<Position>

    @available(*, noasync)
    func scan(after position: Position, while body: (EventView) throws -> Bool) throws {
        try base.scan(
            after: position,
            while: { event in
                guard !positions.contains(event.position) else {
                    throw EventStoreError(.damaged, "the event is damaged", position: event.position)
                }
                return try body(event)
            })
    }
}
