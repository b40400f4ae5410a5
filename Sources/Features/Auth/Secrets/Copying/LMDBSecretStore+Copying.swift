public import AuthDomain

extension LMDBSecretStore {
    /// Copies both files into a folder, consistently, while the store is in use.
    ///
    /// No process can change the secrets meanwhile. The copy is complete once its `secrets.mdb` is there. Records are
    /// copied, not pages, so that what free pages still hold is not in it. Accounts that are erased later stay in the
    /// copy: delete it, or keep it for a short time only.
    ///
    /// - Parameters:
    ///   - folder: The path of an existing folder that has neither file.
    ///   - mark: The end of the log that the copy belongs to, such as that of a backup; `nil` for what the store has
    ///     recorded.
    /// - Throws: ``SecretsError``: `inputOutput` if one of the files exists, or a file cannot be written.
    public func copy(to folder: String, markedAt mark: LogMark? = nil) async throws {
        try await writer.run { [database] in
            try database.completeErasures()
            try database.copy(
                to: "\(folder)/\(Self.fileName)", keys: "\(folder)/\(Self.keysFileName)", markedAt: mark)
        }
    }
}
