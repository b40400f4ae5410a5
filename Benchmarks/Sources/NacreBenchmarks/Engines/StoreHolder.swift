import Foundation
import Synchronization

/// Whatever holds a part of a store outside of the store's folder: memory of this process, a server.
protocol StoreHolder: Sendable {
    /// Lets go of the store in a folder, and of all stores below it, just before the files are removed.
    ///
    /// Blocks until nothing is held any more.
    func letGo(of folder: URL) throws
}

/// The holders that the stores of a workspace have.
final class StoreHolders: Sendable {
    private let holders = Mutex<[any StoreHolder]>([])
    private let removal = Mutex(())

    /// Has one more holder told of what is removed; the last that came is told first.
    func add(_ holder: any StoreHolder) {
        holders.withLock { $0.append(holder) }
    }

    /// Runs a body that removes files, while nobody else does: an interruption and the call itself may both want to.
    func exclusively(_ body: () throws -> Void) rethrows {
        try removal.withLock { _ in try body() }
    }

    /// Has every holder let go of a folder, even where one fails.
    func letGo(of folder: URL) throws {
        let outcomes = holders.withLock(\.self).reversed().map { holder in Result { try holder.letGo(of: folder) } }
        for outcome in outcomes { try outcome.get() }
    }
}
