import Foundation

/// A log of item events, and a read model of the items that can be made anew from it.
protocol RebuildTarget: Sendable {
    /// The file that has the log, which a rebuild reads from its beginning to its end.
    var log: String { get }

    /// Appends the whole history to an empty log.
    func fill(_ history: ItemHistory) async throws

    /// Opens what is closed, so that nothing but rebuilding is left to do.
    func open() async throws

    /// Makes the read model anew from the whole log, beside the one that is there, until it has taken its place and a
    /// power loss would find it there.
    func rebuild() async throws

    /// The rows of the read model, in the order of creation.
    func rows() async throws -> [ItemModelRow]

    /// Closes what is open.
    func close() async throws
}

extension EngineName {
    /// A log and a read model in a folder, which is empty or holds them; `nil` for an engine that has neither.
    func rebuildTarget(in folder: URL, mapSize: Int) async throws -> (any RebuildTarget)? {
        switch self {
        case .nacre: NacreRebuild(folder, mapSize: mapSize)
        case .sqlite: try SQLiteRebuild(folder, cache: .default)
        case .sqliteLarge: try SQLiteRebuild(folder, cache: .large)
        case .lmdb, .memory, .sqliteGroup, .sqliteGroupLarge, .postgres, .postgresGroup: nil
        }
    }
}
