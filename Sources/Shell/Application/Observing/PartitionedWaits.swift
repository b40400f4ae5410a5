import Nacre

/// The waits for changes of the parts of a read model, and the last change of each part.
struct PartitionedWaits<Part: Hashable & Sendable>: Sendable {
    struct Waiter: Sendable {
        /// The mark up to which it has seen changes.
        let mark: Position

        let continuation: CheckedContinuation<Void, any Error>
    }

    /// The largest number of parts whose last changes are kept.
    private static var maxParts: Int { 4_096 }

    /// The position up to which changes are noted.
    private(set) var position: Position = 0

    /// The last changes of parts after ``floor``.
    private var changes: [Part: Position] = [:]

    /// The position up to which any part may have changed.
    private var floor: Position = 0

    private var waiting: [ChangeScope<Part>: [UInt64: Waiter]] = [:]

    /// The number of waiters.
    private(set) var count = 0

    var isEmpty: Bool { count == 0 }

    /// Adds a waiter; returns `false` if there may have been a change after its mark already.
    mutating func add(_ waiter: Waiter, _ number: UInt64, for scope: ChangeScope<Part>) -> Bool {
        guard lastChange(of: scope) <= waiter.mark else { return false }
        waiting[scope, default: [:]][number] = waiter
        count += 1
        return true
    }

    /// Removes a waiter; `nil` if it was removed before.
    mutating func remove(_ number: UInt64, for scope: ChangeScope<Part>) -> Waiter? {
        guard let waiter = waiting[scope]?.removeValue(forKey: number) else { return nil }
        if waiting[scope]?.isEmpty == true { waiting[scope] = nil }
        count -= 1
        return waiter
    }

    /// Removes all waiters.
    mutating func removeAll() -> [Waiter] {
        defer { (waiting, count) = ([:], 0) }
        return waiting.values.flatMap(\.values)
    }

    /// Passes over changes up to a position, which any part may have had.
    mutating func skip(to position: Position) {
        guard position > self.position else { return }
        (self.position, floor) = (position, position)
        changes.removeAll()
    }

    /// Notes a change, and removes the waiters that it wakes.
    ///
    /// Changes are noted in order, each at least once.
    mutating func note(_ position: Position, in scope: ChangeScope<Part>) -> [Waiter] {
        self.position = max(self.position, position)
        switch scope {
        case .part(let part):
            changes[part] = max(changes[part] ?? 0, position)
            if changes.count > Self.maxParts { forgetChanges() }
            return takeReady(for: scope) + takeReady(for: .everything)
        case .everything:
            floor = max(floor, position)
            return waiting.keys.flatMap { takeReady(for: $0) }
        }
    }

    private mutating func forgetChanges() {
        changes.removeAll()
        floor = position
    }

    private func lastChange(of scope: ChangeScope<Part>) -> Position {
        switch scope {
        case .part(let part): max(changes[part] ?? 0, floor)
        case .everything: position
        }
    }

    private mutating func takeReady(for scope: ChangeScope<Part>) -> [Waiter] {
        let last = lastChange(of: scope)
        let ready = waiting[scope, default: [:]].filter { $0.value.mark < last }
        return ready.keys.compactMap { remove($0, for: scope) }
    }
}
