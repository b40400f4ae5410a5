import Foundation
import Nacre
import Synchronization

/// The stores that live in this process alone, by their folders.
///
/// A folder holds a file that names its store, so that one which was removed and made again is empty, as it would be
/// for an engine that writes.
final class MemoryStores: StoreHolder {
    private struct Place {
        var id: String
        var store: InMemoryEventStore
    }

    /// The file that names the store of a folder.
    static let fileName = "memory-store"

    private let places = Mutex<[String: Place]>([:])

    var count: Int { places.withLock(\.count) }

    /// The store of a folder, which is made where the folder has none.
    ///
    /// - Throws: ``HarnessError`` where the folder's store was another process's, or nothing can be written there.
    func open(_ folder: URL) throws -> InMemoryEventStore {
        try places.withLock { places in
            let key = Self.key(folder)
            let file = folder.appendingPathComponent(Self.fileName)
            guard let data = FileManager.default.contents(atPath: file.path) else {
                let place = Place(id: "\(EventID.random())", store: InMemoryEventStore())
                do {
                    try Data(place.id.utf8).write(to: file, options: .withoutOverwriting)
                } catch {
                    throw HarnessError(.cannotCreate, "no store can be made in \(folder.path): \(error)")
                }
                places[key] = place
                return place.store
            }
            guard let place = places[key], Data(place.id.utf8) == data else {
                throw HarnessError(
                    "the store in \(folder.path) was in the memory of another process, or another call, and is gone: "
                        + "the engine memory keeps nothing")
            }
            return place.store
        }
    }

    func letGo(of folder: URL) {
        let key = Self.key(folder)
        places.withLock { places in
            places = places.filter { $0.key != key && !$0.key.hasPrefix(key + "/") }
        }
    }

    private static func key(_ folder: URL) -> String { folder.standardizedFileURL.path }
}

// A command line has nothing to say of it: its options carry it from the engines to the workspace.
extension MemoryStores: Decodable {
    convenience init(from decoder: any Decoder) {
        self.init()
    }
}
