import LMDB

extension SecretsDatabase {
    /// How many pages of `secrets.mdb` are checked on opening: LMDB does not verify what it reads.
    private static let checkedPages = 16_384

    /// Opens or creates the two files.
    ///
    /// - Parameters:
    ///   - path: The path of `secrets.mdb`.
    ///   - keysPath: The path of `keys`, in the same folder.
    ///   - options: How to open `secrets.mdb`.
    ///   - sodium: The library.
    ///   - isCreating: Whether missing files are created.
    ///   - onStep: Called at each step of a change.
    /// - Returns: The database.
    /// - Throws: ``SecretsError``.
    static func open(
        at path: String, keys keysPath: String, _ options: Environment.Options, _ sodium: Sodium,
        isCreating: Bool, onStep: @escaping SecretsStep.Handler
    ) throws -> SecretsDatabase {
        guard try PrivateFile.checkMode(of: path) || isCreating else { throw SecretsError.noSecrets(at: path) }
        let environment: Environment
        do throws(LMDBError) {
            environment = try Environment.open(at: path, options: options)
        } catch {
            throw SecretsError(error)
        }
        do {
            try unsafe environment.checkStructure(pageLimit: checkedPages)
            // With the write lock: of several processes that create the files, one does.
            return try environment.write { (transaction: consuming WriteTransaction) in
                let opening = KeysOpening(
                    path: path, keysPath: keysPath, sodium: sodium, isCreating: isCreating, onStep: onStep)
                let (slots, keys) = try opening.openOrCreate(in: transaction)
                try transaction.commit()
                return SecretsDatabase(environment, slots, keys, sodium, onStep: onStep)
            }
        } catch {
            environment.close()
            throw (error as? LMDBError).map { SecretsError($0) } ?? error
        }
    }
}

/// Opens the key file that belongs to `secrets.mdb`, or creates it for an empty one.
private struct KeysOpening {
    let path: String
    let keysPath: String
    let sodium: Sodium
    let isCreating: Bool
    let onStep: SecretsStep.Handler

    func openOrCreate(
        in transaction: borrowing WriteTransaction
    ) throws -> (KeySlotFile, StoreKeys) {
        if let header = try transaction.value(of: RecordKey(.header)) { return try open(SecretsHeader(header)) }
        guard try transaction.count() == 0 else {
            throw SecretsError(.damaged, "\(path) has no header: restore both files from one copy")
        }
        guard isCreating else { throw SecretsError.noSecrets(at: path) }
        return try create(in: transaction)
    }

    private func open(_ header: SecretsHeader) throws(SecretsError) -> (KeySlotFile, StoreKeys) {
        guard let file = try PrivateFile(opening: keysPath) else {
            throw SecretsError(.missing, "\(keysPath) is missing, and \(path) is useless without it: restore it")
        }
        let slots = KeySlotFile(file, sodium, onStep: onStep)
        guard try slots.hasHeader(), case .key(let key, of: .store) = try slots.read(KeySlotLayout.storeSlot) else {
            throw SecretsError(.damaged, "\(keysPath) has no key of the store: restore both files from one copy")
        }
        let keys = StoreKeys(derivedFrom: key, sodium)
        guard keys.check == header.keyCheck else {
            throw SecretsError(
                .mismatched, "\(keysPath) is not the key file of \(path): restore both files from one copy")
        }
        return (slots, keys)
    }

    private func create(in transaction: borrowing WriteTransaction) throws -> (KeySlotFile, StoreKeys) {
        let file = try PrivateFile(openingOrCreating: keysPath)
        // A process that was interrupted here has written the first slots at most, and nothing was sealed by them.
        guard try file.byteCount() <= KeySlotLayout.offset(of: KeySlotLayout.firstPersonSlot) else {
            throw SecretsError(
                .missing, "\(path) is missing or empty, and \(keysPath) has keys for it: restore it, or move both away")
        }
        let slots = KeySlotFile(file, sodium, onStep: onStep)
        try slots.writeHeader()
        let key = sodium.randomKey()
        try slots.write(key, of: .store, to: KeySlotLayout.storeSlot)
        try file.syncFolder()
        let keys = StoreKeys(derivedFrom: key, sodium)
        try transaction.put(SecretsHeader(keyCheck: keys.check).bytes, for: RecordKey(.header))
        return (slots, keys)
    }
}

extension SecretsError {
    /// The error if secrets are missing that must not be created.
    static func noSecrets(at path: String) -> SecretsError {
        SecretsError(
            .noSecrets,
            "\(path) is missing, and the log has accounts: restore it with its keys, or create new secrets, without which "
                + "no account of before can sign in")
    }
}
