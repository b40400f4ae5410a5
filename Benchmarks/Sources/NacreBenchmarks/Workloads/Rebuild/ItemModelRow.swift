import Nacre

/// An item's row in any read model.
struct ItemModelRow: Hashable, Sendable {
    var id: EventID

    /// The bytes of the name: two spellings of one text are two names.
    var name: [UInt8]

    var isCompleted: Bool
    var isDeleted: Bool

    /// Nanoseconds since 1970.
    var createdAt: Int64

    /// Nanoseconds since 1970.
    var updatedAt: Int64

    var version: Int64
}

extension ItemModelRow: CustomStringConvertible {
    var description: String {
        """
        item \(id) "\(String(decoding: name, as: UTF8.self))"\(isCompleted ? ", completed" : "")\
        \(isDeleted ? ", deleted" : ""), created at \(createdAt), updated at \(updatedAt), version \(version)
        """
    }
}
