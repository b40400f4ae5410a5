package import Nacre

/// A field that has another value in a later state, or is in only one of the two.
package struct FieldDifference: Hashable, Sendable {
    /// The field.
    package let path: FieldPath

    /// The earlier value as JSON; `nil` if the earlier state does not have the field.
    package let before: [UInt8]?

    /// The later value as JSON; `nil` if the later state does not have the field.
    package let after: [UInt8]?
}

extension FieldDifference {
    /// The fields that differ between two states.
    ///
    /// - Parameters:
    ///   - earlier: The earlier state; `nil` if there was none.
    ///   - later: The later state; `nil` if there is none.
    /// - Returns: The differences: removed fields first, in byte order, then the others in the order of the later state.
    /// - Complexity: O(*n*) in the fields.
    package static func between(_ earlier: StateValue?, _ later: StateValue?) -> [FieldDifference] {
        var differences: [FieldDifference] = []
        if let earlier, let later, append(between: earlier, later, at: "", to: &differences) { return differences }
        var before = Dictionary(earlier?.fields().map { ($0.path, $0.json) } ?? []) { first, _ in first }
        let present = (later?.fields() ?? []).compactMap { path, json -> FieldDifference? in
            let known = before.removeValue(forKey: path)
            return known == json ? nil : FieldDifference(path: path, before: known, after: json)
        }
        return before.keys.sorted().map { FieldDifference(path: $0, before: before[$0], after: nil) } + present
    }

    /// Appends the differences of values whose fields have the same names in the same order, as those of most rows.
    ///
    /// - Returns: Whether they have.
    private static func append(
        between earlier: StateValue, _ later: StateValue, at path: String, to differences: inout [FieldDifference]
    ) -> Bool {
        switch (earlier, later) {
        case (.scalar(let before), .scalar(let after)):
            if before != after {
                differences.append(FieldDifference(path: FieldPath(path), before: before, after: after))
            }
            return true
        case (.list(let before), .list(let after)) where before.count == after.count:
            return before.indices.allSatisfy {
                append(between: before[$0], after[$0], at: "\(path)[\($0)]", to: &differences)
            }
        case (.object(let before), .object(let after)) where before.count == after.count:
            return zip(before, after).allSatisfy { before, after in
                guard before.name.utf8.elementsEqual(after.name.utf8) else { return false }
                // Most fields are equal, and need no path.
                if case (.scalar(let value), .scalar(let other)) = (before.value, after.value), value == other {
                    return true
                }
                return append(
                    between: before.value, after.value, at: path + FieldPath.step(to: after.name, after: path),
                    to: &differences)
            }
        default: return false
        }
    }
}

extension Runtime {
    /// The fields of a stream's state that differ between two moments, and the event that gave each its later value or
    /// removed it.
    ///
    /// - Parameters:
    ///   - stream: The stream.
    ///   - earlier: The earlier moment.
    ///   - later: The later moment; `nil` for the present.
    /// - Returns: The differences, in the order of ``FieldDifference/between(_:_:)``; `nil` if no decider is declared for
    ///   the category.
    /// - Throws: `EventStoreError`: `invalidArgument` if the moments are not in order; `noSuchPosition` if a position is
    ///   beyond the head; other codes if the log cannot be read. `EventDecodingError` if an event of a known type cannot
    ///   be decoded.
    /// - Complexity: O(*n*) in the events of the stream up to the later moment.
    package func fieldDifferences(
        of stream: StreamName, from earlier: Moment, to later: Moment?
    ) async throws -> [(difference: FieldDifference, origin: FieldOrigin?)]? {
        let span = try await span(from: earlier, to: later)
        guard var fold = fold(for: stream.category) else { return nil }
        try await forEachEvent(of: stream, in: span.earlier) { event in _ = try fold.apply(event) }
        let before = fold.value
        guard var fold = self.fold(for: stream.category) else { return nil }
        var origins = FieldOrigins(of: fold.value)
        var removals: [FieldPath: FieldOrigin] = [:]
        try await forEachEvent(of: stream, in: span.later) { event in
            guard try fold.apply(event) != .foreign else { return }
            for change in origins.record(fold.value, after: event) where change.json == nil {
                removals[change.path] = change.origin
            }
        }
        let present = Dictionary(origins.present.map { ($0.path, $0.origin) }) { first, _ in first }
        return FieldDifference.between(before, fold.value).map { difference in
            let isRemoved = difference.after == nil
            return (difference, isRemoved ? removals[difference.path] : present[difference.path] ?? nil)
        }
    }
}
