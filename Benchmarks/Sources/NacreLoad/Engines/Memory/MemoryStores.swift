package import Foundation
package import Nacre
import Synchronization

/// The stores of this process, by their folders.
///
/// A folder holds a file that names its store, so that a folder that was removed and created again is empty, as it
/// would be for an engine that writes files.
package final class MemoryStores: StoreHolder {
    private struct Place {
        var id: String
        var store: InMemoryEventStore
    }

    /// The file that names a folder's store.
    package static let fileName = "memory-store"

    package init() {}

    private let places = Mutex<[String: Place]>([:])

    package var count: Int { places.withLock(\.count) }

    /// The store of a folder, which is created if the folder has none.
    ///
    /// - Throws: ``HarnessError`` if the folder's store belongs to another process, or the folder is not writable.
    package func open(_ folder: URL) throws -> InMemoryEventStore {
        try places.withLock { places in
            let key = Self.key(folder)
            let file = folder.appendingPathComponent(Self.fileName)
            guard let data = FileManager.default.contents(atPath: file.path) else {
                let place = Place(id: "\(EventID.random())", store: InMemoryEventStore())
                do {
                    try Data(place.id.utf8).write(to: file, options: .withoutOverwriting)
                } catch {
                    throw HarnessError(.cannotCreate, "cannot create a store in \(folder.path): \(error)")
                }
                places[key] = place
                return place.store
            }
            guard let place = places[key], Data(place.id.utf8) == data else {
                throw HarnessError(
                    "the store in \(folder.path) was in the memory of another process or command, and is gone: "
                        + "the engine memory keeps nothing")
            }
            return place.store
        }
    }

    package func letGo(of folder: URL) {
        let key = Self.key(folder)
        places.withLock { places in
            places = places.filter { $0.key != key && !$0.key.hasPrefix(key + "/") }
        }
    }

    private static func key(_ folder: URL) -> String { folder.standardizedFileURL.path }
}

// It is not an option of the command line: it is `Decodable` so that the options can carry it from the engines to the
// workspace.
extension MemoryStores: Decodable {
    package convenience init(from decoder: any Decoder) {
        self.init()
    }
}
