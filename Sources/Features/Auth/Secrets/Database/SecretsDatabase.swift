import AuthDomain
import LMDB

/// The two files of the secrets: `secrets.mdb`, which names slots and holds what is sealed, and `keys`, which holds the
/// keys.
///
/// Its calls wait for the disk and for other processes: make them on a thread that may block.
final class SecretsDatabase: Sendable {
    let environment: Environment
    let slots: KeySlotFile
    let sodium: Sodium
    let storeKeys: StoreKeys
    let onStep: SecretsStep.Handler

    init(
        _ environment: Environment, _ slots: KeySlotFile, _ storeKeys: StoreKeys, _ sodium: Sodium,
        onStep: @escaping SecretsStep.Handler
    ) {
        self.environment = environment
        self.slots = slots
        self.storeKeys = storeKeys
        self.sodium = sodium
        self.onStep = onStep
    }

    // SEC-06: A read whose key is gone begins again.
    /// How often a read is repeated because a key was erased meanwhile; each time another process has erased one.
    private static let maxAttempts = 16

    /// Reads one state of the secrets.
    ///
    /// - Parameter body: Reads; it is called again if a key that it needs was erased after the state began.
    /// - Returns: The result of `body`.
    /// - Throws: Errors of `body`; ``SecretsError``.
    func read<Result>(_ body: (borrowing ReadTransaction) throws -> Result) throws -> Result {
        var attempts = 0
        while true {
            do {
                return try environment.read(body)
            } catch let error as KeyUnavailable {
                attempts += 1
                // In a state that begins after the erasure, the account has no key. A key that is named there and is
                // still unavailable was not erased.
                guard attempts < Self.maxAttempts else { throw error.damage }
            } catch let error as LMDBError {
                throw SecretsError(error)
            }
        }
    }

    /// Changes the secrets in one transaction, which is durable when the call returns.
    ///
    /// - Parameter body: Makes the changes; it is called again if the map was too small.
    /// - Returns: The result of `body`.
    /// - Throws: Errors of `body`, and then nothing was changed; ``SecretsError``.
    func write<Result>(_ body: (borrowing WriteTransaction) throws -> Result) throws -> Result {
        while true {
            do {
                return try environment.write { (transaction: consuming WriteTransaction) in
                    let result = try body(transaction)
                    try transaction.commit()
                    return result
                }
            } catch let error as KeyUnavailable {
                // The write lock is held: no other process is erasing the key.
                throw error.damage
            } catch let error as LMDBError where error.code == .mapFull {
                try grow(after: error)
            } catch let error as LMDBError {
                throw SecretsError(error)
            }
        }
    }

    private func grow(after error: LMDBError) throws(SecretsError) {
        do throws(LMDBError) {
            let size = environment.mapSize
            guard size < 1 << 46 else { throw error }
            try environment.growMap(toAtLeast: size * 2)
        } catch {
            throw SecretsError(error)
        }
    }
}

/// The error if a slot does not hold the key that `secrets.mdb` names.
struct KeyUnavailable: Error {
    let slot: UInt64
    let path: String

    /// The error if it was not erased meanwhile.
    var damage: SecretsError {
        SecretsError(
            .damaged,
            "slot \(slot) of \(path) does not hold the key that secrets.mdb names: restore both files from one copy, "
                + "or erase the account")
    }
}

extension SecretsError {
    /// The error of the tree.
    init(_ error: LMDBError) {
        let code: Code =
            switch error.code {
            case .corrupted, .pageNotFound, .truncated, .notADatabase, .incompatible: .damaged
            case .closed: .closed
            case .outOfMemory: .outOfMemory
            default: .inputOutput
            }
        self.init(code, error.message, cause: error)
    }
}
