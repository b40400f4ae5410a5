package import Nacre

/// An item's row in any read model.
package struct ItemModelRow: Hashable, Sendable {
    package var id: EventID

    /// The bytes of the name: two spellings of one text are two names.
    package var name: [UInt8]

    package var isCompleted: Bool
    package var isDeleted: Bool
    /// Nanoseconds since 1970.
    package var createdAt: Int64
    package var updatedAt: Int64

    package var version: Int64

    package init(
        id: EventID, name: [UInt8], isCompleted: Bool, isDeleted: Bool, createdAt: Int64, updatedAt: Int64,
        version: Int64
    ) {
        (self.id, self.name, self.isCompleted, self.isDeleted) = (id, name, isCompleted, isDeleted)
        (self.createdAt, self.updatedAt, self.version) = (createdAt, updatedAt, version)
    }
}

extension ItemModelRow: CustomStringConvertible {
    package var description: String {
        """
        item \(id) "\(String(decoding: name, as: UTF8.self))"\(isCompleted ? ", completed" : "")\
        \(isDeleted ? ", deleted" : ""), created at \(createdAt), updated at \(updatedAt), version \(version)
        """
    }
}
