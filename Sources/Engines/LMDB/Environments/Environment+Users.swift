extension Environment {
    /// Whether another process has the file open, with this binding or with LMDB alone.
    ///
    /// A program that has the file open with `MDB_NOLOCK` is not seen. Answers for this moment: a process that opens the
    /// file later is seen by the next call.
    ///
    /// - Throws: ``LMDBError`` if the environment is closed, or the lock file cannot be read.
    /// - Complexity: One system call.
    public var isOpenInOtherProcess: Bool {
        get throws(LMDBError) {
            let call = "Environment.isOpenInOtherProcess"
            return try usable(call: call).otherUser(call: call) != nil
        }
    }
}
