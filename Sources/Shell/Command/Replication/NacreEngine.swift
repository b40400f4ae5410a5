import Nacre
import NacreLMDB
import NacreReplicated

/// The engine of a store: of one machine, or of a node over a replicated log.
enum NacreEngine: StorageEngine {
    case embedded(LMDBEngine)
    case replicated(ReplicatedEngine)

    /// Creates the engine of a folder, without opening anything.
    ///
    /// - Parameters:
    ///   - path: The folder.
    ///   - log: The address of the replicated log; `nil` for a store of one machine.
    ///   - options: How the local store is opened.
    init(at path: String, over log: String?, options: LMDBEventStore.Options) {
        guard let log else {
            self = .embedded(.lmdb(at: path, options: options))
            return
        }
        var replica = options
        // The log is the truth.
        replica.durability = .unsynced
        self = .replicated(
            ReplicatedEngine(at: path, options: .init(replica: replica)) { try ReplicatedLogAddress.log(at: log) })
    }

    func open(for purpose: StoragePurpose) async throws -> Storage {
        switch self {
        case .embedded(let engine): try await engine.open(for: purpose)
        case .replicated(let engine): try await engine.open(for: purpose)
        }
    }

    @discardableResult
    func confirmRestored() async throws -> RestoreConfirmation {
        switch self {
        case .embedded(let engine): try await engine.confirmRestored()
        case .replicated(let engine): try await engine.confirmRestored()
        }
    }
}
