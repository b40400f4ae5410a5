import Nacre
import NacreRuntime
import Synchronization

/// The fields that values had, to report a path that leads to none of them.
final class KnownFields: Sendable {
    /// The maximum number of fields that an error names.
    private static let namedFields = 20

    private let state = Mutex((isFound: false, last: [FieldPath]()))

    /// Whether a value had the path.
    var isFound: Bool { state.withLock(\.isFound) }

    /// Whether there was any value.
    var isEmpty: Bool { state.withLock { !$0.isFound && $0.last.isEmpty } }

    /// The value at a path.
    func value(at path: FieldPath, in whole: StateValue?) -> StateValue? {
        guard let whole else { return nil }
        let value = whole.value(at: path)
        state.withLock { state in
            if value != nil { state.isFound = true } else if !state.isFound { state.last = whole.fields().map(\.path) }
        }
        return value
    }

    /// Requires that values had the path, if there were any.
    ///
    /// - Throws: ``CommandError`` if none of them had it.
    func require(_ path: FieldPath) throws(CommandError) {
        let (isFound, fields) = state.withLock { $0 }
        guard !isFound, !fields.isEmpty else { return }
        throw CommandError.unknown(.noSuchField, "field", path.text, among: fields.prefix(Self.namedFields).map(\.text))
    }
}
