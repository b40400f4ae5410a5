package import Nacre

/// Reads a log that may be damaged, around the damage.
package struct IntactLog {
    /// The next thing that is found in the log.
    package enum Part {
        /// An event that is whole.
        case event(RecordedEvent)

        /// Damage, before any later event.
        case damage(LogDamage)
    }

    private let inspection: any StoreInspection

    package init(of inspection: any StoreInspection) {
        self.inspection = inspection
    }

    /// Calls a closure with all parts, in log order.
    ///
    /// - Parameter body: Called with each part.
    /// - Throws: `EventStoreError` if the disk fails; `CancellationError`; errors of `body`.
    package func read(_ body: (Part) async throws -> Void) async throws {
        var next: Position? = 1
        // Held back, because the next batch may continue it.
        var damage: [LogDamage] = []
        while let position = next {
            try Task.checkCancellation()
            let batch = try await inspection.intactEvents(from: position)
            for found in batch.damage { damage.join(found) }
            for event in batch.events {
                while let first = damage.first, first.first <= event.position {
                    damage.removeFirst()
                    try await body(.damage(first))
                }
                try await body(.event(event))
            }
            next = batch.next
        }
        for rest in damage { try await body(.damage(rest)) }
    }
}

extension CommandError {
    /// The error that ends a command which has gone around damage; `nil` without damage.
    ///
    /// - Parameters:
    ///   - damage: The damage.
    ///   - tool: The program's name.
    /// - Returns: The error.
    static func around(_ damage: [LogDamage], tool: String) -> CommandError? {
        guard !damage.isEmpty else { return nil }
        return CommandError(
            .faultsFound,
            "the log is damaged in \(Figures.count(damage.count, "place")): restore a backup, or make a store of what is "
                + "whole with \(tool) salvage")
    }
}
