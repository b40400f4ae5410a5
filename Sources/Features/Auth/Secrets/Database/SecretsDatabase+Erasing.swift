import AuthDomain
import LMDB

extension SecretsDatabase {
    // SEC-04: An erasure is recorded, then carried out, and completed by the next process after a crash.

    /// Deletes the records of an account and records that its key must be erased.
    ///
    /// From then on the account has nothing. The slot stays taken until ``completeErasures()``.
    ///
    /// - Parameter account: The account; no effect if it has nothing.
    /// - Throws: ``SecretsError``, and then nothing was changed.
    func recordErasure(of account: AccountID) throws {
        try write { transaction in
            let key = RecordKey(.accounts, account.bytes)
            guard let slot = try transaction.value(of: key) else { return }
            try removeAttempts(of: account, in: transaction)
            for table in SecretsTable.ofAccounts {
                for record in try transaction.records(with: RecordKey(table, account.bytes)) {
                    try removeToken(of: record.value, in: table, transaction)
                    try transaction.remove(record.key)
                }
            }
            try transaction.remove(key.bytes)
            try transaction.put([], for: RecordKey(.erasures, slot))
            onStep(.recordsDeleted)
        }
        onStep(.erasureRecorded)
    }

    /// Erases the keys whose erasure is recorded, by this process or by one that was interrupted.
    ///
    /// The write lock is held from finding the slot to giving it free: an erasure that came later would destroy the key
    /// of the slot's next owner.
    func completeErasures() throws {
        while try read({ try !$0.records(with: RecordKey(.erasures), limit: 1).isEmpty }) {
            try write { transaction in
                // Another process may have completed it.
                guard let erasure = try transaction.records(with: RecordKey(.erasures), limit: 1).first else { return }
                let slot = UInt64(bigEndian: RecordKey.parts(of: erasure.key))
                try slots.erase(slot)
                try transaction.remove(erasure.key)
                try transaction.put([], for: RecordKey(.freeSlots, slot.bigEndianBytes))
                onStep(.slotFreed)
            }
            onStep(.erasureCompleted)
        }
    }

    /// Deletes the record by which a token leads to a session or link, or a request to its answer.
    func removeToken(
        of value: [UInt8], in table: SecretsTable, _ transaction: borrowing WriteTransaction
    ) throws {
        let tokens: SecretsTable
        switch table {
        case .sessions: tokens = .sessionTokens
        case .links: tokens = .linkTokens
        case .answers, .answersWithoutAccount: tokens = .answerKeys
        default: return
        }
        try transaction.remove(RecordKey(tokens, Array(value.prefix(Sodium.hashByteCount))).bytes)
    }

    /// Deletes the attempts at the address of an account.
    private func removeAttempts(of account: AccountID, in transaction: borrowing WriteTransaction) throws {
        let address: EmailAddress?
        do {
            address = try self.address(of: account, in: transaction)
        } catch is KeyUnavailable {
            // The key is damaged, and the address is lost with it: the rest can still be erased.
            return
        } catch let error as SecretsError where error.code == .damaged {
            return
        }
        guard let address else { return }
        for kind in AttemptKind.allCases {
            try put(nil, for: AttemptKey(kind, at: claim(of: address)), in: transaction)
        }
    }
}
