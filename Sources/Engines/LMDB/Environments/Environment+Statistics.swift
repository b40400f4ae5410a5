internal import CLMDB

extension Environment {
    /// Counts and sizes of an environment at one moment.
    public struct Statistics: Sendable {
        /// The size of a page, in bytes.
        public let pageSize: Int
        /// The depth of the B-tree; 0 if it is empty.
        public let depth: Int
        /// The number of branch pages.
        public let branchPages: Int
        /// The number of leaf pages.
        public let leafPages: Int
        /// The number of overflow pages, which hold values too long for a leaf.
        public let overflowPages: Int
        /// The number of entries.
        public let entries: Int
        /// The number of the last page ever used, counted from 0.
        public let lastPage: Int
        /// The size of this process's map, in bytes.
        public let mapSize: Int
        /// The number of used slots in the reader table, including readers kept for reuse and dead readers.
        public let readersInUse: Int
        /// The number of slots of the reader table.
        public let maximumReaders: Int
        /// The size of the file, in bytes; less than ``usedBytes`` if the last pages are free.
        public let fileBytes: Int

        /// The bytes up to the end of the last used page; the maximum if a damaged meta page names one beyond it.
        public var usedBytes: Int {
            let (bytes, overflows) = (lastPage &+ 1).multipliedReportingOverflow(by: pageSize)
            return overflows || bytes < 0 ? .max : bytes
        }
    }

    /// The size of this process's map, in bytes; 0 once the environment is closed.
    public var mapSize: Int { (try? usable(call: "mdb_env_info"))?.mapSize ?? 0 }

    /// Reads the environment's statistics.
    ///
    /// - Returns: The statistics; a commit in between can make them inconsistent.
    /// - Throws: ``LMDBError`` if the environment is closed, or a system call fails.
    public func statistics() throws(LMDBError) -> Statistics {
        try usable(call: "Environment.statistics").statistics()
    }

    /// Clears the reader slots of dead processes, which would otherwise make the file grow.
    ///
    /// - Returns: The number of cleared slots.
    /// - Throws: ``LMDBError`` if the environment is closed, or the table cannot be locked.
    public func clearDeadReaders() throws(LMDBError) -> Int {
        try usable(call: "mdb_reader_check").clearDeadReaders()
    }
}

extension SharedEnvironment {
    fileprivate func statistics() throws(LMDBError) -> Environment.Statistics {
        try whileOpen(call: "Environment.statistics") { () throws(LMDBError) in
            var tree = MDB_stat()
            try unsafe check(mdb_env_stat(handle, &tree), "mdb_env_stat")
            var information = unsafe MDB_envinfo()
            try unsafe check(mdb_env_info(handle, &information), "mdb_env_info")
            var descriptor: Int32 = -1
            try unsafe check(mdb_env_get_fd(handle, &descriptor), "mdb_env_get_fd")
            let fileBytes = try FileStatus.bytes(of: descriptor, path: path)
            return unsafe Environment.Statistics(
                pageSize: Int(tree.ms_psize), depth: Int(tree.ms_depth), branchPages: tree.ms_branch_pages,
                leafPages: tree.ms_leaf_pages, overflowPages: tree.ms_overflow_pages, entries: tree.ms_entries,
                lastPage: information.me_last_pgno, mapSize: information.me_mapsize, readersInUse: try readersInUse(),
                maximumReaders: Int(information.me_maxreaders), fileBytes: fileBytes)
        }
    }

    /// Counts the lines of LMDB's reader list: the number in `MDB_envinfo` is the highest ever reached.
    private func readersInUse() throws(LMDBError) -> Int {
        var lines = 0
        // LMDB has no call that counts the readers; it prints one line for each.
        let result = unsafe mdb_reader_list(
            handle,
            { line, context in
                // The title line, and the line for an empty list, do not begin with a number.
                let lines = unsafe context?.assumingMemoryBound(to: Int.self)
                if let line = unsafe line, let first = unsafe firstDigit(of: line), first { unsafe lines?.pointee += 1 }
                return 0
            }, &lines)
        guard result >= 0 else { throw error(result, call: "mdb_reader_list") }
        return lines
    }

    private func check(_ result: Int32, _ call: String) throws(LMDBError) {
        guard result == MDB_SUCCESS else { throw error(result, call: call) }
    }
}

/// Whether the first non-blank character of a line is a digit; `nil` if there is none.
private func firstDigit(of line: UnsafePointer<CChar>) -> Bool? {
    var next = unsafe line
    while unsafe next.pointee == UInt8(ascii: " ") { unsafe next += 1 }
    guard unsafe next.pointee != 0 else { return nil }
    return unsafe (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(UInt8(bitPattern: next.pointee))
}
