import Nacre

extension EventStoreError {
    /// The error for a name that no registered feature has.
    static func unknown(_ kind: String, _ name: String, among names: [String]) -> EventStoreError {
        EventStoreError(
            .invalidArgument,
            "there is no \(kind) \(quoted(name)): "
                + (names.isEmpty ? "this program has none" : "this program has \(names.joined(separator: ", "))"),
            outcome: .notWritten)
    }

    /// Rejects duplicate feature names.
    static func requireUnique(_ names: [String], kind: String) throws(EventStoreError) {
        var seen: Set<[UInt8]> = []
        for name in names where !seen.insert([UInt8](name.utf8)).inserted {
            throw EventStoreError(
                .invalidArgument,
                "two \(kind)s are named \(quoted(name)): declare one of them only, or give each its own name",
                outcome: .notWritten)
        }
    }
    /// Rejects two deciders of one category.
    static func requireUniqueCategories(of deciders: [DeciderDeclaration]) throws(EventStoreError) {
        var seen: Set<[UInt8]> = []
        for category in deciders.map(\.category) where !seen.insert([UInt8](category.utf8)).inserted {
            throw EventStoreError(
                .invalidArgument, "two deciders have the category \(quoted(category)): declare one of them only",
                outcome: .notWritten)
        }
    }
}
