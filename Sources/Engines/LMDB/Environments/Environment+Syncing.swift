internal import CLMDB

extension Environment {
    /// Syncs all commits to disk; with ``Durability/full`` each commit does so itself.
    ///
    /// - Throws: ``LMDBError`` if the environment is closed, or the disk fails.
    public func sync() throws(LMDBError) {
        let shared = try usable(call: "mdb_env_sync")
        try shared.whileOpen(call: "mdb_env_sync") { () throws(LMDBError) in
            // 1, because 0 has no effect on an environment opened without syncing.
            let result = unsafe mdb_env_sync(shared.handle, 1)
            guard result == MDB_SUCCESS else {
                shared.raiseDoubt()
                throw shared.error(result, call: "mdb_env_sync")
            }
        }
    }
}
