import Foundation

/// A log of item events, and a read model of the items that can be rebuilt from it.
protocol RebuildTarget: Sendable {
    /// The log's file, which a rebuild reads from beginning to end.
    var log: String { get }

    func fill(_ history: ItemHistory) async throws

    /// Opens everything that is closed, so that only rebuilding remains to be done.
    func open() async throws

    /// Rebuilds the read model from the whole log beside the existing one, until it has replaced that durably.
    func rebuild() async throws

    /// The rows of the read model, in the order of creation.
    func rows() async throws -> [ItemModelRow]

    func close() async throws
}

extension EngineName {
    /// A log and a read model in a folder, which is empty or holds them; `nil` for an engine without read models.
    func rebuildTarget(in folder: URL, mapSize: Int) async throws -> (any RebuildTarget)? {
        switch self {
        case .nacre: NacreRebuild(folder, mapSize: mapSize)
        case .sqlite: try SQLiteRebuild(folder, cache: .default)
        case .sqliteLarge: try SQLiteRebuild(folder, cache: .large)
        case .nacreUnjournaled, .nacreShared, .nacreFollowed, .nacreInspected, .lmdb, .journal, .memory, .sqliteGroup,
            .sqliteGroupLarge, .postgres, .postgresGroup:
            nil
        }
    }
}
