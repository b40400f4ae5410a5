package import Foundation
import Synchronization

/// A holder of a part of a store outside of the store's folder: memory of this process, or a server.
package protocol StoreHolder: Sendable {
    /// Releases the store in a folder, and all stores below it, just before the files are removed.
    ///
    /// Blocks until everything is released.
    func letGo(of folder: URL) throws
}

/// The holders of a workspace's stores.
package final class StoreHolders: Sendable {
    private let holders = Mutex<[any StoreHolder]>([])
    private let removal = Mutex(())

    /// Adds a holder to be called when files are removed; the last added is called first.
    package func add(_ holder: any StoreHolder) {
        holders.withLock { $0.append(holder) }
    }

    /// Runs a body that removes files, with mutual exclusion: an interruption and a normal removal may coincide.
    func exclusively(_ body: () throws -> Void) rethrows {
        try removal.withLock { _ in try body() }
    }

    /// Makes every holder release a folder, even if one fails.
    package func letGo(of folder: URL) throws {
        let outcomes = holders.withLock(\.self).reversed().map { holder in Result { try holder.letGo(of: folder) } }
        for outcome in outcomes { try outcome.get() }
    }
}
